/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgatherv, ring: the ring of allgather with blocks of any length.
 *
 * In each step a rank passes on, to the right, the block it received last.
 * Empty blocks cost nothing; the longest one sets the pace.
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3
 *     start      0...     .1..     ..2.     ...3
 *     step 0     0..3     01..     .12.     ..23
 *     step 1     0.23     01.3     012.     .123
 *     step 2     0123     0123     0123     0123
 *
 * Cost     (p-1) alpha + (p-1) m beta        m: bytes of the longest block
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005
 */
#include "algorithms/gathered.h"
#include "geometry/geometry.h"

/* The longest of all blocks. */
static size_t longest(const tunedx_shape_t *shape)
{
    size_t units = 0;

    for (int i = 0; i < shape->size; i++) {
        const size_t block = tunedx_recv_block(shape, i).units;

        units = block > units ? block : units;
    }
    return units;
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int left = tunedx_mod(rank - 1, size);
    const int right = tunedx_mod(rank + 1, size);
    const size_t pace = longest(shape);
    const size_t segment = tunedx_segment_units(shape, pace);

    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, rank));
    for (int step = 0; step < size - 1; step++) {
        const tunedx_span_t held =
            step == 0 ? tunedx_input(shape)
                      : tunedx_recv_block(shape, tunedx_mod(rank - step, size));
        const tunedx_span_t next =
            tunedx_recv_block(shape, tunedx_mod(rank - step - 1, size));

        for (size_t done = 0, i = 0; done < pace; done += segment, i++) {
            tunedx_send(s, right, tunedx_cut(held, i, segment));
            tunedx_recv(s, left, tunedx_cut(next, i, segment));
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t steps = (uint64_t)shape->size - 1;
    const size_t block = tunedx_part_units(shape->units, shape->size, 0);

    return tunedx_gathered_time(shape, price,
                                steps * tunedx_segments(shape, block));
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allgatherv_ring = {
    .name = "ring",
    .summary = "p-1 neighbour steps, blocks of any length",
    .tuned_id = 3,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
