/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See compare.h.
 */
#include "results/compare.h"

#include "maps/measurements.h"
#include "results/rank_test.h"

#include <math.h>
#include <stdlib.h>

/* ---- one side in one cell ---- */

/* Times of the launches' limits, and how far from these they are. */
static void find_limits(const tunedx_results_t *results,
                        tunedx_compared_t *item, double *limits,
                        double *distances)
{
    const tunedx_cell_t *cell = &results->cells[item->cell];
    size_t known = 0, bound = 0;

    for (size_t i = 0; i < item->sampled.count; i++) {
        const tunedx_run_t *run = &item->sampled.runs[i];
        const tunedx_launch_t *launch = &results->launches[run->launch];
        const double limit = tunedx_launch_limit(launch, cell);

        if (limit > 0) {
            limits[known] = limit;
            distances[known++] = run->median / limit;
            bound += tunedx_launch_is_bandwidth_bound(launch, cell);
        }
    }
    if (known > 0) {
        item->limit = tunedx_median(limits, known);
        item->distance = tunedx_median(distances, known);
        item->is_bandwidth_bound = 2 * bound > known;
    }
}

/* `first` and `second` have room for as many as there are launches. */
static void look_at(const tunedx_results_t *results, tunedx_compared_t *item,
                    double *first, double *second)
{
    const tunedx_run_t *runs = item->sampled.runs;
    size_t slowest = 0;

    item->method = "";
    item->least = item->most = runs[0].median;
    for (size_t i = 0; i < item->sampled.count; i++) {
        first[i] = runs[i].median;
        item->least = fmin(item->least, runs[i].median);
        item->most = fmax(item->most, runs[i].median);
        item->calls += runs[i].count;
        item->is_wrong = item->is_wrong || runs[i].is_wrong;
        if (runs[i].slowest > 0) {
            second[slowest++] = runs[i].slowest;
        }
        if (item->method[0] == '\0') {
            item->method = runs[i].method;
        }
    }
    item->time = tunedx_median(first, item->sampled.count);
    item->slowest = slowest > 0 ? tunedx_median(second, slowest) : 0;
    find_limits(results, item, first, second);
}

static bool collect(const tunedx_results_t *results,
                    tunedx_comparison_t *comparison)
{
    const size_t room = results->launches_count + 1;
    double *first = calloc(2 * room, sizeof *first);
    size_t cell = 0;

    if (first == NULL) {
        return false;
    }
    for (size_t i = 0, end; i < results->runs_count; i = end) {
        const tunedx_run_t *run = &results->runs[i];
        tunedx_compared_t *item = &comparison->items[comparison->count];

        for (end = i + 1; end < results->runs_count &&
                          results->runs[end].cell == run->cell &&
                          results->runs[end].side == run->side;
             end++) {
        }
        item->cell = run->cell;
        item->side = run->side;
        item->sampled = (tunedx_sampled_t){.runs = run, .count = end - i};
        item->p = 1;
        look_at(results, item, first, first + room);
        for (; cell <= run->cell; cell++) {
            comparison->first[cell] = comparison->count;
        }
        comparison->count++;
    }
    comparison->first[results->cells_count] = comparison->count;
    free(first);
    return true;
}

/* ---- against the base ---- */

/* FNV-1a, of numbers instead of bytes. */
static uint64_t mix(uint64_t hash, uint64_t number)
{
    return (hash ^ number) * UINT64_C(0x100000001b3);
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++) {
        hash = mix(hash, (unsigned char)*text);
    }
    return mix(hash, 0);
}

/* Of what is compared alone, so that other cells in the files change
 * nothing. */
static uint64_t seed_of(const tunedx_results_t *results,
                        const tunedx_compared_t *item, uint64_t seed)
{
    const tunedx_cell_t *cell = &results->cells[item->cell];
    uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), seed);

    hash = mix(hash, (uint64_t)cell->collective);
    hash = mix(hash, (uint64_t)cell->root);
    hash = mix(hash, (uint64_t)cell->ranks);
    hash = mix(hash, (uint64_t)cell->nodes);
    hash = mix(hash, (uint64_t)cell->ppn);
    hash = mix(hash, cell->bytes);
    hash = mix_text(hash, cell->operation);
    return mix_text(hash, results->sides[item->side]);
}

/* The p of launches of both sides; if they share none (those of another MPI
 * library), of the first, the second and so on of each. */
static bool test_pairs(tunedx_compared_t *item, tunedx_sampled_t base)
{
    const tunedx_sampled_t side = item->sampled;
    double *differences = malloc(side.count * sizeof *differences);
    size_t pairs = 0;

    if (differences == NULL) {
        return false;
    }
    for (size_t i = 0, k = 0; i < side.count && k < base.count;) {
        if (side.runs[i].launch == base.runs[k].launch) {
            differences[pairs++] =
                log(side.runs[i++].median / base.runs[k++].median);
        } else if (side.runs[i].launch < base.runs[k].launch) {
            i++;
        } else {
            k++;
        }
    }
    for (size_t i = 0; pairs == i && i < side.count && i < base.count; i++) {
        differences[pairs++] = log(side.runs[i].median / base.runs[i].median);
    }
    item->pairs = pairs;
    item->p = tunedx_signed_rank_p(differences, pairs);
    free(differences);
    return true;
}

