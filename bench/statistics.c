/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See statistics.h.
 */
#include "bench/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

uint64_t bench_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* Between the two neighbours, in proportion. */
static double quantile(const double *sorted, size_t count, double part)
{
    const double place = part * (double)(count - 1);
    const size_t below = (size_t)place;
    const double rest = place - (double)below;

    return below + 1 < count
               ? sorted[below] + rest * (sorted[below + 1] - sorted[below])
               : sorted[below];
}

bench_summary_t bench_summarize(double *values, size_t count)
{
    const double half_width = 1.96 * sqrt((double)count) / 2;
    const double middle = (double)count / 2;
    const double first = floor(middle - half_width) - 1;
    const double last = ceil(middle + half_width);

    qsort(values, count, sizeof *values, compare);
    return (bench_summary_t){
        .median = quantile(values, count, 0.5),
        .lower_quartile = quantile(values, count, 0.25),
        .upper_quartile = quantile(values, count, 0.75),
        .low = values[first < 0 ? 0 : (size_t)first],
        .high = values[last >= (double)count ? count - 1 : (size_t)last],
    };
}
