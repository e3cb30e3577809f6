/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, linear.
 *
 * All send to rank 0, which adds the vectors in the order of the ranks and
 * sends the result back to everyone.
 *
 *     p = 4      0 <- 1, 0 <- 2, 0 <- 3
 *                0 -> 3, 0 -> 2, 0 -> 1
 *
 * Cost     (p-1) (2 alpha + 2 n beta + n gamma)
 * Needs    nothing
 * Source   Pjesivac-Grbovic and others, Cluster Computing 10(2), 2007 (flat
 *          tree)
 */
#include "algorithms/segmented.h"
#include "algorithms/treereduce.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = {
        .kind = TUNEDX_TREE_LINEAR,
        .size = shape->size,
    };

    tunedx_allreduce_tree(s, shape, &tree, 0, -1);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const size_t bytes = shape->units * shape->unit_bytes;

    return (uint64_t)(shape->size - 1) *
           (tunedx_one_way_sum(price, bytes) + tunedx_one_way(price, bytes));
}

const tunedx_algorithm_t tunedx_allreduce_linear = {
    .name = "linear",
    .summary = "all to rank 0 and back, few ranks",
    .tuned_id = 1,
    .grouping = TUNEDX_GROUPING_FIRST,
    .build = build,
    .cost = cost,
};
