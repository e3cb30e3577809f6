/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barrier, double ring.
 *
 * A token goes around all ranks.  The last one knows by it that all have
 * entered, and the second time around the token tells the others.
 *
 *     p = 4      0 > 1   1 > 2   2 > 3   3 > 0   0 > 1   1 > 2
 *
 * Cost     2 (p-1) alpha
 * Needs    nothing
 * Source   the definition of MPI_Barrier; coll/tuned goes around to the end,
 *          which tells rank 3 and rank 0 what they know
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int before = tunedx_mod(rank - 1, size);
    const int after = tunedx_mod(rank + 1, size);
    const int end = 2 * (size - 1);
    const tunedx_span_t token = tunedx_output(shape);

    for (int hop = rank; hop <= end; hop += size) {
        if (hop > 0) {
            tunedx_recv(s, before, token);
        }
        if (hop < end) {
            tunedx_send(s, after, token);
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return 2 * (uint64_t)(shape->size - 1) * tunedx_one_way(price, 0);
}

const tunedx_algorithm_t tunedx_barrier_double_ring = {
    .name = "double_ring",
    .summary = "a token twice around all ranks",
    .tuned_id = 2,
    .build = build,
    .cost = cost,
};
