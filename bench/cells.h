/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cells: a collective, a size and a root; what was measured for them.
 */
#ifndef TUNEDX_BENCH_CELLS_H
#define TUNEDX_BENCH_CELLS_H

#include "bench/options.h"
#include "bench/statistics.h"

enum { BENCH_TUNEDX, BENCH_OTHER, BENCH_SIDES };

typedef struct bench_cell {
    bench_collective_t collective;
    size_t bytes;
    bool rotating; /* the root moves on with each call */
    int calls;     /* in a block */
    int blocks;    /* taken so far, of each side */
    bench_operation_t operations[BENCH_SIDES];
    bool is_right; /* what it computed was, on all ranks (known to rank 0) */
    /* Microseconds of one call, for each block; bench_cells_collect makes
     * those of rank 0 the ones of the slowest rank. */
    double *times[BENCH_SIDES];
    double median[BENCH_SIDES];
    bench_summary_t ratio; /* tunedx to the other, of each pair of blocks */
} bench_cell_t;

/* The two communicators, and what all cells share.  The side without tunedx is
 * there also where nothing of it is timed: ranks meet on it. */
typedef struct bench_arena {
    MPI_Comm sides[BENCH_SIDES];
    bench_buffers_t buffers;
    const bench_options_t *options;
    int rank, size;
    bench_cell_t *cells;
    int count;
} bench_arena_t;

/* The cells that the options name, and their persistent operations: the sides
 * and the buffers have to be there.  False when memory is short. */
bool bench_cells_create(bench_arena_t *arena);
void bench_cells_free(bench_arena_t *arena);

/* Times all cells, then checks their results. */
void bench_cells_time(bench_arena_t *arena);

/* Brings the numbers to rank 0 and summarizes them there. */
void bench_cells_collect(bench_arena_t *arena);

#endif
