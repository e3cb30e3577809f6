/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, doubly pipelined and with two roots.
 *
 * The lower and the higher half of the ranks are a binary tree each.  Segments
 * are added up on the way to its top; the two tops exchange what they have, so
 * both have the result, and it goes down again.  In turn a rank exchanges with
 * both children and its parent, or the other top: a segment for a finished one.
 *
 *     p = 10          0  <->  5
 *                   /  \    /   \
 *                  1    3  6     8
 *                  |    |  |     |
 *                  2    4  7     9
 *
 * Cost     Whole, and p = 2^(h+1) - 2,
 *              (4 h - 3) (alpha + n beta) + (2 h - 1) n gamma
 *          and for each of k segments but the first, from five ranks on,
 *              3 (alpha + n/k (beta + gamma))
 *          With segments of several lengths a bound
 * Needs    nothing
 * Source   Traff, A Doubly-pipelined, Dual-root Reduction-to-all Algorithm,
 *          arXiv 2109.12626, 2021
 */
#include "algorithms/segmented.h"
#include "algorithms/treereduce.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int middle = (shape->size + 1) / 2;
    const bool is_lower = shape->rank < middle;
    const int twin = is_lower ? middle : 0;
    const tunedx_tree_t tree = {
        .kind = TUNEDX_TREE_BINARY,
        .size = is_lower ? middle : shape->size - middle,
    };

    tunedx_allreduce_tree(s, shape, &tree, is_lower ? 0 : middle,
                          shape->size > 1 ? twin : -1);
}

/* For every segment a rank exchanges with each of its neighbours, and adds up
 * what it hears, but for that which is finished. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);
    const int half = (shape->size + 1) / 2;
    const uint64_t neighbours = half < 3 ? (uint64_t)half : 3;
    const tunedx_allreduce_turns_t turns = {
        .up = (uint64_t)tunedx_larger_first(half),
        .down = (uint64_t)tunedx_smaller_first(half),
        .messages = neighbours,
        .sums = neighbours, /* of the top of a tree */
    };

    return tunedx_allreduce_tree_cost(shape, price, &turns) +
           (shape->size > 1 ? tunedx_two_way_sum(price, all.bytes) : 0);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allreduce_dual_root = {
    .name = "dual_root",
    .summary = "two binary trees up and down at once, medium messages",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_HALVES,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ALIKE,
    .is_even = tunedx_segments_are_alike,
    .excess = 40,
};
