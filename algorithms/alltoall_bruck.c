/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoall, Bruck.
 *
 * Blocks are numbered by how far they have to travel, to the right around the
 * ring of ranks.  In round k all blocks whose distance has bit k set make a
 * leap of 2^k together, as one message.
 *
 *     p = 5      distances sent
 *     round 0    1   3          to rank + 1
 *     round 1      2 3          to rank + 2
 *     round 2          4        to rank + 4
 *
 * Cost     ceil(log2 p) (alpha + p/2 m beta)        m: bytes of one block
 * Needs    nothing
 * Source   Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8(11), 1997
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

/* Copies between `held` and `packed` the blocks whose distance has `bit` set,
 * which come in runs of `bit` blocks; returns how many units that are. */
static size_t pack(tunedx_schedule_t *s, const tunedx_shape_t *shape, int bit,
                   tunedx_span_t held, tunedx_span_t packed, bool unpack)
{
    size_t used = 0;

    for (int first = bit; first < shape->size; first += 2 * bit) {
        const int run = bit < shape->size - first ? bit : shape->size - first;
        const size_t units = (size_t)run * shape->units;
        const tunedx_span_t in =
            tunedx_part(held, (size_t)first * shape->units, units);
        const tunedx_span_t out = tunedx_part(packed, used, units);

        tunedx_copy(s, unpack ? out : in, unpack ? in : out);
        used += units;
    }
    return used;
}

static size_t units_with_bit(const tunedx_shape_t *shape, int bit)
{
    size_t blocks = 0;

    for (int first = bit; first < shape->size; first += 2 * bit) {
        blocks +=
            (size_t)(bit < shape->size - first ? bit : shape->size - first);
    }
    return blocks * shape->units;
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t held = tunedx_scratch(s, tunedx_output(shape).units);

    for (int i = 0; i < size; i++) {
        tunedx_copy(s, tunedx_send_block(shape, tunedx_mod(rank + i, size)),
                    tunedx_part(held, (size_t)i * shape->units, shape->units));
    }
    for (int bit = 1; bit < size; bit *= 2) {
        const size_t units = units_with_bit(shape, bit);
        const tunedx_span_t out = tunedx_scratch(s, units);
        const tunedx_span_t in = tunedx_scratch(s, units);

        pack(s, shape, bit, held, out, false);
        tunedx_send(s, tunedx_mod(rank + bit, size), out);
        tunedx_recv(s, tunedx_mod(rank - bit, size), in);
        pack(s, shape, bit, held, in, true);
    }
    for (int i = 0; i < size; i++) {
        tunedx_copy(s,
                    tunedx_part(held, (size_t)i * shape->units, shape->units),
                    tunedx_recv_block(shape, tunedx_mod(rank - i, size)));
    }
}

const tunedx_algorithm_t tunedx_alltoall_bruck = {
    .name = "bruck",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 3, /* there it is called modified_bruck */
    .build = build,
};
