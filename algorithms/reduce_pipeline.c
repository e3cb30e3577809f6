/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, pipelined chain.
 *
 * The ranks stand in a row before the root.  Partial results come in segments;
 * each rank adds its own part and passes the segment on.  A commutative
 * operation has one row behind the root; otherwise there are two, the lower
 * and the higher ranks, and the root joins them in order.
 *
 *     p = 4, root 1
 *     commutative         0 -> 3 -> 2 -> 1
 *     in rank order       0 -> 1 <- 2 <- 3
 *
 * Cost     (p - 2 + k) (alpha + n/k beta + n/k gamma)   k: number of segments;
 *          in rank order with an inner root the last rank receives twice
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (chain)
 */
#include "algorithms/segmented.h"
#include "algorithms/treereduce.h"
#include "geometry/geometry.h"

enum { NOBODY = -1 };

static tunedx_between_t find_place(const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size, root = shape->root;
    tunedx_between_t place = {NOBODY, NOBODY, NOBODY};

    if (shape->commutative) {
        if (tunedx_mod(rank + 1, size) != root) {
            place.higher = tunedx_mod(rank + 1, size);
        }
        if (rank != root) {
            place.parent = tunedx_mod(rank - 1, size);
        }
        return place;
    }
    if (rank <= root && rank > 0) {
        place.lower = rank - 1;
    }
    if (rank >= root && rank < size - 1) {
        place.higher = rank + 1;
    }
    if (rank != root) {
        place.parent = rank < root ? rank + 1 : rank - 1;
    }
    return place;
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_between_t place = find_place(shape);

    tunedx_reduce_between(s, shape, &place);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);
    const uint64_t hops = (uint64_t)shape->size - 1;
    const uint64_t last = tunedx_one_way_sum(price, all.last_bytes);
    const int lower = shape->root, higher = shape->size - 1 - shape->root;

    if (!shape->commutative && lower > 0 && higher > 0) {
        /* Two rows that disturb each other at the root: no more than this. */
        return tunedx_climb_cost(
            shape, price, (uint64_t)(lower > higher ? lower : higher + 1), 2);
    }
    if (hops < 2 || all.count < 2) {
        return hops * (all.count - 1) * tunedx_one_way_sum(price, all.bytes) +
               hops * last;
    }
    /* The first segment on the first hop and the last one on the last hop are
     * alone. */
    return tunedx_one_way_sum(price, all.bytes) +
           (hops + all.count - 3) * tunedx_two_way_sum(price, all.bytes) + last;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_pipeline = {
    .name = "pipeline",
    .summary = "a chain of ranks adding up segments, long messages",
    .tuned_id = 3,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
