/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What alltoallv and alltoallw have in common, which is all but the datatypes:
 * no text sees those, so the algorithms of both have one text.  alltoall, whose
 * blocks are of one length, has the linear one too.
 *
 * A program of theirs knows no lengths, so that it serves every call; its spans
 * are whole blocks.  Only in place, where a block has to be away before another
 * takes its room, what arrives goes through scratch, and that has a length.
 * MPI asks two ranks in place for blocks of one length both ways, so every
 * rank knows what it needs from its own arguments: shape->block_units.
 */
#ifndef TUNEDX_EXCHANGE_H
#define TUNEDX_EXCHANGE_H

#include "algorithms/algorithm.h"

/* Where the block of `peer` lands: in its place, or in place in scratch. */
static inline tunedx_span_t tunedx_exchange_landing(tunedx_schedule_t *s,
                                                    const tunedx_shape_t *shape,
                                                    int peer)
{
    const tunedx_span_t block = tunedx_recv_block(shape, peer);

    if (!shape->in_place) {
        return block;
    }
    if (block.units == TUNEDX_WHOLE) {
        tunedx_schedule_fail(s, TUNEDX_BAD_STEP);
        return block;
    }
    return tunedx_scratch(s, block.units);
}

/* The time of alltoall when a rank exchanges each block but its own by
 * `messages` messages. */
static inline uint64_t tunedx_exchange_time(const tunedx_shape_t *shape,
                                            const tunedx_price_t *price,
                                            size_t messages)
{
    const size_t blocks = (size_t)shape->size - 1;

    return shape->units == 0
               ? 0
               : tunedx_exchanges(price, blocks * messages,
                                  blocks * shape->units * shape->unit_bytes);
}

/* The texts; algorithms/alltoallv_<name>.c has each. */
void tunedx_exchange_linear(tunedx_schedule_t *s, const tunedx_shape_t *shape);
void tunedx_exchange_pairwise(tunedx_schedule_t *s,
                              const tunedx_shape_t *shape);

#endif
