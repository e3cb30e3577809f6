/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, sparbit: doubling that begins with the farthest ranks.
 *
 * Distances are powers of two and halve from round to round.  After the round
 * at distance d a rank has the blocks of all ranks that are a multiple of d
 * before it, the ring of ranks not passed once: ceil(p/d) of them.  It receives
 * the odd multiples, from the rank d before it, to which they are even ones.
 * (So where p is no power of two, some rounds leave out the last block that
 * the rank before has; the authors call them the ones to ignore.)
 *
 *     p = 6           rank 0   rank 1   rank 2   rank 3   rank 4   rank 5
 *     distance 4      0.2...   .1.3..   ..2.4.   ...3.5   0...4.   .1...5
 *     distance 2      0.2.4.   .1.3.5   0.2.4.   .1.3.5   0.2.4.   .1.3.5
 *     distance 1      012345   012345   012345   012345   012345   012345
 *
 * Most of the data travels in the last rounds, between near ranks.  Blocks land
 * where they belong and are never turned; therefore each is a message of its
 * own, and only those of one round do not wait for each other.
 *
 * Cost     (p-1) (alpha + m beta)        m: bytes of one block
 * Needs    nothing
 * Source   Loch, Koslovski, SBAC-PAD 2021
 */
#include "algorithms/gathered.h"
#include "geometry/geometry.h"

/* How many multiples of `distance` there are below `size`, 0 among them. */
static int multiples(int size, int distance)
{
    return (size - 1) / distance + 1;
}

void tunedx_gathered_sparbit(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    int held = 1;

    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, rank));
    for (int distance = tunedx_power_below(size); distance > 0; distance /= 2) {
        const int to = tunedx_mod(rank + distance, size);
        const int from = tunedx_mod(rank - distance, size);
        const int more = multiples(size, distance) - held;

        for (int i = 0; i < more; i++) {
            const int leap = 2 * i * distance;

            tunedx_gathered_exchange(s, shape, to, rank - leap, from,
                                     from - leap, 1);
        }
        held += more;
    }
}

const tunedx_algorithm_t tunedx_allgather_sparbit = {
    .name = "sparbit",
    .summary = "log2 p rounds, most data between near ranks",
    .tuned_id = 7,
    .build = tunedx_gathered_sparbit,
    .cost = tunedx_gathered_cost,
};
