/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, recursive doubling.
 *
 * In each round two groups of ranks exchange all that they have, rank by rank,
 * and so become one group of twice the size, which has its blocks side by side.
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3
 *     start      0...     .1..     ..2.     ...3
 *     round 0    01..     01..     ..23     ..23
 *     round 1    0123     0123     0123     0123
 *
 * Cost     log2 p alpha + (p-1) m beta        m: bytes of one block
 * Needs    a power of two of ranks
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005
 */
#include "algorithms/gathered.h"
#include "geometry/geometry.h"

void tunedx_gathered_recursive_doubling(tunedx_schedule_t *s,
                                        const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;

    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, rank));
    for (int distance = 1; distance < size; distance *= 2) {
        const int peer = rank ^ distance;

        tunedx_gathered_exchange(s, shape, peer, rank - rank % distance, peer,
                                 peer - peer % distance, distance);
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_gathered_time(shape, price,
                                (uint64_t)tunedx_rounds(shape->size));
}

const tunedx_algorithm_t tunedx_allgather_recursive_doubling = {
    .name = "recursive_doubling",
    .summary = "log2 p exchanges, powers of two, short",
    .tuned_id = 3,
    .applies = tunedx_gathered_power_of_two,
    .needs = "a power of two of ranks",
    .build = tunedx_gathered_recursive_doubling,
    .cost = cost,
};
