/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barrier, recursive doubling, for any number of ranks.
 *
 * In each round two groups of ranks tell each other, rank by rank, that all of
 * a group have entered, and so become one group.  When the number of ranks is
 * not a power of two, the ranks beyond each tell a rank of their own before the
 * first round and are told by it after the last one.
 *
 *     p = 6      rank 0   rank 1   rank 2   rank 3   rank 4   rank 5
 *     before     04       15       2        3
 *     round 0    0145     0145     23       23
 *     round 1    all      all      all      all
 *     after                                          all      all
 *
 * Cost     log2 p alpha; else (floor(log2 p) + 2) alpha
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (of allreduce)
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank;
    const int power = tunedx_power_below(shape->size);
    tunedx_span_t token = tunedx_output(shape);

    if (rank >= power) {
        tunedx_send(s, rank - power, token);
        tunedx_recv(s, rank - power, token);
        return;
    }
    if (rank + power < shape->size) {
        tunedx_recv(s, rank + power, token);
    }
    for (int distance = 1; distance < power; distance *= 2) {
        const tunedx_span_t heard = tunedx_scratch(s, 1);

        tunedx_send(s, rank ^ distance, token);
        tunedx_recv(s, rank ^ distance, heard);
        token = heard;
    }
    if (rank + power < shape->size) {
        tunedx_send(s, rank + power, token);
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int power = tunedx_power_below(shape->size);
    const uint64_t more = power < shape->size ? 2 : 0;

    return (uint64_t)tunedx_rounds(power) * tunedx_two_way(price, 0) +
           more * tunedx_one_way(price, 0);
}

const tunedx_algorithm_t tunedx_barrier_recursive_doubling = {
    .name = "recursive_doubling",
    .summary = "log2 p exchanges, two more messages if no power of two",
    .tuned_id = 3,
    .build = build,
    .cost = cost,
};
