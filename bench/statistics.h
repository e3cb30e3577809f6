/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Time, and what can be said about many measurements of one thing.
 */
#ifndef TUNEDX_BENCH_STATISTICS_H
#define TUNEDX_BENCH_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of a clock that all processes of a machine share. */
uint64_t bench_now(void);

typedef struct bench_summary {
    double median, lower_quartile, upper_quartile;
    /* The median lies between these with a confidence of 95 %, whatever the
     * distribution: two order statistics.  Assumes independent values. */
    double low, high;
} bench_summary_t;

/* Sorts `values`, of which there is at least one. */
bench_summary_t bench_summarize(double *values, size_t count);

#endif
