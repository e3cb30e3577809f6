/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barrier, tournament.
 *
 * In each round ranks meet two by two, and who wins is known beforehand: the
 * lower one.  The loser tells the winner that all whom it has beaten have
 * entered, and waits.  The two of the final tell each other, so each is free to
 * wake those whom it beat, the last one first, who do so in turn.
 *
 *     p = 8      round 0    1 > 0   3 > 2   5 > 4   7 > 6
 *                round 1    2 > 0           6 > 4
 *                final      0 <> 4
 *                wake       0 > 2           4 > 6
 *                           0 > 1   2 > 3   4 > 5   6 > 7
 *
 * Cost     (2 ceil(log2 p) - 1) alpha
 * Needs    nothing
 * Source   Hensgen, Finkel, Manber, Int. J. Parallel Programming 17(1), 1988;
 *          that both of the final wake is our own
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void wake(tunedx_schedule_t *s, const tunedx_shape_t *shape, int round,
                 tunedx_span_t token)
{
    for (int width = round / 2; width > 0; width /= 2) {
        if (shape->rank + width < shape->size) {
            tunedx_send(s, shape->rank + width, token);
        }
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t token = tunedx_output(shape);
    const tunedx_span_t told = tunedx_scratch(s, 1);
    int width = 1; /* how far apart those are who meet */

    for (; width < size - width && rank % (2 * width) == 0; width *= 2) {
        if (rank + width < size) {
            const tunedx_span_t heard = tunedx_scratch(s, 1);

            tunedx_recv(s, rank + width, heard);
            tunedx_copy(s, heard, token);
        }
    }
    if (width < size - width) { /* lost */
        tunedx_send(s, rank - width, token);
        tunedx_recv(s, rank - width, token);
        wake(s, shape, width, token);
    } else if (size > 1) {
        tunedx_send(s, rank ^ width, token);
        tunedx_recv(s, rank ^ width, told);
        wake(s, shape, width, told);
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t rounds = (uint64_t)tunedx_rounds(shape->size);

    return rounds == 0 ? 0
                       : 2 * (rounds - 1) * tunedx_one_way(price, 0) +
                             tunedx_two_way(price, 0);
}

const tunedx_algorithm_t tunedx_barrier_tournament = {
    .name = "tournament",
    .summary = "log2 p rounds to a final, and back from its two ranks",
    .build = build,
    .cost = cost,
};
