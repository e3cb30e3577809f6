/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives over an intercommunicator, whose ranks reach the other group's
 * ranks only.
 *
 * Exchanges go pair by pair: with m the number of ranks in the larger group,
 * rank i of one and rank k of the other meet in step (i + k) mod m.  Each rank
 * then has one partner in a step, and all go through the steps in one order.
 *
 * Reductions meet at the two ranks 0.  What rank 0 of group A has reduced is
 * group B's, and group A waits for it; but ranks of A do not reach each other,
 * so it goes by way of B's rank 0:
 *
 *     everyone of B      vector                  to A0, which reduces
 *     A0                 result                  to B0
 *     B0                 result                  to A1, A2, ...
 *
 * and the other way round at the same time.  A barrier is the same with tokens.
 *
 * Cost     allgather, alltoall   m (alpha + n beta)
 *          rooted                p (alpha + n beta)       p: the other group
 *          allreduce, barrier    2 p (alpha + n beta) + p n gamma
 * Source   our own
 */
#include "algorithms/linear.h"

#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

/* ---- moving data ---- */

static tunedx_span_t block_of(tunedx_buffer_t buffer, int block)
{
    return (tunedx_span_t){
        .buffer = buffer,
        .block = block,
        .units = TUNEDX_WHOLE,
    };
}

/* Everyone with everyone.  `one`: all get the same block. */
static void exchange(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                     bool one)
{
    const int steps =
        shape->size > shape->local_size ? shape->size : shape->local_size;

    for (int step = 0; step < steps; step++) {
        const int peer = tunedx_mod(step - shape->rank, steps);

        if (peer < shape->size) {
            tunedx_send(s, peer, block_of(TUNEDX_SEND_BUFFER, one ? 0 : peer));
            tunedx_recv(s, peer, block_of(TUNEDX_RECV_BUFFER, peer));
        }
    }
}

/* From the root to the other group, or from there to the root.  `one`: there is
 * one block at the root, for all. */
static void star(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                 bool from_root, bool one, tunedx_buffer_t at_root)
{
    if (shape->root >= 0 && from_root) {
        tunedx_recv(s, shape->root, block_of(TUNEDX_RECV_BUFFER, 0));
    } else if (shape->root >= 0) {
        tunedx_send(s, shape->root, block_of(TUNEDX_SEND_BUFFER, 0));
    }
    for (int i = 0; shape->root == TUNEDX_ROOT_IS_SELF && i < shape->size;
         i++) {
        const tunedx_span_t block = block_of(at_root, one ? 0 : i);

        if (from_root) {
            tunedx_send(s, i, block);
        } else {
            tunedx_recv(s, i, block);
        }
    }
}

/* ---- reducing ---- */

static tunedx_span_t vector(tunedx_buffer_t buffer, size_t units)
{
    return (tunedx_span_t){.buffer = buffer, .units = units};
}

/* Receives the other group's vectors and reduces them in the order of its
 * ranks; of a barrier's tokens only their coming counts. */
static void reduce_others(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          tunedx_span_t result)
{
    tunedx_recv(s, 0, result);
    for (int i = 1; i < shape->size; i++) {
        if (shape->collective == TUNEDX_BARRIER) {
            tunedx_recv(s, i, result);
        } else {
            tunedx_recv_reduce(s, i, result, result, TUNEDX_FROM_HIGHER);
        }
    }
}

/* Lets every rank have the reduction of the other group in `result`. */
static void reduce_for_all(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           tunedx_span_t input, tunedx_span_t result)
{
    tunedx_send(s, 0, input);
    if (shape->rank != 0) {
        tunedx_recv(s, 0, result);
        return;
    }
    reduce_others(s, shape, result);
    if (shape->local_size > 1) {
        tunedx_send(s, 0, result);
    }
    if (shape->size > 1) {
        const tunedx_span_t theirs = tunedx_scratch(s, result.units);

        tunedx_recv(s, 0, theirs);
        for (int i = 1; i < shape->size; i++) {
            tunedx_send(s, i, theirs);
        }
    }
}

/* Blocks of the result differ from rank to rank, and the other group does not
 * know their lengths: every rank gets the whole and takes its own. */
static void reduce_scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    size_t first = 0, units = shape->units, total = 0;

    if (shape->collective == TUNEDX_REDUCE_SCATTER) {
        units = shape->block_units[shape->rank];
    }
    for (int i = 0; i < shape->local_size; i++) {
        const size_t block = shape->collective == TUNEDX_REDUCE_SCATTER
                                 ? shape->block_units[i]
                                 : shape->units;

        first += i < shape->rank ? block : 0;
        total += block;
    }
    const tunedx_span_t result = tunedx_scratch(s, total);

    reduce_for_all(s, shape, vector(TUNEDX_SEND_BUFFER, total), result);
    tunedx_copy(s, tunedx_part(result, first, units),
                vector(TUNEDX_RECV_BUFFER, units));
}

static void reduce(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    if (shape->root == TUNEDX_ROOT_IS_SELF) {
        reduce_others(s, shape, vector(TUNEDX_RECV_BUFFER, shape->units));
    } else if (shape->root >= 0) {
        tunedx_send(s, shape->root, vector(TUNEDX_SEND_BUFFER, shape->units));
    }
}

static void barrier(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    reduce_for_all(s, shape, vector(TUNEDX_RECV_BUFFER, 1),
                   tunedx_scratch(s, 1));
}

/* ---- all of them ---- */

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    switch (shape->collective) {
    case TUNEDX_ALLGATHER:
    case TUNEDX_ALLGATHERV:
        exchange(s, shape, true);
        break;
    case TUNEDX_ALLTOALL:
    case TUNEDX_ALLTOALLV:
    case TUNEDX_ALLTOALLW:
        exchange(s, shape, false);
        break;
    case TUNEDX_BCAST:
        star(s, shape, true, true, TUNEDX_RECV_BUFFER);
        break;
    case TUNEDX_SCATTER:
    case TUNEDX_SCATTERV:
        star(s, shape, true, false, TUNEDX_SEND_BUFFER);
        break;
    case TUNEDX_GATHER:
    case TUNEDX_GATHERV:
        star(s, shape, false, false, TUNEDX_RECV_BUFFER);
        break;
    case TUNEDX_ALLREDUCE:
        reduce_for_all(s, shape, vector(TUNEDX_SEND_BUFFER, shape->units),
                       vector(TUNEDX_RECV_BUFFER, shape->units));
        break;
    case TUNEDX_REDUCE:
        reduce(s, shape);
        break;
    case TUNEDX_REDUCE_SCATTER:
    case TUNEDX_REDUCE_SCATTER_BLOCK:
        reduce_scatter(s, shape);
        break;
    case TUNEDX_BARRIER:
        barrier(s, shape);
        break;
    default:
        tunedx_schedule_fail(s, TUNEDX_BAD_STEP);
        break;
    }
}

tunedx_error_t tunedx_build_inter(const tunedx_shape_t *shape, int window,
                                  tunedx_program_t **program)
{
    const tunedx_window_t width = tunedx_window_of(window);
    tunedx_schedule_t *s = tunedx_schedule_create(shape);

    if (s == NULL) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    build(s, shape);
    return tunedx_schedule_finish(s, &width, program);
}
