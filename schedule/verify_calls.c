/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What each collective gives to its ranks and asks of them, as MPI has it.
 */
#include "schedule/verify_parts.h"

#include <string.h>

/* What a rank's buffer holds. */
typedef enum extent {
    NOTHING,
    BLOCK,  /* this rank's block */
    VECTOR, /* the whole vector or message */
    ALL,    /* the blocks of all ranks */
    ROW,    /* what this rank sends to each: row `rank` of the table */
    COLUMN  /* what it gets from each: column `rank` of the table */
} extent_t;

/* By send and receive buffer. */
typedef struct sides {
    extent_t extents[2];
    bool only_at_root[2];
} sides_t;

static const sides_t sides[TUNEDX_COLLECTIVES] = {
    [TUNEDX_ALLGATHER] = {.extents = {BLOCK, ALL}},
    [TUNEDX_ALLGATHERV] = {.extents = {BLOCK, ALL}},
    [TUNEDX_ALLREDUCE] = {.extents = {VECTOR, VECTOR}},
    [TUNEDX_ALLTOALL] = {.extents = {ALL, ALL}},
    [TUNEDX_ALLTOALLV] = {.extents = {ROW, COLUMN}},
    [TUNEDX_ALLTOALLW] = {.extents = {ROW, COLUMN}},
    [TUNEDX_BARRIER] = {.extents = {NOTHING, VECTOR}},
    [TUNEDX_BCAST] = {.extents = {NOTHING, VECTOR}},
    [TUNEDX_EXSCAN] = {.extents = {VECTOR, VECTOR}},
    [TUNEDX_GATHER] = {.extents = {BLOCK, ALL}, .only_at_root = {false, true}},
    [TUNEDX_GATHERV] = {.extents = {BLOCK, ALL}, .only_at_root = {false, true}},
    [TUNEDX_REDUCE] = {.extents = {VECTOR, VECTOR},
                       .only_at_root = {false, true}},
    [TUNEDX_REDUCE_SCATTER] = {.extents = {ALL, BLOCK}},
    [TUNEDX_REDUCE_SCATTER_BLOCK] = {.extents = {ALL, BLOCK}},
    [TUNEDX_SCAN] = {.extents = {VECTOR, VECTOR}},
    [TUNEDX_SCATTER] = {.extents = {ALL, BLOCK}, .only_at_root = {true, false}},
    [TUNEDX_SCATTERV] = {.extents = {ALL, BLOCK},
                         .only_at_root = {true, false}},
};

static bool is_scatter(const tunedx_shape_t *shape)
{
    return shape->collective == TUNEDX_SCATTER ||
           shape->collective == TUNEDX_SCATTERV;
}

static bool is_reduce_scatter(const tunedx_shape_t *shape)
{
    return shape->collective == TUNEDX_REDUCE_SCATTER ||
           shape->collective == TUNEDX_REDUCE_SCATTER_BLOCK;
}

static bool is_gather(const tunedx_shape_t *shape)
{
    return shape->collective == TUNEDX_ALLGATHER ||
           shape->collective == TUNEDX_ALLGATHERV ||
           shape->collective == TUNEDX_GATHER ||
           shape->collective == TUNEDX_GATHERV;
}

static extent_t extent_of(const tunedx_shape_t *shape, tunedx_buffer_t buffer)
{
    const sides_t *of = &sides[shape->collective];
    const tunedx_buffer_t absent =
        is_scatter(shape) ? TUNEDX_RECV_BUFFER : TUNEDX_SEND_BUFFER;

    if (of->only_at_root[buffer] && shape->rank != shape->root) {
        return NOTHING;
    }
    if (shape->in_place && buffer == absent) {
        return NOTHING;
    }
    if (shape->in_place && is_reduce_scatter(shape)) {
        return ALL; /* the input is longer than the result */
    }
    if (shape->collective == TUNEDX_EXSCAN && shape->rank == 0 &&
        !shape->in_place && buffer == TUNEDX_RECV_BUFFER) {
        return NOTHING; /* not significant: it may not even exist */
    }
    return of->extents[buffer];
}

/* ---- layouts ---- */

