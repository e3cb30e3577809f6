/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoallv, pairwise exchange.
 *
 * In each round every rank has one partner, to which it sends and from which
 * it receives.  With an odd number of ranks one of them rests in each round;
 * with an even number that one meets the last rank.
 *
 *     p = 4      round 0    0-3  1-2          p = 5    round 0    1-4  2-3
 *                round 1    0-1  2-3                   round 1    0-1  2-4
 *                round 2    0-2  1-3                   round 2    0-2  3-4
 *                                                      round 3    0-3  1-2
 *                                                      round 4    0-4  1-3
 *
 * With window=1 a rank is in one exchange at a time, as with MPI_Sendrecv.  A
 * wider window starts the next exchanges before this one has ended; then what
 * sets it apart from linear is the order alone.  coll/tuned's pairwise differs
 * in the partners: there a rank sends to one while it receives from another.
 *
 * Cost     p-1 rounds (p if p is odd) of alpha + m beta
 *          m: bytes of the longest block in a round
 *          Not stated for calls: no rank knows the lengths of all blocks
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, for powers of two;
 *          the rounds are those of a round-robin tournament
 */
#include "algorithms/exchange.h"
#include "geometry/geometry.h"

/* Whom `rank` meets in a round of a tournament that has `rounds` of them, an
 * odd number: whose number adds up to that of the round with its own.  Itself
 * if nobody. */
static int partner_of(int rank, int size, int rounds, int round)
{
    if (rank == rounds) { /* the last rank of an even number */
        return round % 2 == 0 ? round / 2 : (round + rounds) / 2;
    }
    const int peer = tunedx_mod(round - rank, rounds);

    return peer == rank && rounds < size ? rounds : peer;
}

void tunedx_exchange_pairwise(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int rounds = size % 2 == 0 ? size - 1 : size;

    tunedx_copy(s, tunedx_send_block(shape, rank),
                tunedx_recv_block(shape, rank));
    for (int round = 0; round < rounds; round++) {
        const int peer = partner_of(rank, size, rounds, round);

        if (peer != rank) {
            const tunedx_span_t landing =
                tunedx_exchange_landing(s, shape, peer);

            tunedx_send(s, peer, tunedx_send_block(shape, peer));
            tunedx_recv(s, peer, landing);
            tunedx_copy(s, landing, tunedx_recv_block(shape, peer));
        }
    }
}

const tunedx_algorithm_t tunedx_alltoallv_pairwise = {
    .name = "pairwise",
    .summary = "one partner in each round",
    .tuned_id = 2,
    .build = tunedx_exchange_pairwise,
};
