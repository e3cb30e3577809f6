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

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int radix = (int)tunedx_number(shape, &tunedx_rounds_radix);
    const size_t block = shape->units;
    const size_t turn = (size_t)(size - rank) * block;
    const tunedx_span_t output = tunedx_output(shape);
    const tunedx_span_t held = tunedx_scratch(s, output.units);

    tunedx_copy(s, tunedx_input(shape), tunedx_part(held, 0, block));
    for (int have = 1, end; have < size; have = end) {
        end = tunedx_rounds_end(have, radix, size);
        for (int leap = have; leap < end; leap += have) {
            const int more = have < size - leap ? have : size - leap;
            const size_t units = (size_t)more * block;

            tunedx_send(s, tunedx_mod(rank - leap, size),
                        tunedx_part(held, 0, units));
            tunedx_recv(s, tunedx_mod(rank + leap, size),
                        tunedx_part(held, (size_t)leap * block, units));
        }
    }
    tunedx_copy(s, tunedx_part(held, 0, turn),
                tunedx_part(output, (size_t)rank * block, turn));
    tunedx_copy(s, tunedx_part(held, turn, (size_t)rank * block),
                tunedx_part(output, 0, (size_t)rank * block));
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
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
    .build = build,
    .cost = cost,
};
