/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgatherv, circulant graph.
 *
 * In each round a rank holds its own block and those of the ranks that follow
 * it, some number of them, and passes the first ones as far down as it holds
 * blocks.  Blocks are in place from the start; lengths come with the call, and
 * blocks may stand apart, so each is a message.  A block reaches everyone after
 * as many hops as there are rounds, where a ring has p - 1.
 *
 *     p = 5      rank 0   rank 1   rank 2   rank 3   rank 4
 *     start      0....    .1...    ..2..    ...3.    ....4
 *     1 down     01...    .12..    ..23.    ...34    0...4
 *     2 down     012..    .123.    ..234    0..34    01..4
 *     3 down     01234    01234    01234    01234    01234
 *
 * Cost     (p-1) (alpha + m beta)        m: bytes of the longest block
 * Needs    nothing
 * Source   Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce
 *          Algorithms, 2024
 */
#include "algorithms/circle.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_circulant_t graph = tunedx_circulant_of(shape->size);
    const tunedx_span_t own = tunedx_input(shape);

    tunedx_copy(s, own, tunedx_recv_block(shape, shape->rank));
    for (int k = 0; k < graph.rounds; k++) {
        const int have = graph.skips[k], more = graph.skips[k + 1] - have;
        const int to = tunedx_circle_behind(shape, have);
        const int from = tunedx_circle_ahead(shape, have);

        for (int i = 0; i < more; i++) {
            const int out = tunedx_circle_ahead(shape, i);
            const int in = tunedx_circle_ahead(shape, have + i);

            tunedx_send(s, to, i == 0 ? own : tunedx_recv_block(shape, out));
            tunedx_recv(s, from, tunedx_recv_block(shape, in));
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const size_t bytes = tunedx_circle_longest(shape) * shape->unit_bytes;

    return bytes == 0
               ? 0
               : (uint64_t)(shape->size - 1) * tunedx_two_way(price, bytes);
}

const tunedx_algorithm_t tunedx_allgatherv_circulant = {
    .name = "circulant",
    .summary = "log2 p rounds of whole blocks, of any length",
    .build = build,
    .cost = cost,
};