static bool compare_with(const tunedx_results_t *results,
                         const tunedx_compare_options_t *options,
                         tunedx_compared_t *item, const tunedx_compared_t *base)
{
    if (item->is_wrong) {
        item->verdict = TUNEDX_VERDICT_WRONG;
        return true;
    }
    if (base != NULL) {
        item->has_ratio = true;
        item->ratio = item->time / base->time;
    }
    if (!options->measure[item->side]) {
        return true;
    }
    item->has_intervals = true;
    return tunedx_bootstrap(
               item->sampled, base == NULL ? item->sampled : base->sampled,
               options->resamples, seed_of(results, item, options->seed),
               &item->time_interval, &item->ratio_interval) &&
           (base == NULL || item == base || test_pairs(item, base->sampled));
}

/* ---- verdicts ---- */

static bool is_judged(const tunedx_compare_options_t *options,
                      const tunedx_compared_t *item, size_t side)
{
    return item->side == side && side != options->base &&
           options->judge[side] && item->has_ratio && item->has_intervals;
}

static tunedx_verdict_t verdict_of(const tunedx_compared_t *item)
{
    if (item->pairs < TUNEDX_FEWEST_LAUNCHES) {
        return TUNEDX_VERDICT_TOO_FEW;
    }
    if (item->p_counts && item->p >= TUNEDX_LEVEL) {
        return TUNEDX_VERDICT_EQUAL;
    }
    return item->ratio_interval.high < 1  ? TUNEDX_VERDICT_FASTER
           : item->ratio_interval.low > 1 ? TUNEDX_VERDICT_SLOWER
                                          : TUNEDX_VERDICT_EQUAL;
}

/* The cells of a side are tested together.  `p` has room for all of them. */
static bool judge(tunedx_comparison_t *comparison,
                  const tunedx_compare_options_t *options, size_t side,
                  double *p)
{
    size_t tests = 0, next = 0;

    for (size_t i = 0; i < comparison->count; i++) {
        if (is_judged(options, &comparison->items[i], side)) {
            p[tests++] = comparison->items[i].p;
        }
    }
    if (!tunedx_holm(p, tests)) {
        return false;
    }
    for (size_t i = 0; i < comparison->count; i++) {
        tunedx_compared_t *item = &comparison->items[i];

        if (is_judged(options, item, side)) {
            item->p = p[next++];
            item->p_counts =
                (double)tests * tunedx_signed_rank_least_p(item->pairs) <
                TUNEDX_LEVEL;
            item->verdict = verdict_of(item);
        }
    }
    return true;
}

static bool judge_all(tunedx_comparison_t *comparison,
                      const tunedx_compare_options_t *options)
{
    double *p = malloc((comparison->count + 1) * sizeof *p);
    bool enough = p != NULL;

    for (size_t side = 0; enough && side < comparison->results->sides_count;
         side++) {
        enough = judge(comparison, options, side, p);
    }
    free(p);
    return enough;
}

size_t tunedx_launches_needed(size_t cells)
{
    size_t launches = 1;

    while ((double)cells * tunedx_signed_rank_least_p(launches) >=
           TUNEDX_LEVEL) {
        launches++;
    }
    return launches;
}

/* ---- all of it ---- */

bool tunedx_compare(const tunedx_results_t *results,
                    const tunedx_compare_options_t *options,
                    tunedx_comparison_t *comparison)
{
    *comparison = (tunedx_comparison_t){
        .results = results,
        .items = calloc(results->runs_count + 1, sizeof *comparison->items),
        .first = calloc(results->cells_count + 1, sizeof *comparison->first),
    };
    if (comparison->items == NULL || comparison->first == NULL ||
        !collect(results, comparison)) {
        return false;
    }
    for (size_t i = 0; i < comparison->count; i++) {
        tunedx_compared_t *item = &comparison->items[i];
        const tunedx_compared_t *base =
            tunedx_comparison_find(comparison, item->cell, options->base);

        if (!compare_with(results, options, item, base)) {
            return false;
        }
    }
    return judge_all(comparison, options);
}

void tunedx_comparison_free(tunedx_comparison_t *comparison)
{
    free(comparison->items);
    free(comparison->first);
    *comparison = (tunedx_comparison_t){.count = 0};
}

const tunedx_compared_t *
tunedx_comparison_find(const tunedx_comparison_t *comparison, size_t cell,
                       size_t side)
{
    for (size_t i = comparison->first[cell]; i < comparison->first[cell + 1];
         i++) {
        const tunedx_compared_t *item = &comparison->items[i];

        if (item->side == side && !item->is_wrong) {
            return item;
        }
    }
    return NULL;
}
