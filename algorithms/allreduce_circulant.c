/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, circulant graph: the reduce_scatter on it, then the allgather.
 *
 * The vector is cut into p blocks.  Going through the skips from the largest to
 * the smallest one, each rank sends the sums of the blocks it gives up ahead;
 * then, going back, all the sums it has the other way.  Rounds are the fewest
 * for as few bytes, whatever the number of ranks.
 *
 *     p = 5, blocks a to e
 *                rank 0   rank 1   rank 2   rank 3   rank 4
 *     3 ahead    ab:02    bc:13    cd:24    de:30    ea:41
 *     2 ahead    a:023    b:134    c:240    d:301    e:412
 *     1 ahead    a:all    b:all    c:all    d:all    e:all
 *     1 behind   ab       bc       cd       de       ea
 *     2 behind   abc      bcd      cde      dea      eab
 *     3 behind   abcde    bcdea    cdeab    deabc    eabcd
 *
 * Cost     2 ceil(log2 p) alpha + 2 (p-1)/p n beta + (p-1)/p n gamma,
 *          p dividing n; else as the longest blocks have it, and a bound where
 *          units are so few that messages are one-way
 * Needs    a commutative operation
 * Source   Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce
 *          Algorithms, 2024
 */
#include "algorithms/circle.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t held = tunedx_circle_room(s, shape);
    const size_t own = tunedx_circle_units(shape, 0, 1);

    tunedx_circle_scatter(s, shape, tunedx_part(held, 0, own));
    tunedx_circle_gather(s, shape, held);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_circle_scatter_cost(shape, price) +
           tunedx_circle_gather_cost(shape, price);
}

static bool applies(const tunedx_key_t *key)
{
    return key->commutative;
}

const tunedx_algorithm_t tunedx_allreduce_circulant = {
    .name = "circulant",
    .summary = "log2 p rounds twice and the fewest bytes, any number of ranks",
    .applies = applies,
    .needs = "a commutative operation",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
