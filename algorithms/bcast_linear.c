/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, linear: the root sends to every rank, one after the other.
 *
 *     p = 4, root 0       0
 *     step 0              0 -> 1
 *     step 1              0 -> 2
 *     step 2              0 -> 3
 *
 * Cost     (p-1) (k alpha + n beta)        k: number of segments
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (sequential)
 */
#include "algorithms/treebcast.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = {
        .kind = TUNEDX_TREE_LINEAR,
        .size = shape->size,
    };

    tunedx_tree_bcast(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_tree_bcast_cost(shape, price, shape->size - 1);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_bcast_linear = {
    .name = "linear",
    .summary = "the root sends to each rank, very few ranks",
    .tuned_id = 1,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
