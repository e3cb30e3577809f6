/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Results of benchmarks: what launches of a measuring program have measured.
 *
 * A launch is one job.  Its system is what has to be alike where times are
 * compared: the machine, the network, the order of ranks, how calls begin.  A
 * cell is a call on a system, a side is what served it (tunedx, Open MPI
 * without it, one of coll/tuned's algorithms ...), and a run is what one launch
 * measured of one side in one cell.
 */
#ifndef TUNEDX_RESULTS_H
#define TUNEDX_RESULTS_H

#include "model/limit.h"
#include "schedule/arena.h"

#include <stdint.h>

typedef struct tunedx_system {
    const char *machine, *network, *order, *start;
} tunedx_system_t;

typedef struct tunedx_launch {
    const char *time; /* of its begin, as 2026-11-28T18:40:12.5Z */
    const char *library, *version, *path;
    size_t line; /* where it begins in the file */
    size_t system;
    int ranks, nodes, ppn;
    double load;
    size_t seed;
    tunedx_transfer_t *transfers; /* sorted by bytes */
    size_t transfers_count, transfers_room;
} tunedx_launch_t;

/* Who is the root of a call that has one. */
typedef enum tunedx_root_class {
    TUNEDX_ROOT_NONE,
    TUNEDX_ROOT_FIRST, /* rank 0 */
    TUNEDX_ROOT_OTHER,
    TUNEDX_ROOT_ROTATING /* another one in each call */
} tunedx_root_class_t;

typedef struct tunedx_cell {
    tunedx_collective_t collective;
    const char *operation; /* "" where nothing is reduced */
    tunedx_root_class_t root;
    size_t system;
    int ranks, nodes, ppn;
    size_t bytes; /* as rules mean it */
} tunedx_cell_t;

typedef struct tunedx_run {
    const tunedx_cell_t *call;
    size_t cell, side, launch; /* indices; cell: once they are sorted */
    const char *method;        /* "" when unknown */
    double *usec;              /* of each call, sorted, microseconds */
    size_t count;              /* at least 1 */
    double median;             /* of them */
    double slowest; /* median of the slowest rank's own; 0: unknown */
    bool is_wrong;  /* some call gave a wrong result */
} tunedx_run_t;

/* All zero is empty.  Texts and all else live in the arena. */
typedef struct tunedx_results {
    tunedx_arena_t arena;
    tunedx_system_t *systems;
    size_t systems_count, systems_room;
    tunedx_launch_t *launches;
    size_t launches_count, launches_room;
    tunedx_cell_t *cells; /* once they are sorted */
    size_t cells_count;
    const char **sides;
    size_t sides_count, sides_room;
    tunedx_run_t *runs;
    size_t runs_count, runs_room;
} tunedx_results_t;

/* What cannot be found. */
#define TUNEDX_NOT_THERE SIZE_MAX

/* Functions that add copy what they are given, texts too.  They, and what
 * sorts, return false when memory is short. */

/* Begins a launch, of which the texts of its system are `system`. */
bool tunedx_results_add_launch(tunedx_results_t *results,
                               const tunedx_launch_t *launch,
                               const tunedx_system_t *system);

/* Whether such a launch is there: by its time, size and library. */
bool tunedx_results_have_launch(const tunedx_results_t *results,
                                const tunedx_launch_t *launch);

/* Adds a transfer of the newest launch, or replaces that of the same size. */
bool tunedx_results_add_transfer(tunedx_results_t *results,
                                 tunedx_transfer_t transfer);

/* Adds what the newest launch measured of a side: of `run` the method, the
 * calls, in any order, the slowest and whether it was wrong are looked at, of
 * `cell` the system is filled in. */
bool tunedx_results_add_run(tunedx_results_t *results,
                            const tunedx_cell_t *cell, const char *side,
                            const tunedx_run_t *run);

/* Sorts runs by cell, side and time of their launch, cells by system,
 * collective, operation, root, ranks, nodes, ranks per node and bytes, and puts
 * runs of one launch, cell and side (with other roots, say) together.  Nothing
 * may be added behind that; what follows wants it done. */
bool tunedx_results_sort(tunedx_results_t *results);

/* The index of a side, or TUNEDX_NOT_THERE. */
size_t tunedx_results_side(const tunedx_results_t *results, const char *side);

/* The index of a cell that is like this one, or TUNEDX_NOT_THERE. */
size_t tunedx_results_find(const tunedx_results_t *results,
                           const tunedx_cell_t *cell);

/* Below, at or above 0 in that order. */
int tunedx_cell_compare(const tunedx_cell_t *a, const tunedx_cell_t *b);

/* Whether cells differ at most in bytes. */
bool tunedx_cell_is_beside(const tunedx_cell_t *a, const tunedx_cell_t *b);

/* Whether they differ at most in bytes, ranks, nodes and ranks per node. */
bool tunedx_cell_is_like(const tunedx_cell_t *a, const tunedx_cell_t *b);

/* Whether a side is one of those that come with Open MPI, the best of which is
 * the oracle: default, tuned:..., han, adapt, sm, basic. */
bool tunedx_side_is_installed(const char *side);

/* The least time of the cell in microseconds by the launch's transfers; 0 when
 * that says nothing. */
double tunedx_launch_limit(const tunedx_launch_t *launch,
                           const tunedx_cell_t *cell);

/* Whether links are what limits the cell: the limit is at least twice as long
 * as it takes to double what a host knows until all know it. */
bool tunedx_launch_is_bandwidth_bound(const tunedx_launch_t *launch,
                                      const tunedx_cell_t *cell);

void tunedx_results_free(tunedx_results_t *results);

#endif
