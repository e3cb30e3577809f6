/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, neighbour exchange.
 *
 * Neighbours two by two exchange their own blocks; from then on blocks travel
 * in these pairs.  A rank turns to its one neighbour and to its other one in
 * turn, and gives to each the pair that it got last from the other.
 *
 *     p = 6      rank 0   rank 1   rank 2   rank 3   rank 4   rank 5
 *     step 0     with 1   with 0   with 3   with 2   with 5   with 4
 *                01....   01....   ..23..   ..23..   ....45   ....45
 *     step 1     with 5   with 2   with 1   with 4   with 3   with 0
 *                01..45   0123..   0123..   ..2345   ..2345   01..45
 *     step 2     with 1   with 0   with 3   with 2   with 5   with 4
 *                012345   012345   012345   012345   012345   012345
 *
 * Cost     p/2 alpha + (p-1) m beta        m: bytes of one block
 * Needs    an even number of ranks
 * Source   Chen, Zhang, Zhang, Yuan, HPCASIA 2005
 */
#include "algorithms/gathered.h"
#include "geometry/geometry.h"

void tunedx_gathered_neighbor_exchange(tunedx_schedule_t *s,
                                       const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int side = rank % 2 == 0 ? 1 : -1; /* where the first partner is */
    const int partner = rank + side;
    const int other = tunedx_mod(rank - side, size);
    int held = rank - rank % 2; /* where the pair received last begins */

    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, rank));
    tunedx_gathered_exchange(s, shape, partner, rank, partner, partner, 1);
    for (int step = 1; step < size / 2; step++) {
        const int peer = step % 2 == 1 ? other : partner;
        const int turn = step % 2 == 1 ? -2 * step : 2 * step;
        const int next = tunedx_mod(held + side * turn, size);

        tunedx_gathered_exchange(s, shape, peer, held, peer, next, 2);
        held = next;
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_gathered_time(shape, price, (uint64_t)shape->size / 2);
}

const tunedx_algorithm_t tunedx_allgather_neighbor_exchange = {
    .name = "neighbor_exchange",
    .summary = "p/2 steps between neighbours, long messages",
    .tuned_id = 5, /* there it is called neighbor */
    .applies = tunedx_gathered_even,
    .needs = "an even number of ranks",
    .build = tunedx_gathered_neighbor_exchange,
    .cost = cost,
};
