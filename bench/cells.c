/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See cells.h.
 *
 * A block is a number of calls in a loop.  Blocks of the two sides alternate,
 * and the one that begins does so too (A B B A), so that slow changes of the
 * machine meet both alike.  All cells take their turn in each round, so that a
 * bad minute does not hit one cell alone.
 *
 * Before a block all ranks meet in a barrier of the other side, whichever side
 * is timed; a block's time is that of the slowest rank.
 */
#include "bench/cells.h"
#include "bench/contents.h"

#include <math.h>
#include <stdlib.h>

/* What is timed on a side of a cell. */
static bool open_operation(const bench_arena_t *arena, bench_cell_t *cell,
                           int side)
{
    const bool own = side == BENCH_OTHER && arena->options->against_blocking;

    cell->operations[side] = (bench_operation_t){
        .collective = cell->collective,
        .form = own ? BENCH_BLOCKING : arena->options->form,
        .bytes = cell->bytes,
        .roots = cell->rotating ? arena->size : 1,
        .buffers = &arena->buffers,
        .communicator = arena->sides[own ? BENCH_TUNEDX : side],
    };
    return bench_operation_open(&cell->operations[side]);
}

static bool add_cell(bench_arena_t *arena, bench_collective_t collective,
                     size_t bytes, bool rotating)
{
    const bench_options_t *options = arena->options;
    const size_t blocks = (size_t)options->pairs * (size_t)options->rounds;
    bench_cell_t *cell = &arena->cells[arena->count++];

    *cell = (bench_cell_t){
        .collective = collective,
        .bytes = bytes,
        .rotating = rotating,
        .times = {calloc(blocks, sizeof(double)),
                  calloc(blocks, sizeof(double))},
    };
    return open_operation(arena, cell, BENCH_TUNEDX) &&
           open_operation(arena, cell, BENCH_OTHER) && cell->times[0] != NULL &&
           cell->times[1] != NULL;
}

bool bench_cells_create(bench_arena_t *arena)
{
    const bench_options_t *options = arena->options;
    const size_t most = 2 * (size_t)options->sizes_count * BENCH_COLLECTIVES;
    bool done = true;

    arena->cells = calloc(most, sizeof *arena->cells);
    for (int i = 0; i < BENCH_COLLECTIVES && arena->cells != NULL; i++) {
        const bench_collective_t collective = (bench_collective_t)i;
        const bool has_root = bench_collective_is_rooted(collective);
        const int sizes =
            collective == BENCH_BARRIER ? 1 : options->sizes_count;

        for (int k = 0; k < sizes && options->collectives[i]; k++) {
            const size_t bytes =
                collective == BENCH_BARRIER ? 0 : options->sizes[k];
            const size_t unit =
                bench_operation_unit(collective, BENCH_SUM, arena->size);

            if (bytes % unit != 0) {
                continue; /* blocks that differ */
            }
            if (!has_root || options->root_fixed) {
                done = add_cell(arena, collective, bytes, false) && done;
            }
            if (has_root && options->root_rotating) {
                done = add_cell(arena, collective, bytes, true) && done;
            }
        }
    }
    return arena->cells != NULL && done;
}

void bench_cells_free(bench_arena_t *arena)
{
    for (int i = 0; i < arena->count; i++) {
        for (int side = 0; side < BENCH_SIDES; side++) {
            bench_operation_close(&arena->cells[i].operations[side]);
            free(arena->cells[i].times[side]);
        }
    }
    free(arena->cells);
    arena->cells = NULL;
    arena->count = 0;
}

/* ---- timing ---- */

/* Microseconds of one call, on this rank, over a block of `calls`. */
static double time_block(const bench_arena_t *arena, const bench_cell_t *cell,
                         int side, int calls)
{
    const bench_operation_t *operation = &cell->operations[side];
    const MPI_Comm other = arena->sides[BENCH_OTHER];
    const bool barrier = arena->options->barrier;
    int root = 0;

    MPI_Barrier(other);
    const uint64_t begin = bench_now();
    for (int i = 0; i < calls; i++) {
        if (barrier) {
            MPI_Barrier(other);
        }
        bench_call(operation, root);
        if (++root == operation->roots) {
            root = 0;
        }
    }
    return 1e-3 * (double)(bench_now() - begin) / calls;
}

