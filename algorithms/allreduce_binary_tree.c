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
 * Cost     Whole, and p = 2^(h+1) - 1,
 *              4 h (alpha + n beta) + 2 h n gamma
 *          and for each of k segments but the first, from six ranks on,
 *              3 (alpha + n/k beta) + 2 n/k gamma
 *          less one message.  With segments of several lengths a bound
 * Needs    nothing
 * Source   Traff, arXiv 2109.12626, 2021 (pipelined trees in both directions)
 */
#include "algorithms/segmented.h"
#include "algorithms/treereduce.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_binary_tree(shape);

    tunedx_allreduce_tree(s, shape, &tree, 0, -1);
}

/* From six ranks on some rank has two children and a parent, and exchanges with
 * each for every segment; nothing comes up any more as the last one goes down.
 */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t neighbours = shape->size == 2 ? 1 : shape->size < 6 ? 2 : 3;
    const tunedx_allreduce_turns_t turns = {
        .up = (uint64_t)tunedx_larger_first(shape->size),
        .down = (uint64_t)tunedx_smaller_first(shape->size),
        .messages = neighbours,
        .sums = neighbours == 1 ? 1 : 2,
        .more = neighbours == 3 ? -1 : 0,
    };

    return tunedx_allreduce_tree_cost(shape, price, &turns);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allreduce_binary_tree = {
    .name = "binary_tree",
    .summary = "a binary tree up and down at once, medium messages",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_TREE,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ALIKE,
    .is_even = tunedx_segments_are_alike,
    .excess = 40,
};
