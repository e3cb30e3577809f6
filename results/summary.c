/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See compare.h: what can be said over all cells.
 */
#include "results/compare.h"

#include <math.h>

/* A geometric mean in the making. */
typedef struct mean {
    double logs;
    size_t count;
} mean_t;

static void add(mean_t *mean, double value)
{
    mean->logs += log(value);
    mean->count++;
}

static double mean_of(const mean_t *mean)
{
    return mean->count == 0 ? 0 : exp(mean->logs / (double)mean->count);
}

const tunedx_compared_t *
tunedx_comparison_oracle(const tunedx_comparison_t *comparison, size_t cell)
{
    const tunedx_compared_t *best = NULL;

    for (size_t i = comparison->first[cell]; i < comparison->first[cell + 1];
         i++) {
        const tunedx_compared_t *item = &comparison->items[i];

        if (!item->is_wrong &&
            tunedx_side_is_installed(comparison->results->sides[item->side]) &&
            (best == NULL || item->time < best->time)) {
            best = item;
        }
    }
    return best;
}

static bool is_lost(double ratio)
{
    return ratio > 1 + TUNEDX_LOSS;
}

static void add_ratio(tunedx_summary_t *summary, mean_t *mean,
                      const tunedx_compared_t *item)
{
    add(mean, 1 / item->ratio);
    summary->losses += is_lost(item->ratio);
    if (summary->best == NULL || item->ratio < summary->best->ratio) {
        summary->best = item;
    }
    if (summary->worst == NULL || item->ratio > summary->worst->ratio) {
        summary->worst = item;
    }
    summary->verdicts[item->verdict]++;
    summary->uncounted +=
        item->pairs >= TUNEDX_FEWEST_LAUNCHES && !item->p_counts;
    if (summary->most_pairs == 0 || item->pairs < summary->fewest_pairs) {
        summary->fewest_pairs = item->pairs;
    }
    if (item->pairs > summary->most_pairs) {
        summary->most_pairs = item->pairs;
    }
}

static void add_oracle(tunedx_summary_t *summary, mean_t *mean,
                       const tunedx_compared_t *item,
                       const tunedx_compared_t *oracle, double *worst)
{
    const double ratio = item->time / oracle->time;

    add(mean, 1 / ratio);
    summary->oracle_losses += is_lost(ratio);
    if (summary->oracle_worst == NULL || ratio > *worst) {
        summary->oracle_worst = item;
        *worst = ratio;
    }
}

tunedx_summary_t tunedx_comparison_sum(const tunedx_comparison_t *comparison,
                                       size_t side, size_t base)
{
    tunedx_summary_t summary = {.cells = 0};
    mean_t ratios = {.count = 0}, oracles = {.count = 0};
    mean_t distances = {.count = 0}, base_distances = {.count = 0};
    double worst = 0;

    for (size_t i = 0; i < comparison->count; i++) {
        const tunedx_compared_t *item = &comparison->items[i];
        const tunedx_compared_t *other =
            tunedx_comparison_find(comparison, item->cell, base);
        const tunedx_compared_t *oracle =
            tunedx_comparison_oracle(comparison, item->cell);

        if (item->side != side || item->is_wrong) {
            summary.verdicts[TUNEDX_VERDICT_WRONG] += item->side == side;
            continue;
        }
        if (item->has_ratio) {
            add_ratio(&summary, &ratios, item);
        }
        if (oracle != NULL) {
            add_oracle(&summary, &oracles, item, oracle, &worst);
        }
        if (item->is_bandwidth_bound) {
            add(&distances, item->distance);
            if (other != NULL && other->distance > 0) {
                add(&base_distances, other->distance);
            }
        }
    }
    summary.cells = ratios.count;
    summary.speedup = mean_of(&ratios);
    summary.oracle_cells = oracles.count;
    summary.oracle_speedup = mean_of(&oracles);
    summary.bound_cells = distances.count;
    summary.distance = mean_of(&distances);
    summary.base_distance = mean_of(&base_distances);
    return summary;
}
