/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoall, pairwise exchange.
 *
 * In step k each rank sends to rank + k and receives from rank - k, so every
 * rank is sent to once in each step.  In place, where a block must be away
 * before another takes its room, step k pairs the ranks whose sum is k, and
 * partners swap.
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3      in place, pairs
 *     step 1     to 1     to 2     to 3     to 0        0-1  2-3
 *     step 2     to 2     to 3     to 0     to 1        0-2
 *     step 3     to 3     to 0     to 1     to 2        0-3  1-2
 *
 * Cost     (p-1) (alpha + m beta)        m: bytes of one block
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005
 */
#include "algorithms/exchange.h"
#include "geometry/geometry.h"

static void swap_in_place(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          size_t segment)
{
    for (int step = 0; step < shape->size; step++) {
        const int peer = tunedx_mod(step - shape->rank, shape->size);
        const tunedx_span_t block = tunedx_recv_block(shape, peer);

        for (size_t done = 0, i = 0; done < block.units && peer != shape->rank;
             done += segment, i++) {
            const tunedx_span_t part = tunedx_cut(block, i, segment);
            const tunedx_span_t landing = tunedx_scratch(s, part.units);

            tunedx_send(s, peer, part);
            tunedx_recv(s, peer, landing);
            tunedx_copy(s, landing, part);
        }
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const size_t segment = tunedx_segment_units(shape, shape->units);

    if (shape->in_place) {
        swap_in_place(s, shape, segment);
        return;
    }
    tunedx_copy(s, tunedx_send_block(shape, rank),
                tunedx_recv_block(shape, rank));
    for (int step = 1; step < size; step++) {
        const int to = tunedx_mod(rank + step, size);
        const int from = tunedx_mod(rank - step, size);

        for (size_t done = 0, i = 0; done < shape->units;
             done += segment, i++) {
            tunedx_send(s, to,
                        tunedx_cut(tunedx_send_block(shape, to), i, segment));
            tunedx_recv(s, from,
                        tunedx_cut(tunedx_recv_block(shape, from), i, segment));
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_exchange_time(shape, price,
                                tunedx_segments(shape, shape->units));
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_alltoall_pairwise = {
    .name = "pairwise",
    .summary = "p-1 exchanges, long messages",
    .tuned_id = 2,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
