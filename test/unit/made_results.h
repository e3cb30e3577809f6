/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Results of benchmarks, made by hand: one rank on each of as many nodes.
 */
#ifndef TEST_UNIT_MADE_RESULTS_H
#define TEST_UNIT_MADE_RESULTS_H

#include "results/compare.h"

/* Begins launch number `number` of `ranks` ranks. */
void made_launch(tunedx_results_t *results, int number, int ranks);

/* What the launch has measured: one call, of root 0 and sum double where these
 * mean something. */
void made_time(tunedx_results_t *results, tunedx_collective_t collective,
               const char *side, size_t bytes, double usec);

/* The same with several calls, all else as in `run`. */
void made_run(tunedx_results_t *results, tunedx_collective_t collective,
              const char *side, size_t bytes, const tunedx_run_t *run);

/* Compares all sides with "default" and judges them. */
void made_compare(const tunedx_results_t *results,
                  tunedx_comparison_t *comparison);

/* A side in the one cell of this collective, size and number of ranks. */
const tunedx_compared_t *made_find(const tunedx_comparison_t *comparison,
                                   tunedx_collective_t collective,
                                   const char *side, int ranks, size_t bytes);

void assert_about(double actual, double expected);

#endif
