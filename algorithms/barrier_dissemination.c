/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barrier, dissemination.
 *
 * In round k each rank tells rank + 2^k all that it has heard so far, by one
 * message without data, and listens to rank - 2^k.  After ceil(log2 p) rounds
 * everyone has heard of everyone.
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3
 *     heard of   0        1        2        3
 *     round 0    3 0      0 1      1 2      2 3
 *     round 1    1230     2301     3012     0123
 *
 * Cost     ceil(log2 p) alpha
 * Needs    nothing
 * Source   Hensgen, Finkel, Manber, Int. J. Parallel Programming 17(1), 1988
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_span_t token = tunedx_output(shape);

    for (int distance = 1; distance < shape->size; distance *= 2) {
        const tunedx_span_t next = tunedx_scratch(s, 1);

        tunedx_send(s, tunedx_mod(shape->rank + distance, shape->size), token);
        tunedx_recv(s, tunedx_mod(shape->rank - distance, shape->size), next);
        token = next;
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return (uint64_t)tunedx_rounds(shape->size) * tunedx_two_way(price, 0);
}

const tunedx_algorithm_t tunedx_barrier_dissemination = {
    .name = "dissemination",
    .summary = "log2 p rounds, any number of ranks",
    .tuned_id = 4, /* there it is called bruck */
    .build = build,
    .cost = cost,
};
