/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scatter, linear with ranks that have to be there.
 *
 * Every message of the root ends only when its rank has begun to receive it,
 * also a short one that could wait there.  So no more ranks than the window has
 * transfers have anything unread, and the root never runs ahead of a rank.
 *
 *     p = 4, root 1       1 > 2   1 > 3   1 > 0
 *
 * Cost     (p-1) (k alpha + m beta)    m: bytes of one block, k: its segments
 * Needs    nothing
 * Source   the definition of MPI_Scatter
 */
#include "algorithms/rooted.h"

static void send_block(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                       int peer)
{
    const tunedx_span_t block = tunedx_send_block(shape, peer);
    const size_t segment = tunedx_segment_units(shape, block.units);

    for (size_t done = 0, i = 0; done < block.units; done += segment, i++) {
        tunedx_send_synchronous(s, peer, tunedx_cut(block, i, segment));
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    if (shape->rank != shape->root) {
        tunedx_scatter_linear_recv(s, shape);
        return;
    }
    for (int step = 1; step < shape->size; step++) {
        send_block(s, shape, tunedx_mod(shape->root + step, shape->size));
    }
    if (!shape->in_place) {
        tunedx_copy(s, tunedx_send_block(shape, shape->rank),
                    tunedx_output(shape));
    }
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_scatter_linear_sync = {
    .name = "linear_sync",
    .summary = "the root to every rank, once that receives",
    .parameters = parameters,
    .build = build,
    .cost = tunedx_rooted_linear_cost,
};
