/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barrier, dissemination.
 *
 * In round j each rank tells the ranks d k^j after it, for d from 1 to k - 1,
 * all that it has heard so far, by one message without data to each, and
 * listens to as many before it.  So what a rank has heard grows by the factor
 * k, the radix.
 *
 *     p = 4, k = 2
 *                rank 0   rank 1   rank 2   rank 3
 *     heard of   0        1        2        3
 *     round 0    3 0      0 1      1 2      2 3
 *     round 1    1230     2301     3012     0123
 *
 * Cost     (k-1) ceil(logk p) alpha
 * Needs    nothing
 * Source   Hensgen, Finkel, Manber, Int. J. Parallel Programming 17(1), 1988
 */
#include "algorithms/rounds.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int radix = (int)tunedx_number(shape, &tunedx_rounds_radix);
    tunedx_span_t token = tunedx_output(shape);

    for (int distance = 1, end; distance < size; distance = end) {
        const tunedx_span_t heard = tunedx_scratch(s, (size_t)radix - 1);
        const tunedx_span_t first = tunedx_part(heard, 0, 1);
        size_t count = 0;

        end = tunedx_rounds_end(distance, radix, size);
        for (int leap = distance; leap < end; leap += distance) {
            tunedx_send(s, tunedx_mod(rank + leap, size), token);
            tunedx_recv(s, tunedx_mod(rank - leap, size),
                        tunedx_part(heard, count++, 1));
        }
        for (size_t i = 1; i < count; i++) {
            tunedx_copy(s, tunedx_part(heard, i, 1), first);
        }
        token = first;
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int radix = (int)tunedx_number(shape, &tunedx_rounds_radix);

    return tunedx_exchanges(
        price, (uint64_t)tunedx_rounds_leaps(radix, shape->size), 0);
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_rounds_radix,
    NULL,
};

const tunedx_algorithm_t tunedx_barrier_dissemination = {
    .name = "dissemination",
    .summary = "log2 p rounds, any number of ranks",
    .tuned_id = 4, /* there it is called bruck */
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
