/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, pipelined chain.
 *
 * The ranks stand in a row behind the root.  The message comes in segments;
 * each rank passes a segment on while it receives the next one.
 *
 *     p = 4, 3 segments    0 -> 1    1 -> 2    2 -> 3
 *     step 0               a
 *     step 1               b         a
 *     step 2               c         b         a
 *     step 3                         c         b
 *     step 4                                   c
 *
 * Cost     (p - 2 + k) (alpha + n/k beta)        k: number of segments
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (chain)
 */
#include "algorithms/treebcast.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = {
        .kind = TUNEDX_TREE_CHAINS,
        .fan = 1,
        .size = shape->size,
    };

    tunedx_tree_bcast(s, shape, &tree);
}

/* In all steps but the first and the last one some rank sends and receives at
 * once, and only the last segment, the shorter one, is on its way in the last
 * step. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const size_t segment = tunedx_segment_units(shape, shape->units);
    const size_t bytes = segment * shape->unit_bytes;

    if (segment == 0 || segment == shape->units || shape->size <= 2) {
        return tunedx_tree_bcast_cost(shape, price, shape->size - 1);
    }
    const size_t further = (shape->units - 1) / segment;
    const size_t last = shape->units * shape->unit_bytes - further * bytes;
    const size_t between = further + (size_t)shape->size - 3;

    return tunedx_one_way(price, bytes) +
           between * tunedx_two_way(price, bytes) + tunedx_one_way(price, last);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_bcast_pipeline = {
    .name = "pipeline",
    .summary = "a chain of ranks passing segments on, long messages",
    .tuned_id = 3,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
