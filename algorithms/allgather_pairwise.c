/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, pairwise exchange.
 *
 * In step k each rank sends its own block to rank + k and receives that of
 * rank - k, so every rank is sent to once in each step.  No block is passed on:
 * a rank that comes late delays its own block only.
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3
 *     start      0...     .1..     ..2.     ...3
 *     step 1     0..3     01..     .12.     ..23
 *     step 2     0.23     01.3     012.     .123
 *     step 3     0123     0123     0123     0123
 *
 * Cost     (p-1) (alpha + m beta)        m: bytes of one block
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (of alltoall)
 */
#include "algorithms/gathered.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t own = tunedx_input(shape);
    const size_t segment = tunedx_segment_units(shape, shape->units);

    for (int step = 1; step < size; step++) {
        const int to = tunedx_mod(rank + step, size);
        const int from = tunedx_mod(rank - step, size);
        const tunedx_span_t block = tunedx_recv_block(shape, from);

        for (size_t done = 0, i = 0; done < shape->units;
             done += segment, i++) {
            tunedx_send(s, to, tunedx_cut(own, i, segment));
            tunedx_recv(s, from, tunedx_cut(block, i, segment));
        }
    }
    tunedx_copy(s, own, tunedx_recv_block(shape, rank));
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t steps = (uint64_t)shape->size - 1;

    return tunedx_gathered_time(shape, price,
                                steps * tunedx_segments(shape, shape->units));
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allgather_pairwise = {
    .name = "pairwise",
    .summary = "p-1 exchanges of own blocks, long messages",
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