/* `blocks` blocks; units of the next one `stride` further on. */
static bool set_layout(tunedx_layout_t *layout, tunedx_arena_t *arena,
                       int blocks, const size_t *units, int stride)
{
    size_t *starts =
        tunedx_arena_take_array(arena, (size_t)blocks + 1, sizeof *starts);

    if (starts == NULL) {
        return false;
    }
    for (int i = 0; i < blocks; i++) {
        const size_t length = units[(size_t)i * (size_t)stride];

        if (length > SIZE_MAX - 1 - starts[i]) {
            return false;
        }
        starts[i + 1] = starts[i] + length;
    }
    *layout = (tunedx_layout_t){.blocks = blocks, .starts = starts};
    return true;
}

/* All blocks, of a regular collective or with block lengths. */
static bool set_all(tunedx_layout_t *layout, tunedx_arena_t *arena,
                    const tunedx_job_t *job, const tunedx_shape_t *shape)
{
    const size_t ranks = (size_t)job->size;

    if (!tunedx_collective_is_irregular(shape->collective)) {
        const size_t units = shape->units * ranks;

        return shape->units <= SIZE_MAX / ranks &&
               set_layout(layout, arena, 1, &units, 1);
    }
    if (!set_layout(layout, arena, job->size, job->block_units, 1)) {
        return false;
    }
    if (is_reduce_scatter(shape)) { /* the input is one vector */
        return set_layout(layout, arena, 1, &layout->starts[job->size], 1);
    }
    return true;
}

static bool set_side(tunedx_call_t *call, tunedx_buffer_t buffer,
                     tunedx_arena_t *arena)
{
    const tunedx_job_t *job = call->job;
    const tunedx_shape_t *shape = call->shape;
    const size_t rank = (size_t)shape->rank, nothing = 0;
    const bool irregular = tunedx_collective_is_irregular(shape->collective);
    tunedx_layout_t *layout = &call->layouts[buffer];

    switch (extent_of(shape, buffer)) {
    case NOTHING:
        return set_layout(layout, arena, 1, &nothing, 1);
    case BLOCK:
        return set_layout(layout, arena, 1,
                          irregular ? &job->block_units[rank] : &shape->units,
                          1);
    case VECTOR:
        return set_layout(layout, arena, 1, &shape->units, 1);
    case ALL:
        return set_all(layout, arena, job, shape);
    case ROW:
        return set_layout(layout, arena, job->size,
                          &job->block_units[rank * (size_t)job->size], 1);
    case COLUMN:
        return set_layout(layout, arena, job->size, &job->block_units[rank],
                          job->size);
    }
    return false;
}

tunedx_area_t tunedx_call_area(const tunedx_call_t *call,
                               const tunedx_span_t *span)
{
    const size_t *starts = &call->layouts[span->buffer].starts[span->block];

    return (tunedx_area_t){
        .buffer = span->buffer,
        .first = starts[0] + span->first,
        .units =
            span->units == TUNEDX_WHOLE ? starts[1] - starts[0] : span->units,
    };
}

/* ---- blocks ---- */

/* Units of block `block` of those that rank `rank` has all of. */
static size_t block_units(const tunedx_call_t *call, int block)
{
    return tunedx_collective_is_irregular(call->shape->collective)
               ? call->job->block_units[block]
               : call->shape->units;
}

/* Where block `block` begins in a buffer that holds all of them. */
static size_t block_first(const tunedx_call_t *call, tunedx_buffer_t buffer,
                          int block)
{
    const tunedx_layout_t *layout = &call->layouts[buffer];
    size_t first = 0;

    if (!tunedx_collective_is_irregular(call->shape->collective)) {
        return (size_t)block * call->shape->units;
    }
    if (!is_reduce_scatter(call->shape)) {
        return layout->starts[block];
    }
    for (int i = 0; i < block; i++) {
        first += call->job->block_units[i];
    }
    return first;
}

/* ---- inputs ---- */

static bool has_input(const tunedx_shape_t *shape)
{
    const bool one_source =
        shape->collective == TUNEDX_BCAST || is_scatter(shape);

    return shape->collective != TUNEDX_BARRIER &&
           (!one_source || shape->rank == shape->root);
}

static void set_input(tunedx_call_t *call)
{
    const tunedx_shape_t *shape = call->shape;

    call->input = TUNEDX_SEND_BUFFER;
    if (!has_input(shape)) {
        return;
    }
    if (shape->collective == TUNEDX_BCAST ||
        (shape->in_place && !is_scatter(shape))) {
        call->input = TUNEDX_RECV_BUFFER;
    }
    const tunedx_layout_t *layout = &call->layouts[call->input];

    call->input_units = layout->starts[layout->blocks];
    if (shape->in_place && is_gather(shape)) {
        call->input_first = block_first(call, call->input, shape->rank);
        call->input_units = block_units(call, shape->rank);
    }
}

