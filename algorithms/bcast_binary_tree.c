/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, binary tree.
 *
 * Ranks count from the root.  The ranks below a rank are two rows of equal
 * length, whose heads are its children.  A rank sends a segment to one child
 * while it sends nothing else, and to the other one while the next segment
 * arrives.
 *
 *     p = 7        0          step 0   0 -> 1
 *                /   \        step 1   0 -> 4   1 -> 2
 *               1     4       step 2            1 -> 3   4 -> 5
 *              / \   / \      step 3                     4 -> 6
 *             2   3 5   6     the next segment follows 2 steps later
 *
 * Cost     2 (log2 (p+1) - 2 + k) (alpha + n/k beta), p + 1 being a power of
 *          two                                  k: number of segments
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2
 */
#include "algorithms/treebcast.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_binary_tree(shape);

    tunedx_tree_bcast(s, shape, &tree);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_bcast_binary_tree = {
    .name = "binary_tree",
    .summary = "two children each passing segments on, medium messages",
    .tuned_id = 5,
    .parameters = parameters,
    .build = build,
    .cost = tunedx_tree_binary_cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
