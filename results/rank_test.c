/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See rank_test.h.
 */
#include "results/rank_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ranks are doubled, so that shared ones are whole: they sum up to n (n+1). */
enum { MOST_SUM = TUNEDX_EXACT_PAIRS * (TUNEDX_EXACT_PAIRS + 1) };

/* ---- signed ranks ---- */

/* What the sums of ranks come to. */
typedef struct ranks {
    size_t count;                         /* differences that are not zero */
    double positive, all;                 /* sums of doubled ranks */
    double squares;                       /* of doubled ranks */
    unsigned doubled[TUNEDX_EXACT_PAIRS]; /* if there are no more */
} ranks_t;

static int by_magnitude(const void *left, const void *right)
{
    const double a = fabs(*(const double *)left);
    const double b = fabs(*(const double *)right);

    return (a > b) - (a < b);
}

/* Ranks sorted differences; equal ones share the mean of their ranks. */
static ranks_t rank_them(const double *sorted, size_t count)
{
    ranks_t ranks = {.count = count};

    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1;
             end < count && by_magnitude(&sorted[first], &sorted[end]) == 0;
             end++) {
        }
        for (size_t i = first; i < end; i++) {
            const double doubled = (double)(first + 1 + end);

            ranks.all += doubled;
            ranks.squares += doubled * doubled;
            ranks.positive += sorted[i] > 0 ? doubled : 0;
            if (i < TUNEDX_EXACT_PAIRS) {
                ranks.doubled[i] = (unsigned)(first + 1 + end);
            }
        }
    }
    return ranks;
}

/* How many of the 2^n ways to give signs have a sum of positive ranks of at
 * most `bound`, as a part of all. */
static double part_up_to(const ranks_t *ranks, double bound)
{
    double parts[MOST_SUM + 1] = {1};
    double part = 0;
    size_t reached = 0;

    for (size_t i = 0; i < ranks->count; i++) {
        const size_t rank = ranks->doubled[i];

        reached += rank;
        for (size_t sum = reached + 1; sum-- > 0;) {
            parts[sum] =
                (parts[sum] + (sum >= rank ? parts[sum - rank] : 0)) / 2;
        }
    }
    for (size_t sum = 0; sum <= reached && (double)sum <= bound; sum++) {
        part += parts[sum];
    }
    return part;
}

/* The normal distribution's, with a correction of half a rank. */
static double normal_part(const ranks_t *ranks, double bound)
{
    const double deviation = sqrt(ranks->squares) / 2;

    return erfc((ranks->all / 2 - bound - 1) / deviation / sqrt(2)) / 2;
}

double tunedx_signed_rank_p(const double *differences, size_t count)
{
    double few[TUNEDX_EXACT_PAIRS];
    double *sorted =
        count <= TUNEDX_EXACT_PAIRS ? few : malloc(count * sizeof *sorted);
    size_t kept = 0;

    if (sorted == NULL) {
        return 1; /* nothing is known: nothing is claimed */
    }
    for (size_t i = 0; i < count; i++) {
        if (differences[i] != 0) {
            sorted[kept++] = differences[i];
        }
    }
    qsort(sorted, kept, sizeof *sorted, by_magnitude);
    const ranks_t ranks = rank_them(sorted, kept);
    const double smaller = fmin(ranks.positive, ranks.all - ranks.positive);
    const double part = kept <= TUNEDX_EXACT_PAIRS
                            ? part_up_to(&ranks, smaller)
                            : normal_part(&ranks, smaller);

    if (sorted != few) {
        free(sorted);
    }
    return fmin(1, 2 * part);
}

double tunedx_signed_rank_least_p(size_t count)
{
    return count == 0 ? 1 : ldexp(1, 1 - (int)(count < 1000 ? count : 1000));
}

/* ---- many tests ---- */

static int by_value(const void *left, const void *right)
{
    const double a = **(double *const *)left, b = **(double *const *)right;

    return (a > b) - (a < b);
}

bool tunedx_holm(double *p, size_t count)
{
    double **order = count == 0 ? NULL : malloc(count * sizeof *order);
    double most = 0;

    if (order == NULL) {
        return count == 0;
    }
    for (size_t i = 0; i < count; i++) {
        order[i] = &p[i];
    }
    qsort(order, count, sizeof *order, by_value);
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, fmin(1, (double)(count - i) * *order[i]));
        *order[i] = most;
    }
    free(order);
    return true;
}
