/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgatherv, Bruck: the rounds of allgather with blocks of any length.
 *
 * Each rank holds its own block and those of the ranks after it, and in each
 * round passes all of them as far down as they are many.  The blocks land where
 * they belong, since only the call knows how long they are; so each is a
 * message of its own, and those of one round do not wait for each other.  With
 * radix k a round goes to k - 1 ranks, and the blocks become k times as many.
 *
 *     p = 5, k = 2
 *                rank 0   rank 1   rank 2   rank 3   rank 4
 *     start      0....    .1...    ..2..    ...3.    ....4
 *     round 0    01...    .12..    ..23.    ...34    0...4
 *     round 1    0123.    .1234    0.234    01.34    012.4
 *     round 2    01234    01234    01234    01234    01234
 *
 * Cost     (p-1) alpha + n beta in ceil(logk p) rounds
 *          n: bytes of all other blocks
 * Needs    nothing
 * Source   Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8(11), 1997
 */
#include "algorithms/gathered.h"
#include "algorithms/rounds.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int radix = (int)tunedx_number(shape, &tunedx_rounds_radix);

    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, rank));
    for (int have = 1, end; have < size; have = end) {
        end = tunedx_rounds_end(have, radix, size);
        for (int leap = have; leap < end; leap += have) {
            const int more = have < size - leap ? have : size - leap;
            const int from = tunedx_mod(rank + leap, size);

            tunedx_gathered_exchange(s, shape, tunedx_mod(rank - leap, size),
                                     rank, from, from, more);
        }
    }
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_rounds_radix,
    NULL,
};

const tunedx_algorithm_t tunedx_allgatherv_bruck = {
    .name = "bruck",
    .summary = "log2 p rounds, blocks of any length",
    .tuned_id = 2,
    .parameters = parameters,
    .build = build,
    .cost = tunedx_gathered_cost,
};
