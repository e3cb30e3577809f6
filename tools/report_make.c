/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See report.h: what it says is found out here.
 */
#include "tools/report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const double busy = 0.3; /* a load from which others are felt */

/* ---- notes ---- */

static void note(tool_report_t *report, const char *format, ...)
{
    va_list arguments;

    if (report->notes_count == TOOL_REPORT_NOTES) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(report->notes[report->notes_count++], TOOL_REPORT_TEXT, format,
              arguments);
    va_end(arguments);
}

/* The number before " cores" at the end of a machine's name; 0: unknown. */
static int cores_of(const char *machine)
{
    const char *comma = strrchr(machine, ',');
    char *end;
    const long cores = comma == NULL ? 0 : strtol(comma + 1, &end, 10);

    return comma != NULL && cores > 0 && cores < 1 << 20 &&
                   strncmp(end, " core", strlen(" core")) == 0
               ? (int)cores
               : 0;
}

static void note_oversubscription(tool_report_t *report)
{
    const tunedx_results_t *results = &report->results;
    int most = 0, cores_there = 0;

    for (size_t i = 0; i < results->launches_count; i++) {
        const tunedx_launch_t *launch = &results->launches[i];
        const int cores = cores_of(results->systems[launch->system].machine);

        if (cores > 0 && launch->ranks > cores && launch->ranks > most) {
            most = launch->ranks;
            cores_there = cores;
        }
    }
    if (most > 0) {
        note(report,
             "Oversubscribed: up to %d ranks on %d core%s. Where messages are "
             "small, times are those of the scheduler as much as of the "
             "collectives.",
             most, cores_there, cores_there == 1 ? "" : "s");
    }
}

static void note_launches(tool_report_t *report)
{
    const tunedx_results_t *results = &report->results;
    size_t loaded = 0, without = 0;

    for (size_t i = 0; i < results->launches_count; i++) {
        const tunedx_launch_t *launch = &results->launches[i];

        loaded += launch->load > busy;
        without += launch->nodes > 1 && launch->transfers_count == 0;
    }
    if (loaded > 0) {
        note(report, "%zu of %zu launches began with a load above %.1f.",
             loaded, results->launches_count, busy);
    }
    if (without > 0) {
        note(report,
             "%zu of %zu launches have no transfers: their cells have "
             "no limit and no D.",
             without, results->launches_count);
    }
    if (results->systems_count > 1) {
        note(report,
             "There are results of %zu systems (machine, network, order of "
             "ranks, start), which are kept apart; their numbers are in "
             "brackets.",
             results->systems_count);
    }
}

static void note_cells(tool_report_t *report)
{
    const tunedx_comparison_t *comparison = &report->comparison;
    const double least = 0.99; /* limits are measured as well */
    size_t wrong = 0, below = 0, without_base = 0;

    for (size_t i = 0; i < comparison->count; i++) {
        wrong += comparison->items[i].is_wrong;
        below += comparison->items[i].distance > 0 &&
                 comparison->items[i].distance < least;
    }
    for (size_t i = 0; i < report->results.cells_count; i++) {
        without_base +=
            tunedx_comparison_find(comparison, i, report->base) == NULL;
    }
    if (wrong > 0) {
        note(report,
             "WRONG RESULTS in %zu cases (a side in a cell), whose times "
             "count nowhere.",
             wrong);
    }
    if (below > 0) {
        note(report,
             "%zu times are below the limit (D < 0.99): then the transfers, "
             "or the network, are not what they should be.",
             below);
    }
    if (without_base > 0) {
        note(report, "%zu of %zu cells have no right result of %s, the base.",
             without_base, report->results.cells_count,
             tool_side_name(report, report->base));
    }
}

