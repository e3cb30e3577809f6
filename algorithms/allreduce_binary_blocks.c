/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, binary blocks.
 *
 * The blocks scatter their sums and hand them upwards, as blocks.h tells.  Then
 * the largest block gathers by recursive doubling, the farthest ranks first.
 * When two of its ranks are about to join the halves of what a rank of the next
 * smaller block is to have, each also sends its half there, where the same goes
 * on.  The three need two steps, in each of which two messages are on the way:
 *
 *     numbers x and x + 2^f of the larger block, x of the smaller one of 2^f:
 *     step 0     x > smaller    x + 2^f > x
 *     step 1     x > x + 2^f    x + 2^f > smaller
 *
 *     p = 7: blocks 0-3, 4-5, 6; segments a to d
 *                rank 0   1        2        3        4        5        6
 *     halving    ab:01    cd:01    ab:23    cd:23    ab:45    cd:45
 *                a:03     c:03     b:03     d:03
 *     upwards                                        ab:46    cd:46
 *                a:all    c:all    b:all    d:all
 *     back       ab       cd       ab       cd       ab       cd
 *                abcd     abcd     abcd     abcd     abcd     abcd     abcd
 *
 * Cost     For a power of two that of rabenseifner.  Else, with blocks of
 *          2^e(0) > 2^e(1) > ... ranks, let h(i) be the halving in block i,
 *          e(i) alpha + (1 - 1/2^e(i)) n (beta + gamma), and r(i) when it has
 *          its sum: r = h in the smallest block, else
 *              max(h(i), r(i+1)) + 2^(e(i)-e(i+1)) (alpha_uni
 *                  + n/2^e(i) beta_uni) + n/2^e(i) gamma
 *          Then r(0) + e(0) alpha + (1 - 1/2^e(0)) n beta
 *              + the sum for i > 0 of alpha + n/2^(e(i)+1) beta
 *          Number 0 of each block, which hands on first and has the longest
 *          segment, is on the longest way.  A bound where segments are not all
 *          equal: then who feeds a smaller block is not always the last to get
 *          the sum
 * Needs    nothing
 * Source   Rabenseifner 2004, section 3.6; that the three take turns is our own
 */
#include "algorithms/blocks.h"

/* An exchange of `own` for `other` with `peer`, in which `third`, a rank of the
 * smaller block, gets both. */
static void join_and_feed(tunedx_schedule_t *s, int peer, int third,
                          bool is_lower, tunedx_span_t own, tunedx_span_t other)
{
    if (is_lower) {
        tunedx_send(s, third, own);
        tunedx_recv(s, peer, other);
        tunedx_send(s, peer, own);
    } else {
        tunedx_send(s, peer, own);
        tunedx_send(s, third, own);
        tunedx_recv(s, peer, other);
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_block_t block = tunedx_block_of(shape->size, shape->rank);
    const int number = shape->rank - block.first;
    const int larger_first = block.first - block.larger;
    const tunedx_span_t all = tunedx_output(shape);

    tunedx_blocks_scatter(s, shape, &block, all);
    for (int i = 0; i < 2 && block.larger > 0; i++) {
        const int from = number + i * block.size;

        tunedx_recv(s, larger_first + from,
                    tunedx_block_segment(all, 2 * block.size, from));
    }
    for (int bit = block.size / 2; bit > 0; bit /= 2) {
        const int other = number ^ bit, peer = block.first + other;
        const tunedx_span_t own = tunedx_block_segment(all, 2 * bit, number);
        const tunedx_span_t missing = tunedx_block_segment(all, 2 * bit, other);

        if (bit == block.smaller && number < 2 * bit) {
            join_and_feed(s, peer, block.first + block.size + number % bit,
                          number < other, own, missing);
        } else {
            tunedx_send(s, peer, own);
            tunedx_recv(s, peer, missing);
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int largest = tunedx_block_of(shape->size, 0).size;
    uint64_t time = tunedx_blocks_scatter_cost(shape, price);

    for (int bit = 1; bit < largest; bit *= 2) {
        const uint64_t step =
            tunedx_two_way(price, tunedx_block_longest(shape->units, 2 * bit) *
                                      shape->unit_bytes);

        time += step * ((shape->size & bit) == 0 ? 1 : 2);
    }
    return time;
}

const tunedx_algorithm_t tunedx_allreduce_binary_blocks = {
    .name = "binary_blocks",
    .summary = "halving in blocks of 2^i ranks, any number of ranks, long",
    .grouping = TUNEDX_GROUPING_BLOCKS,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = tunedx_blocks_are_even,
    .excess = 32,
};
