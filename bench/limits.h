/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the program limits times: private to it.
 */
#ifndef TUNEDX_BENCH_LIMITS_H
#define TUNEDX_BENCH_LIMITS_H

#include "bench/calls.h"

enum { LIMITS_TUNEDX, LIMITS_OTHER, LIMITS_SIDES };
enum { LIMITS_MOST_CELLS = 64, LIMITS_MOST_REPETITIONS = 1000 };

typedef enum limits_kind {
    LIMITS_TRANSFER, /* rank 0 sends to a rank on another host */
    LIMITS_EXCHANGE, /* all ranks in pairs, 0 with 1, 2 with 3 ... */
    LIMITS_COLLECTIVE
} limits_kind_t;

/* A line of the table.  Transfers and exchanges know no sides: they have the
 * first only. */
typedef struct limits_cell {
    limits_kind_t kind;
    bench_operation_t operations[LIMITS_SIDES]; /* also holds the bytes */
    size_t piece; /* of exchanges; as long as the whole if not cut */
    int transfer; /* the cell that moves as many bytes between two ranks */
    double *times[LIMITS_SIDES]; /* milliseconds, one for each repetition */
    double median[LIMITS_SIDES];
    double limit; /* milliseconds; 0 if none is known */
    bool is_right;
} limits_cell_t;

typedef struct limits_job {
    int rank, size;
    int hosts; /* on which the ranks are */
    int other; /* the first rank that is not on the host of rank 0, or 0 */
    int repetitions;
    bool alone; /* tunedx only */
    MPI_Comm sides[LIMITS_SIDES];
    bench_buffers_t buffers;
    limits_cell_t cells[LIMITS_MOST_CELLS];
    int count;
} limits_job_t;

/* Sets hosts and other.  All ranks call it. */
void limits_find_hosts(limits_job_t *job);

/* How many sides of a cell are timed. */
int limits_sides(const limits_job_t *job, const limits_cell_t *cell);

/* Times all cells, by turns, and checks results.  All ranks call it; times are
 * known to all.  A time is from the first rank's entry to the last rank's exit,
 * by the one clock that all of them share. */
void limits_measure(limits_job_t *job);

/* Sets median and limit of all cells. */
void limits_sum_up(limits_job_t *job);

#endif
