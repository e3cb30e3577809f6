/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, ring.
 *
 * Each rank passes on, to the right, the block it received last.  After p - 1
 * steps every block has visited every rank.
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3
 *     start      0...     .1..     ..2.     ...3
 *     step 0     0..3     01..     .12.     ..23
 *     step 1     0.23     01.3     012.     .123
 *     step 2     0123     0123     0123     0123
 *
 * Cost     (p-1) alpha + (p-1) m beta        m: bytes of one block
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005
 */
#include "algorithms/gathered.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int left = tunedx_mod(rank - 1, size);
    const int right = tunedx_mod(rank + 1, size);
    const size_t segment = tunedx_segment_units(shape, shape->units);

    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, rank));
    for (int step = 0; step < size - 1; step++) {
        const tunedx_span_t held =
            step == 0 ? tunedx_input(shape)
                      : tunedx_recv_block(shape, tunedx_mod(rank - step, size));
        const tunedx_span_t next =
            tunedx_recv_block(shape, tunedx_mod(rank - step - 1, size));

        for (size_t i = 0; i * segment < shape->units; i++) {
            tunedx_send(s, right, tunedx_cut(held, i, segment));
            tunedx_recv(s, left, tunedx_cut(next, i, segment));
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t steps = (uint64_t)shape->size - 1;

    return tunedx_gathered_time(shape, price,
                                steps * tunedx_segments(shape, shape->units));
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allgather_ring = {
    .name = "ring",
    .summary = "p-1 neighbour steps, long messages",
    .tuned_id = 4,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
