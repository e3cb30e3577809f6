/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, a binary tree, up and down.
 *
 * Rank 0 is the top; the ranks below a rank are cut into two halves, each with
 * its first rank at the top.  Segments are added up on the way to rank 0, and
 * each goes down again as soon as it is there.  In turn a rank exchanges with
 * both children and its parent: a segment for a finished one.
 *
 *     p = 7           0
 *                   /   \
 *                  1     4
 *                 / \   / \
 *                2   3 5   6
 *
 * Cost     (4 log2 p + 3 (k-1)) (alpha + n/k beta) at most, and operations
 *          k: number of segments
 *          With segments a bound: up and down the tree they give way to each
 *          other, which has no formula
 * Needs    nothing
 * Source   Traff, arXiv 2109.12626, 2021 (pipelined trees in both directions)
 */
#include "algorithms/treereduce.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_binary_tree(shape);

    tunedx_allreduce_tree(s, shape, &tree, 0, -1);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int up = tunedx_larger_first(shape->size);

    return tunedx_allreduce_tree_cost(
        shape, price, (uint64_t)up, (uint64_t)tunedx_smaller_first(shape->size),
        3);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allreduce_binary_tree = {
    .name = "binary_tree",
    .summary = "a binary tree up and down at once, medium messages",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_TREE,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE,
    .excess = 200,
};
