/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scatter, binary tree.
 *
 * The ranks below a rank are two halves, and the rank has the first one of each
 * for a child.  A rank passes on what its second half is to have, then the
 * first one's, and its own block comes last.  With segments, a rank passes on
 * while it receives.
 *
 *     p = 7      0               round 0   456 < 0
 *               / \              round 1   123 < 0   6 < 4
 *              1   4             round 2   5 < 4     3 < 1
 *             / \ / \            round 3   2 < 1
 *            2  3 5  6
 *
 * Cost     2 log2 p alpha + (p-1) m beta at the root      m: bytes of one block
 *          With segments a bound (rootedcost.c)
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (binary tree)
 */
#include "algorithms/rooted.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_binary_tree(shape);

    tunedx_scatter_tree(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_tree_t tree = tunedx_binary_tree(shape);

    return tunedx_rooted_tree_cost(shape, price, &tree);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_scatter_binary_tree = {
    .name = "binary_tree",
    .summary = "two children for every rank, segmented",
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 100,
};
