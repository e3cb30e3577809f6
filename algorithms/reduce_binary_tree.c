/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, binary tree.
 *
 * The ranks below a rank are cut into two halves, each with its first rank at
 * the top.  A rank adds the results of both to its own part and sends it up,
 * segment by segment, so that all levels work at once.
 *
 *     p = 7           0
 *                   /   \
 *                  1     4
 *                 / \   / \
 *                2   3 5   6
 *
 * Cost     2 (log2 p + k - 1) (alpha + n/k beta + n/k gamma)
 *          k: number of segments; in rank order with a root that is not rank 0
 *          the result takes a further hop
 * Needs    nothing
 * Source   Pjesivac-Grbovic and others, Cluster Computing 10(2), 2007
 */
#include "algorithms/treereduce.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_binary_tree(shape);

    tunedx_reduce_tree(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int turns = tunedx_larger_first(shape->size);

    return tunedx_reduce_tree_cost(shape, price, (uint64_t)turns,
                                   shape->size > 2 ? 2 : 1);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_binary_tree = {
    .name = "binary_tree",
    .summary = "a pipelined binary tree, medium messages",
    .tuned_id = 4,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_TREE,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
