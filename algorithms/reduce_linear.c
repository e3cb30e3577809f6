/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, linear.
 *
 * Everyone sends to the root.  The root adds the vectors of higher ranks,
 * nearest first, then those of lower ranks, nearest first: so each operand
 * meets its neighbours only.
 *
 *     p = 5, root 2    2, 23, 234, 1234, 01234
 *
 * Cost     (p-1) (alpha + n beta + n gamma)
 * Needs    nothing
 * Source   Pjesivac-Grbovic and others, Cluster Computing 10(2), 2007 (flat
 *          tree); that it keeps the order is our own
 */
#include "algorithms/segmented.h"

static void build_segment(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          tunedx_span_t own, tunedx_span_t result)
{
    for (int peer = shape->root + 1; peer < shape->size; peer++) {
        tunedx_recv_reduce(s, peer, own, result, TUNEDX_FROM_HIGHER);
        own = result;
    }
    for (int peer = shape->root - 1; peer >= 0; peer--) {
        tunedx_recv_reduce(s, peer, own, result, TUNEDX_FROM_LOWER);
        own = result;
    }
    tunedx_copy(s, own, result);
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t input = tunedx_input(shape);
    const size_t segment = tunedx_segment_units(shape, shape->units);

    for (size_t done = 0, i = 0; done < shape->units; done += segment, i++) {
        const tunedx_span_t own = tunedx_cut(input, i, segment);

        if (shape->rank == shape->root) {
            build_segment(s, shape, own,
                          tunedx_cut(tunedx_output(shape), i, segment));
        } else {
            tunedx_send(s, shape->root, own);
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);

    return (uint64_t)(shape->size - 1) *
           ((all.count - 1) * tunedx_one_way_sum(price, all.bytes) +
            tunedx_one_way_sum(price, all.last_bytes));
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_linear = {
    .name = "linear",
    .summary = "all to the root in rank order, few ranks",
    .tuned_id = 1,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
