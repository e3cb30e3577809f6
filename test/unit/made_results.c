/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See made_results.h.
 */
#include "made_results.h"

#include "cmocka_test.h"

#include <math.h>
#include <stdio.h>

enum { MOST_SIDES = 8, RESAMPLES = 400 };

void assert_about(double actual, double expected)
{
    if (fabs(actual - expected) > 1e-9 * fabs(expected)) {
        fail_msg("%.12g, expected %.12g", actual, expected);
    }
}

void made_launch(tunedx_results_t *results, int number, int ranks)
{
    static const tunedx_system_t system = {"machine", "network", "block",
                                           "window"};
    char time[32];
    const tunedx_launch_t launch = {
        .time = time,
        .library = "library",
        .version = "1",
        .path = "path",
        .ranks = ranks,
        .nodes = ranks,
        .ppn = 1,
    };

    snprintf(time, sizeof time, "2026-01-01T00:%02d:%02d", number, ranks);
    assert_false(tunedx_results_have_launch(results, &launch));
    assert_true(tunedx_results_add_launch(results, &launch, &system));
    assert_true(tunedx_results_have_launch(results, &launch));
}

static tunedx_cell_t cell_of(tunedx_collective_t collective, int ranks,
                             size_t bytes)
{
    return (tunedx_cell_t){
        .collective = collective,
        .operation =
            tunedx_collective_is_reduction(collective) ? "sum double" : "",
        .root = tunedx_collective_is_rooted(collective) ? TUNEDX_ROOT_FIRST
                                                        : TUNEDX_ROOT_NONE,
        .ranks = ranks,
        .nodes = ranks,
        .ppn = 1,
        .bytes = bytes,
    };
}

void made_run(tunedx_results_t *results, tunedx_collective_t collective,
              const char *side, size_t bytes, const tunedx_run_t *run)
{
    const tunedx_cell_t cell =
        cell_of(collective,
                results->launches[results->launches_count - 1].ranks, bytes);

    assert_true(tunedx_results_add_run(results, &cell, side, run));
}

void made_time(tunedx_results_t *results, tunedx_collective_t collective,
               const char *side, size_t bytes, double usec)
{
    const tunedx_run_t run = {.usec = &usec, .count = 1, .method = ""};

    made_run(results, collective, side, bytes, &run);
}

void made_compare(const tunedx_results_t *results,
                  tunedx_comparison_t *comparison)
{
    static const bool all[MOST_SIDES] = {true, true, true, true,
                                         true, true, true, true};
    const tunedx_compare_options_t options = {
        .base = tunedx_results_side(results, "default"),
        .measure = all,
        .judge = all,
        .resamples = RESAMPLES,
        .seed = 1,
    };

    assert_true(results->sides_count <= MOST_SIDES);
    assert_true(tunedx_compare(results, &options, comparison));
}

const tunedx_compared_t *made_find(const tunedx_comparison_t *comparison,
                                   tunedx_collective_t collective,
                                   const char *side, int ranks, size_t bytes)
{
    const tunedx_cell_t cell = cell_of(collective, ranks, bytes);
    const size_t index = tunedx_results_find(comparison->results, &cell);

    assert_true(index != TUNEDX_NOT_THERE);
    return tunedx_comparison_find(
        comparison, index, tunedx_results_side(comparison->results, side));
}
