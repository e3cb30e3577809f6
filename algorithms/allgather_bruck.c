/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, Bruck.
 *
 * Each rank keeps the blocks in the order own, own + 1, own + 2, ...  In each
 * round it passes all that it holds, as one message, as far down as it holds
 * blocks, and so doubles them; in the end they are turned into place.
 *
 *     p = 5      rank 0   rank 1   rank 2   rank 3   rank 4
 *     start      0        1        2        3        4
 *     round 0    01       12       23       34       40
 *     round 1    0123     1234     2340     3401     4012
 *     round 2    01234    12340    23401    34012    40123
 *
 * Cost     ceil(log2 p) alpha + (p-1) m beta        m: bytes of one block
 * Needs    nothing
 * Source   Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8(11), 1997
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const size_t block = shape->units;
    const size_t turn = (size_t)(size - rank) * block;
    const tunedx_span_t output = tunedx_output(shape);
    const tunedx_span_t held = tunedx_scratch(s, output.units);

    tunedx_copy(s, tunedx_input(shape), tunedx_part(held, 0, block));
    for (int have = 1; have < size; have *= 2) {
        const int more = have < size - have ? have : size - have;
        const size_t units = (size_t)more * block;

        tunedx_send(s, tunedx_mod(rank - have, size),
                    tunedx_part(held, 0, units));
        tunedx_recv(s, tunedx_mod(rank + have, size),
                    tunedx_part(held, (size_t)have * block, units));
    }
    tunedx_copy(s, tunedx_part(held, 0, turn),
                tunedx_part(output, (size_t)rank * block, turn));
    tunedx_copy(s, tunedx_part(held, turn, (size_t)rank * block),
                tunedx_part(output, 0, (size_t)rank * block));
}

const tunedx_algorithm_t tunedx_allgather_bruck = {
    .name = "bruck",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 2,
    .build = build,
};
