/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather, linear.
 *
 * Every rank sends its block to the root, which receives each where it
 * belongs, the next rank's first.  It has as many receives posted as the
 * window allows, so no more ranks than that send long blocks at a time.  Where
 * blocks are cut, all segments of one come before the first of the next.
 *
 *     p = 4, root 1       2 > 1   3 > 1   0 > 1
 *
 * Cost     (p-1) (k alpha + m beta)    m: bytes of one block, k: its segments
 * Needs    nothing
 * Source   the definition of MPI_Gather
 */
#include "algorithms/rooted.h"

static void send_own(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t block = tunedx_input(shape);
    const size_t segment = tunedx_segment_units(shape, block.units);

    for (size_t done = 0, i = 0; done < block.units; done += segment, i++) {
        tunedx_send(s, shape->root, tunedx_cut(block, i, segment));
    }
}

static void recv_block(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                       int peer)
{
    const tunedx_span_t block = tunedx_recv_block(shape, peer);
    const size_t segment = tunedx_segment_units(shape, block.units);

    for (size_t done = 0, i = 0; done < block.units; done += segment, i++) {
        tunedx_recv(s, peer, tunedx_cut(block, i, segment));
    }
}

void tunedx_gather_linear_build(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape)
{
    if (shape->rank != shape->root) {
        send_own(s, shape);
        return;
    }
    for (int step = 1; step < shape->size; step++) {
        recv_block(s, shape, tunedx_mod(shape->root + step, shape->size));
    }
    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, shape->rank));
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_gather_linear = {
    .name = "linear",
    .summary = "every rank to the root, long messages or few ranks",
    .tuned_id = 1, /* there it is called basic_linear */
    .parameters = parameters,
    .build = tunedx_gather_linear_build,
    .cost = tunedx_rooted_linear_cost,
};