tunedx_call_t *tunedx_calls_make(const tunedx_job_t *job, tunedx_arena_t *arena)
{
    tunedx_call_t *calls =
        tunedx_arena_take_array(arena, (size_t)job->size, sizeof *calls);

    for (int rank = 0; calls != NULL && rank < job->size; rank++) {
        tunedx_call_t *call = &calls[rank];
        const tunedx_program_t *program = job->programs[rank];

        call->job = job;
        call->shape = &job->shapes[rank];
        if (!set_side(call, TUNEDX_SEND_BUFFER, arena) ||
            !set_side(call, TUNEDX_RECV_BUFFER, arena) ||
            !set_layout(&call->layouts[TUNEDX_SCRATCH_BUFFER], arena,
                        program->slots, program->slot_units, 1)) {
            return NULL;
        }
        set_input(call);
    }
    return calls;
}

/* ---- outputs ---- */

/* What the sets of the reductions are: ranks 0 to the one returned. */
static int last_contributor(const tunedx_shape_t *shape)
{
    switch (shape->collective) {
    case TUNEDX_SCAN:
        return shape->rank;
    case TUNEDX_EXSCAN: /* in place, rank 0's buffer stays as it is */
        return shape->rank == 0 && shape->in_place ? 0 : shape->rank - 1;
    case TUNEDX_REDUCE:
        return shape->rank == shape->root ? shape->size - 1 : -1;
    default:
        return shape->size - 1;
    }
}

static bool reduction_output(const tunedx_call_t *call, int index,
                             tunedx_sets_t *sets, tunedx_run_t *output)
{
    const tunedx_shape_t *shape = call->shape;
    const int last = last_contributor(shape);

    if (index > 0 || last < 0) {
        return false;
    }
    *output = (tunedx_run_t){
        .units = shape->units,
        .set = tunedx_sets_range(sets, 0, last),
    };
    if (is_reduce_scatter(shape)) {
        output->units = block_units(call, shape->rank);
        output->position = block_first(call, call->input, shape->rank);
    }
    return true;
}

/* The block that comes from rank `source` and stands `first` units into the
 * receive buffer. */
static tunedx_run_t moved_block(const tunedx_call_t *calls, int rank,
                                int source, size_t first, tunedx_sets_t *sets)
{
    const tunedx_call_t *call = &calls[rank], *from = &calls[source];
    const sides_t *of = &sides[call->shape->collective];
    tunedx_run_t run = {
        .first = first,
        .units = block_units(call, is_gather(call->shape) ? source : rank),
        .set = tunedx_sets_range(sets, source, source),
    };

    if (call->shape->collective == TUNEDX_BCAST) {
        run.units = call->shape->units;
    } else if (!is_gather(call->shape)) {
        run.position = block_first(from, from->input, rank);
    }
    if (of->extents[TUNEDX_SEND_BUFFER] == ROW) {
        run.units =
            call->job->block_units[(size_t)source * (size_t)call->job->size +
                                   (size_t)rank];
    }
    return run;
}

bool tunedx_calls_output(const tunedx_call_t *calls, int rank, int index,
                         tunedx_sets_t *sets, tunedx_run_t *output)
{
    const tunedx_call_t *call = &calls[rank];
    const tunedx_shape_t *shape = call->shape;

    if (tunedx_collective_is_reduction(shape->collective)) {
        return reduction_output(call, index, sets, output);
    }
    switch (shape->collective) {
    case TUNEDX_BARRIER:
        return false;
    case TUNEDX_BCAST:
    case TUNEDX_SCATTER:
    case TUNEDX_SCATTERV:
        if (index > 0 || (is_scatter(shape) && shape->in_place)) {
            return false;
        }
        *output = moved_block(calls, rank, shape->root, 0, sets);
        return true;
    default: /* a block from every rank */
        if (index == shape->size ||
            extent_of(shape, TUNEDX_RECV_BUFFER) == NOTHING) {
            return false;
        }
        *output =
            moved_block(calls, rank, index,
                        block_first(call, TUNEDX_RECV_BUFFER, index), sets);
        return true;
    }
}