/* So many calls that a block takes as long as it should; the same on all
 * ranks, and every rank is the root equally often. */
static void choose_calls(const bench_arena_t *arena, bench_cell_t *cell)
{
    enum { TRIALS = 5, LEAST = 5, MOST = 100000 };
    const MPI_Comm other = arena->sides[BENCH_OTHER];
    double each[TRIALS];

    time_block(arena, cell, BENCH_TUNEDX, arena->size);
    for (int i = 0; i < TRIALS; i++) {
        each[i] = time_block(arena, cell, BENCH_OTHER, 2 * arena->size);
    }
    MPI_Allreduce(MPI_IN_PLACE, each, TRIALS, MPI_DOUBLE, MPI_MAX, other);
    const double calls = arena->options->microseconds /
                         (bench_summarize(each, TRIALS).median + 1e-3);

    cell->calls = calls > MOST ? MOST : calls < LEAST ? LEAST : (int)calls;
    if (cell->rotating) {
        cell->calls += arena->size - 1;
        cell->calls -= cell->calls % arena->size;
    }
}

static void time_cell(const bench_arena_t *arena, bench_cell_t *cell)
{
    if (cell->calls == 0) {
        choose_calls(arena, cell);
    }
    time_block(arena, cell, BENCH_TUNEDX, cell->calls);
    time_block(arena, cell, BENCH_OTHER, cell->calls);
    for (int i = 0; i < arena->options->pairs; i++) {
        const int first = i % 2;

        for (int k = 0; k < BENCH_SIDES; k++) {
            const int side = k == 0 ? first : 1 - first;

            cell->times[side][cell->blocks] =
                time_block(arena, cell, side, cell->calls);
        }
        cell->blocks++;
    }
}

static void check_cell(const bench_arena_t *arena, bench_cell_t *cell)
{
    int right = 1;

    for (int side = 0; side < BENCH_SIDES; side++) {
        const bench_operation_t *operation = &cell->operations[side];

        for (int root = 0; root < operation->roots; root++) {
            right = bench_check(operation, root) && right;
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN,
                  arena->sides[BENCH_OTHER]);
    cell->is_right = right;
}

void bench_cells_time(bench_arena_t *arena)
{
    for (int round = 0; round < arena->options->rounds; round++) {
        for (int i = 0; i < arena->count; i++) {
            time_cell(arena, &arena->cells[i]);
        }
    }
    for (int i = 0; i < arena->count; i++) {
        check_cell(arena, &arena->cells[i]);
    }
}

/* ---- summing up ---- */

static void summarize(bench_cell_t *cell)
{
    double *const *times = cell->times;
    const size_t blocks = (size_t)cell->blocks;

    /* The ratios need the pairs, so they come before anything is sorted. */
    double *ratios = malloc(blocks * sizeof *ratios);
    if (ratios == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        return;
    }
    for (size_t i = 0; i < blocks; i++) {
        ratios[i] = times[BENCH_TUNEDX][i] / times[BENCH_OTHER][i];
    }
    cell->ratio = bench_summarize(ratios, blocks);
    free(ratios);
    for (int side = 0; side < BENCH_SIDES; side++) {
        cell->median[side] = bench_summarize(times[side], blocks).median;
    }
}

void bench_cells_collect(bench_arena_t *arena)
{
    for (int i = 0; i < arena->count; i++) {
        bench_cell_t *cell = &arena->cells[i];

        for (int side = 0; side < BENCH_SIDES; side++) {
            const void *own =
                arena->rank == 0 ? MPI_IN_PLACE : cell->times[side];

            MPI_Reduce(own, cell->times[side], cell->blocks, MPI_DOUBLE,
                       MPI_MAX, 0, arena->sides[BENCH_OTHER]);
        }
        if (arena->rank == 0) {
            summarize(cell);
        }
    }
}
