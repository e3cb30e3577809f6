/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, binary blocks.
 *
 * The blocks scatter their sums and hand them upwards, as blocks.h tells.  Then
 * the largest block gathers its segments in a binomial tree.  A root outside it
 * gets the segment of rank 0 and plays its role.
 *
 *     p = 7: blocks 0-3, 4-5, 6; segments a to d; root 5
 *                rank 0   1        2        3        4        5        6
 *     halving    ab:01    cd:01    ab:23    cd:23    ab:45    cd:45
 *                a:03     c:03     b:03     d:03
 *     upwards                                        ab:46    cd:46
 *                a:all    c:all    b:all    d:all
 *     role of 0                                               a
 *     gather              cd                                  ab
 *                                                             abcd
 *
 * Cost     For a power of two that of rabenseifner.  Else r(0), which
 *          allreduce_binary_blocks.c tells, and, with 2^e ranks in the largest
 *          block, e alpha_uni + (1 - 1/2^e) n beta_uni.  It is nothing to have
 *          the root outside, since rank 0 gets its segment before others get
 *          theirs, but then messages may be two-way and are priced so.
 *          A bound where segments are not all equal
 * Needs    nothing
 * Source   Rabenseifner 2004, section 3.6
 */
#include "algorithms/blocks.h"

/* The rank in the role of `number` of the largest block. */
static int actor(const tunedx_shape_t *shape, int largest, int number)
{
    return number == 0 && shape->root >= largest ? shape->root : number;
}

static void gather(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                   int largest, int number, tunedx_span_t all)
{
    const int root = shape->root < largest ? shape->root : 0;

    for (int bit = largest / 2; bit > 0; bit /= 2) {
        const int other = number ^ bit;
        const int peer = actor(shape, largest, other);

        if (((number ^ root) & bit) != 0) {
            tunedx_send(s, peer, tunedx_block_segment(all, 2 * bit, number));
            return;
        }
        tunedx_recv(s, peer, tunedx_block_segment(all, 2 * bit, other));
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_block_t block = tunedx_block_of(shape->size, shape->rank);
    const int largest = tunedx_block_of(shape->size, 0).size;
    const int rank = shape->rank, stand_in = actor(shape, largest, 0);
    const tunedx_span_t all = rank == shape->root
                                  ? tunedx_output(shape)
                                  : tunedx_scratch(s, shape->units);
    const tunedx_span_t first = tunedx_block_segment(all, largest, 0);

    tunedx_blocks_scatter(s, shape, &block, all);
    if (rank == stand_in) {
        if (rank != 0) {
            tunedx_recv(s, 0, first);
        }
        gather(s, shape, largest, 0, all);
    } else if (rank == 0) {
        tunedx_send(s, stand_in, first);
    } else if (rank < largest) {
        gather(s, shape, largest, rank, all);
    }
}

/* A root outside may still be sending while it receives. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *given)
{
    const int largest = tunedx_block_of(shape->size, 0).size;
    tunedx_price_t price = *given;

    if (shape->root >= largest) {
        price.one_way_alpha = price.alpha;
        price.one_way_beta = price.beta;
    }
    uint64_t time = tunedx_blocks_scatter_cost(shape, &price);

    for (int bit = largest; bit > 1; bit /= 2) {
        const size_t bytes =
            tunedx_block_longest(shape->units, bit) * shape->unit_bytes;

        time += tunedx_one_way(&price, bytes);
    }
    return time;
}

const tunedx_algorithm_t tunedx_reduce_binary_blocks = {
    .name = "binary_blocks",
    .summary = "halving in blocks of 2^i ranks, any number of ranks, long",
    .grouping = TUNEDX_GROUPING_BLOCKS,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = tunedx_blocks_are_even,
    .excess = 100,
};