/* What verdicts rest on. */
static void note_verdicts(tool_report_t *report,
                          const tool_contender_t *contender)
{
    const tunedx_summary_t *sum = &contender->summary;

    if (sum->verdicts[TUNEDX_VERDICT_TOO_FEW] > 0) {
        note(report,
             "%s: %zu cells have no verdict, for there are fewer than %d "
             "launches.",
             tool_side_name(report, contender->side),
             sum->verdicts[TUNEDX_VERDICT_TOO_FEW], TUNEDX_FEWEST_LAUNCHES);
    }
    if (sum->uncounted > 0) {
        note(report,
             "%s: with %zu launches no corrected p is below %.2g over %zu "
             "cells, which takes %zu launches: %zu verdicts rest on the "
             "interval alone.",
             tool_side_name(report, contender->side), sum->most_pairs,
             TUNEDX_LEVEL, sum->cells, tunedx_launches_needed(sum->cells),
             sum->uncounted);
    }
}

/* ---- losses ---- */

static int by_ratio(const void *left, const void *right)
{
    const tunedx_compared_t *a = *(const tunedx_compared_t *const *)left;
    const tunedx_compared_t *b = *(const tunedx_compared_t *const *)right;

    return a->ratio != b->ratio ? (a->ratio < b->ratio) - (a->ratio > b->ratio)
                                : (a > b) - (a < b);
}

static bool find_losses(tool_report_t *report, const bool *judge)
{
    const tunedx_comparison_t *comparison = &report->comparison;

    report->losses = malloc((comparison->count + 1) * sizeof *report->losses);
    if (report->losses == NULL) {
        return false;
    }
    for (size_t i = 0; i < comparison->count; i++) {
        const tunedx_compared_t *item = &comparison->items[i];

        if (judge[item->side] && item->has_ratio &&
            (item->ratio > 1 + TUNEDX_LOSS ||
             item->verdict == TUNEDX_VERDICT_SLOWER)) {
            report->losses[report->losses_count++] = item;
        }
    }
    qsort(report->losses, report->losses_count, sizeof *report->losses,
          by_ratio);
    return true;
}

/* ---- all of it ---- */

static bool find_contenders(tool_report_t *report, const bool *judge)
{
    const size_t sides = report->results.sides_count;

    report->contenders = calloc(sides + 1, sizeof *report->contenders);
    if (report->contenders == NULL) {
        return false;
    }
    for (size_t i = 0; i < sides; i++) {
        tool_contender_t *contender =
            &report->contenders[report->contenders_count];

        report->has_oracle =
            report->has_oracle ||
            (i != report->base &&
             tunedx_side_is_installed(report->results.sides[i]));
        if (!judge[i]) {
            continue;
        }
        contender->side = i;
        contender->summary =
            tunedx_comparison_sum(&report->comparison, i, report->base);
        report->contenders_count++;
        if (!tunedx_guidelines_check(&report->comparison, i,
                                     &contender->guidelines)) {
            return false;
        }
    }
    return tunedx_guidelines_check(&report->comparison, report->base,
                                   &report->base_guidelines);
}

int tool_report_make(tool_report_t *report, const char *name,
                     const bool *measure, const bool *judge)
{
    const tunedx_compare_options_t options = {
        .base = report->base,
        .measure = measure,
        .judge = judge,
        .resamples = report->resamples,
        .seed = report->seed,
    };

    if (!tunedx_compare(&report->results, &options, &report->comparison) ||
        !find_contenders(report, judge) || !find_losses(report, judge)) {
        return tool_fail(name, "memory is short");
    }
    note_cells(report);
    note_oversubscription(report);
    note_launches(report);
    for (size_t i = 0; i < report->contenders_count; i++) {
        note_verdicts(report, &report->contenders[i]);
    }
    return TOOL_SUCCESS;
}

void tool_report_free(tool_report_t *report)
{
    for (size_t i = 0; i < report->contenders_count; i++) {
        tunedx_guidelines_free(&report->contenders[i].guidelines);
    }
    tunedx_guidelines_free(&report->base_guidelines);
    free(report->contenders);
    free(report->losses);
    tunedx_comparison_free(&report->comparison);
    tunedx_results_free(&report->results);
}
