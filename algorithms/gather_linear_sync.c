/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather, linear with ranks that wait for their turn.
 *
 * A rank sends nothing before a token of one unit has come from the root, so
 * the root is never flooded by all at once.  Then it sends its block in two
 * messages: the first segment, and the rest.  The token for the next rank
 * leaves when the first segment is there, so that one comes while the rest is
 * on its way.  When the block is not cut, there is no rest.
 *
 *     p = 4, root 1, segment a, rest b     1 > 2: token
 *                                          2 > 1: a
 *                                          1 > 3: token      2 > 1: b
 *                                          3 > 1: a
 *                                          1 > 0: token      3 > 1: b
 *                                          0 > 1: a, b
 *
 * What makes a message wait for another is what it is made of: the token is a
 * unit of the segment before it, and the segment leaves from where the token
 * has landed.
 *
 * Cost     (p-1) (3 alpha + m beta) at the root      m: bytes of one block
 * Needs    nothing
 * Source   the definition of MPI_Gather
 */
#include "algorithms/rooted.h"

static void send_in_turn(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                         size_t segment)
{
    const tunedx_span_t block = tunedx_input(shape);
    const tunedx_span_t first = tunedx_scratch(s, segment);

    tunedx_recv(s, shape->root, tunedx_part(first, 0, 1));
    tunedx_copy(s, tunedx_part(block, 0, segment), first);
    tunedx_send(s, shape->root, first);
    tunedx_send(s, shape->root,
                tunedx_part(block, segment, block.units - segment));
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const size_t units = shape->units;
    const size_t segment = tunedx_segment_units(shape, units);
    tunedx_span_t before = tunedx_input(shape);

    if (units == 0) {
        return;
    }
    if (shape->rank != shape->root) {
        send_in_turn(s, shape, segment);
        return;
    }
    for (int step = 1; step < shape->size; step++) {
        const int peer = tunedx_mod(shape->root + step, shape->size);
        const tunedx_span_t block = tunedx_recv_block(shape, peer);

        tunedx_send(s, peer, tunedx_part(before, 0, 1));
        tunedx_recv(s, peer, tunedx_part(block, 0, segment));
        tunedx_recv(s, peer, tunedx_part(block, segment, units - segment));
        before = block;
    }
    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, shape->rank));
}

/* The rest of a block comes while the next token leaves, which is shorter. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t ranks = (uint64_t)(shape->size - 1);
    const size_t segment = tunedx_segment_units(shape, shape->units);
    const size_t first = segment * shape->unit_bytes;
    const size_t rest = (shape->units - segment) * shape->unit_bytes;
    const uint64_t token = tunedx_one_way(price, shape->unit_bytes);

    if (shape->units == 0 || ranks == 0) {
        return 0;
    }
    if (rest == 0) {
        return ranks * (token + tunedx_one_way(price, first));
    }
    return token + ranks * tunedx_one_way(price, first) +
           (ranks - 1) * tunedx_two_way(price, rest) +
           tunedx_one_way(price, rest);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_gather_linear_sync = {
    .name = "linear_sync",
    .summary = "every rank to the root when it is asked to",
    .tuned_id = 3,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
