/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, circulant graph.
 *
 * Each rank keeps the blocks in the order own, own + 1, own + 2, ...  In each
 * round it passes the first ones, as one message, as far down as it holds
 * blocks.  How many it holds is the number of ranks halved some times, rounding
 * up, so messages grow evenly; Bruck's double, and the last one has the rest.
 * In the end the blocks are turned into place.
 *
 *     p = 5      rank 0   rank 1   rank 2   rank 3   rank 4
 *     start      0        1        2        3        4
 *     1 down     01       12       23       34       40
 *     2 down     012      123      234      340      401
 *     3 down     01234    12340    23401    34012    40123
 *
 * Cost     ceil(log2 p) alpha + (p-1) m beta        m: bytes of one block
 * Needs    nothing
 * Source   Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce
 *          Algorithms, 2024
 */
#include "algorithms/circle.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t held = tunedx_circle_room(s, shape);

    tunedx_copy(s, tunedx_input(shape), tunedx_part(held, 0, shape->units));
    tunedx_circle_gather(s, shape, held);
}

const tunedx_algorithm_t tunedx_allgather_circulant = {
    .name = "circulant",
    .summary = "log2 p rounds, messages that grow evenly",
    .build = build,
    .cost = tunedx_circle_gather_cost,
};
