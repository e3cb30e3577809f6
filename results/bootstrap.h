/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How sure a ratio of times is: its interval over resampled launches.
 *
 * A time is the median over launches of the medians of their calls.  A resample
 * draws, with replacement, as many launches as there are, and in each as many
 * calls as it has: launches differ more from each other than the calls in one,
 * so that both count.  95 of 100 resamples lie in the interval.
 *
 * Sources  Efron, Bootstrap methods: another look at the jackknife, Annals of
 *          Statistics 7(1), 1979
 *          Hunold and Carpen-Amarie, Reproducible MPI benchmarking is still not
 *          as easy as you think, IEEE TPDS 27(12), 2016 (launches as the unit)
 */
#ifndef TUNEDX_BOOTSTRAP_H
#define TUNEDX_BOOTSTRAP_H

#include "results/results.h"

typedef struct tunedx_interval {
    double low, high;
} tunedx_interval_t;

/* The runs of one side in a cell, one of each launch. */
typedef struct tunedx_sampled {
    const tunedx_run_t *runs;
    size_t count;
} tunedx_sampled_t;

/* The median of the launches' medians.  False when memory is short. */
bool tunedx_sampled_time(tunedx_sampled_t side, double *time);

/* The intervals of the side's time and of its ratio to the base's.  Where both
 * sides are of the same launches these are drawn together.  Equal seeds give
 * equal intervals.  False when memory is short. */
bool tunedx_bootstrap(tunedx_sampled_t side, tunedx_sampled_t base,
                      size_t resamples, uint64_t seed, tunedx_interval_t *time,
                      tunedx_interval_t *ratio);

#endif
