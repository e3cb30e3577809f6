/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See bootstrap.h.
 */
#include "results/bootstrap.h"

#include "maps/measurements.h"

#include <math.h>
#include <stdlib.h>

/* What one resampling needs. */
typedef struct work {
    uint64_t random;
    double *medians;  /* of the launches that were drawn */
    size_t *drawn;    /* which launches */
    unsigned *counts; /* how often each call was drawn */
} work_t;

/* Splitmix64 (Steele, Lea and Flood 2014). */
static size_t draw(work_t *work, size_t count)
{
    uint64_t z = work->random += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (size_t)(((z >> 32) * (uint64_t)count) >> 32);
}

/* The value with that place in the order of what was drawn. */
static double drawn_value(const tunedx_run_t *run, const unsigned *counts,
                          size_t place)
{
    size_t i = 0;

    for (size_t seen = counts[0]; seen <= place; seen += counts[i]) {
        i++;
    }
    return run->usec[i];
}

/* The median of as many calls as there are.  They are sorted, so that counting
 * which were drawn takes the place of sorting them again. */
static double resampled_median(work_t *work, const tunedx_run_t *run)
{
    for (size_t i = 0; i < run->count; i++) {
        work->counts[i] = 0;
    }
    for (size_t i = 0; i < run->count; i++) {
        work->counts[draw(work, run->count)]++;
    }
    const double upper = drawn_value(run, work->counts, run->count / 2);

    return run->count % 2 == 1
               ? upper
               : (drawn_value(run, work->counts, run->count / 2 - 1) + upper) /
                     2;
}

static void draw_launches(work_t *work, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        work->drawn[i] = draw(work, count);
    }
}

static double resampled_time(work_t *work, tunedx_sampled_t side)
{
    for (size_t i = 0; i < side.count; i++) {
        work->medians[i] = resampled_median(work, &side.runs[work->drawn[i]]);
    }
    return tunedx_median(work->medians, side.count);
}

static bool are_together(tunedx_sampled_t a, tunedx_sampled_t b)
{
    for (size_t i = 0; i < a.count && i < b.count; i++) {
        if (a.runs[i].launch != b.runs[i].launch) {
            return false;
        }
    }
    return a.count == b.count;
}

static size_t most_calls(tunedx_sampled_t side, size_t most)
{
    for (size_t i = 0; i < side.count; i++) {
        most = side.runs[i].count > most ? side.runs[i].count : most;
    }
    return most;
}

static int by_value(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static tunedx_interval_t interval_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return (tunedx_interval_t){
        .low = values[(size_t)floor(0.025 * (double)count)],
        .high = values[(size_t)ceil(0.975 * (double)count) - 1],
    };
}

/* `values` has room for twice as many as there are resamples. */
static void resample(work_t *work, tunedx_sampled_t side, tunedx_sampled_t base,
                     double *values, size_t resamples)
{
    const bool together = are_together(side, base);

    for (size_t i = 0; i < resamples; i++) {
        draw_launches(work, side.count);
        values[i] = resampled_time(work, side);
        if (!together) {
            draw_launches(work, base.count);
        }
        values[resamples + i] = values[i] / resampled_time(work, base);
    }
}

bool tunedx_bootstrap(tunedx_sampled_t side, tunedx_sampled_t base,
                      size_t resamples, uint64_t seed, tunedx_interval_t *time,
                      tunedx_interval_t *ratio)
{
    const size_t launches = side.count > base.count ? side.count : base.count;
    const size_t calls = most_calls(base, most_calls(side, 1));
    double *values = malloc(2 * resamples * sizeof *values);
    work_t work = {
        .random = seed,
        .medians = malloc(launches * sizeof *work.medians),
        .drawn = malloc(launches * sizeof *work.drawn),
        .counts = calloc(calls, sizeof *work.counts),
    };
    const bool enough = values != NULL && work.medians != NULL &&
                        work.drawn != NULL && work.counts != NULL;

    if (enough) {
        resample(&work, side, base, values, resamples);
        *time = interval_of(values, resamples);
        *ratio = interval_of(values + resamples, resamples);
    }
    free(work.counts);
    free(work.drawn);
    free(work.medians);
    free(values);
    return enough;
}

bool tunedx_sampled_time(tunedx_sampled_t side, double *time)
{
    double *medians = malloc(side.count * sizeof *medians);

    if (medians == NULL) {
        return false;
    }
    for (size_t i = 0; i < side.count; i++) {
        medians[i] = side.runs[i].median;
    }
    *time = tunedx_median(medians, side.count);
    free(medians);
    return true;
}
