/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, Bruck.
 *
 * Each rank keeps the blocks in the order own, own + 1, own + 2, ...  In each
 * round it passes all that it holds, as one message, as far down as it holds
 * blocks, and so doubles them; in the end they are turned into place.  With
 * radix k a round has k - 1 such messages, which do not wait for each other,
 * and the blocks become k times as many.
 *
 *     p = 5, k = 2
 *                rank 0   rank 1   rank 2   rank 3   rank 4
 *     start      0        1        2        3        4
 *     round 0    01       12       23       34       40
 *     round 1    0123     1234     2340     3401     4012
 *     round 2    01234    12340    23401    34012    40123
 *
 * Cost     (k-1) ceil(logk p) alpha + (p-1) m beta        m: bytes of one block
 * Needs    nothing
 * Source   Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8(11), 1997
 */
#include "algorithms/gathered.h"
#include "algorithms/rounds.h"
#include "geometry/geometry.h"

/* Blocks of one length: all from the own one on, and those before it. */
static void turn(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                 tunedx_span_t held)
{
    const size_t before = tunedx_gathered_units(shape, 0, shape->rank);
    const size_t behind = held.units - before;
    const tunedx_span_t output = tunedx_output(shape);

    tunedx_copy(s, tunedx_part(held, 0, behind),
                tunedx_part(output, before, behind));
    tunedx_copy(s, tunedx_part(held, behind, before),
                tunedx_part(output, 0, before));
}

/* Blocks that may stand anywhere. */
static void place_each(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                       tunedx_span_t held)
{
    const tunedx_span_t own = tunedx_recv_block(shape, shape->rank);
    size_t at = own.units;

    tunedx_copy(s, tunedx_input(shape), own);
    for (int i = 1; i < shape->size; i++) {
        const tunedx_span_t place =
            tunedx_recv_block(shape, tunedx_mod(shape->rank + i, shape->size));

        tunedx_copy(s, tunedx_part(held, at, place.units), place);
        at += place.units;
    }
}

void tunedx_gathered_bruck(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int radix = (int)tunedx_number(shape, &tunedx_rounds_radix);
    const tunedx_span_t held =
        tunedx_scratch(s, tunedx_gathered_units(shape, rank, size));
    size_t at = tunedx_gathered_units(shape, rank, 1);

    tunedx_copy(s, tunedx_input(shape), tunedx_part(held, 0, at));
    for (int have = 1, end; have < size; have = end) {
        end = tunedx_rounds_end(have, radix, size);
        for (int leap = have; leap < end; leap += have) {
            const int to = tunedx_mod(rank - leap, size);
            const int from = tunedx_mod(rank + leap, size);
            const int more = have < size - leap ? have : size - leap;
            const size_t out = tunedx_gathered_units(shape, rank, more);
            const size_t in = tunedx_gathered_units(shape, from, more);

            tunedx_send(s, to, tunedx_part(held, 0, out));
            tunedx_recv(s, from, tunedx_part(held, at, in));
            at += in;
        }
    }
    if (tunedx_collective_is_irregular(shape->collective)) {
        place_each(s, shape, held);
    } else {
        turn(s, shape, held);
    }
}

uint64_t tunedx_gathered_bruck_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price)
{
    const int radix = (int)tunedx_number(shape, &tunedx_rounds_radix);

    return tunedx_gathered_time(
        shape, price, (uint64_t)tunedx_rounds_leaps(radix, shape->size));
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_rounds_radix,
    NULL,
};

const tunedx_algorithm_t tunedx_allgather_bruck = {
    .name = "bruck",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 2,
    .parameters = parameters,
    .build = tunedx_gathered_bruck,
    .cost = tunedx_gathered_bruck_cost,
};
