/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barrier, linear: every rank tells rank 0, which then tells every rank.
 *
 *     p = 4      1 > 0   2 > 0   3 > 0        0 > 1   0 > 2   0 > 3
 *
 * Cost     2 (p-1) alpha
 * Needs    nothing
 * Source   the definition of MPI_Barrier
 */
#include "algorithms/algorithm.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t token = tunedx_output(shape);

    if (shape->rank > 0) {
        tunedx_send(s, 0, token);
        tunedx_recv(s, 0, token);
        return;
    }
    for (int peer = 1; peer < shape->size; peer++) {
        const tunedx_span_t heard = tunedx_scratch(s, 1);

        tunedx_recv(s, peer, heard);
        tunedx_copy(s, heard, token); /* so that what is told waits for it */
    }
    for (int peer = 1; peer < shape->size; peer++) {
        tunedx_send(s, peer, token);
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return 2 * (uint64_t)(shape->size - 1) * tunedx_one_way(price, 0);
}

const tunedx_algorithm_t tunedx_barrier_linear = {
    .name = "linear",
    .summary = "all ranks to rank 0 and back, few ranks",
    .tuned_id = 1,
    .build = build,
    .cost = cost,
};
