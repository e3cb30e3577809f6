/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sides against each other: how much longer or shorter calls take, whether that
 * is more than chance, and how far from the limit they are.
 *
 * The rules are those of Hoefler and Belli, Scientific benchmarking of parallel
 * computing systems, SC 2015: medians, intervals, and a test that asks for no
 * distribution.
 */
#ifndef TUNEDX_COMPARE_H
#define TUNEDX_COMPARE_H

#include "results/bootstrap.h"

enum { TUNEDX_FEWEST_LAUNCHES = 3 /* of which a verdict is given */ };

/* Corrected p below this one are more than chance. */
#define TUNEDX_LEVEL 0.01

/* A side that takes longer than the base by more than this part loses. */
#define TUNEDX_LOSS 0.03

typedef enum tunedx_verdict {
    TUNEDX_VERDICT_NONE,    /* not asked for, or there is no base */
    TUNEDX_VERDICT_TOO_FEW, /* launches */
    TUNEDX_VERDICT_EQUAL,   /* no difference that is more than chance */
    TUNEDX_VERDICT_FASTER,
    TUNEDX_VERDICT_SLOWER,
    TUNEDX_VERDICT_WRONG /* results were: its times count nowhere */
} tunedx_verdict_t;

/* A side in a cell.  Times are microseconds. */
typedef struct tunedx_compared {
    size_t cell, side; /* indices */
    tunedx_sampled_t sampled;
    size_t calls;       /* of all launches */
    double time;        /* median of launch medians */
    double least, most; /* launch medians */
    double slowest;     /* median of the slowest rank's own; 0: unknown */
    const char *method; /* of the first launch that knows it, or "" */
    bool is_wrong;
    double limit;    /* median over launches; 0: unknown */
    double distance; /* of time to limit, as a factor; 0: unknown */
    bool is_bandwidth_bound;
    bool has_ratio; /* to the base: what follows */
    double ratio;
    bool has_intervals;
    tunedx_interval_t time_interval, ratio_interval;
    size_t pairs;  /* launches of both sides */
    double p;      /* corrected */
    bool p_counts; /* so many launches can have a p that is small enough */
    tunedx_verdict_t verdict;
} tunedx_compared_t;

typedef struct tunedx_compare_options {
    size_t base;         /* a side */
    const bool *measure; /* for each side: intervals are wanted */
    const bool *judge;   /* and verdicts */
    size_t resamples;
    uint64_t seed;
} tunedx_compare_options_t;

/* All zero is empty. */
typedef struct tunedx_comparison {
    const tunedx_results_t *results;
    tunedx_compared_t *items; /* sorted by cell, then side */
    size_t count;
    size_t *first; /* of each cell, and the end behind the last one */
} tunedx_comparison_t;

/* Compares all sides of sorted results with the base.  False when memory is
 * short; the comparison has to be freed in any case. */
bool tunedx_compare(const tunedx_results_t *results,
                    const tunedx_compare_options_t *options,
                    tunedx_comparison_t *comparison);

void tunedx_comparison_free(tunedx_comparison_t *comparison);

/* A side in a cell; NULL when nothing, or nothing right, was measured. */
const tunedx_compared_t *
tunedx_comparison_find(const tunedx_comparison_t *comparison, size_t cell,
                       size_t side);

/* The fastest installed side of a cell, or NULL. */
const tunedx_compared_t *
tunedx_comparison_oracle(const tunedx_comparison_t *comparison, size_t cell);

/* What can be said of a side over all cells. */
typedef struct tunedx_summary {
    size_t cells;   /* that have a base and are judged */
    double speedup; /* geometric mean of base / side; 0 without cells */
    size_t losses;  /* cells with a loss */
    size_t verdicts[TUNEDX_VERDICT_WRONG + 1];
    const tunedx_compared_t *best, *worst; /* by ratio, or NULL */
    size_t oracle_cells, oracle_losses;
    double oracle_speedup;                 /* geometric mean */
    const tunedx_compared_t *oracle_worst; /* or NULL */
    size_t bound_cells;                    /* bandwidth-bound */
    double distance, base_distance;        /* geometric means there */
    size_t fewest_pairs, most_pairs;
    size_t uncounted; /* cells whose verdict is the interval's alone */
} tunedx_summary_t;

tunedx_summary_t tunedx_comparison_sum(const tunedx_comparison_t *comparison,
                                       size_t side, size_t base);

/* How many launches a p needs to be small enough in a grid of that many
 * cells. */
size_t tunedx_launches_needed(size_t cells);

#endif
