/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, recursive doubling that keeps the order, for any number of ranks.
 *
 * In each round two blocks of neighbouring ranks exchange their results, rank
 * by rank, and both combine them; a block doubles each time.  When the number
 * of ranks is not a power of two, the first ranks come in pairs: the even one
 * gives its vector to the odd one, which takes part for both and sends the
 * result back.
 *
 *     p = 6      rank 0  rank 1  rank 2  rank 3  rank 4  rank 5
 *     pairs      -       01      -       23      4       5
 *     round 0            0123            0123    45      45
 *     round 1            all             all     all     all
 *     back       all             all
 *
 * Cost     log2 p (alpha + n beta + n gamma); else (floor(log2 p) + 2) times
 * Needs    nothing
 * Source   Rabenseifner 2004, section 2; Thakur, Rabenseifner, Gropp 2005
 */
#include "algorithms/paired.h"
#include "geometry/geometry.h"

static void double_blocks(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          int number, tunedx_span_t own)
{
    const int power = tunedx_power_below(shape->size);

    for (int distance = 1; distance < power; distance *= 2) {
        const int other = number ^ distance;
        const int peer = tunedx_paired_rank(other, shape->size - power);
        const bool is_last = distance == power / 2;
        const tunedx_span_t result =
            is_last ? tunedx_output(shape) : tunedx_scratch(s, own.units);

        tunedx_send(s, peer, own);
        tunedx_recv_reduce(s, peer, own, result,
                           other < number ? TUNEDX_FROM_LOWER
                                          : TUNEDX_FROM_HIGHER);
        own = result;
    }
    tunedx_copy(s, own, tunedx_output(shape));
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_in_pairs(s, shape, shape->size - tunedx_power_below(shape->size),
                    double_blocks);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int power = tunedx_power_below(shape->size);
    const size_t bytes = shape->units * shape->unit_bytes;

    return tunedx_pairs_cost(shape, price, shape->size - power) +
           (uint64_t)tunedx_rounds(power) *
               (tunedx_two_way(price, bytes) + tunedx_reducing(price, bytes));
}

const tunedx_algorithm_t tunedx_allreduce_recursive_doubling = {
    .name = "recursive_doubling",
    .summary = "log2 p exchanges of the whole vector in rank order, short",
    .tuned_id = 3,
    .grouping = TUNEDX_GROUPING_PAIRS,
    .build = build,
    .cost = cost,
};
