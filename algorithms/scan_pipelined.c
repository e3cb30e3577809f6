/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scan, doubly pipelined binary tree.
 *
 * A rank puts the sum of its left subtree in front of its own part; with the
 * sum of all ranks before the subtree in front of that, it is the result.  Its
 * left child needs what comes before the subtree, its right child needs the
 * result.  Sums go up and down the tree at the same time, segment by segment
 * (inorder.h).
 *
 *     p = 7      up      0 > 1: 0     2 > 1: 2     1 > 3: 012     4 > 5: 4
 *                down    1 > 2: 01    3 > 5: 0123  5 > 4: 0123
 *                        5 > 6: 012345
 *
 * Cost     Whole, and p a power of two from 8 on,
 *              (4 log2 p - 5) (alpha + n beta) + (3 log2 p - 3) n gamma
 *          With segments at most
 *              (3 k + 4 log2 p - 2) (alpha + n/k beta) +
 *              (3 k + 4 log2 p - 3) n/k gamma          k: number of segments
 *          since at each rank three exchanges take turns (inorder.c)
 * Needs    nothing
 * Source   Sanders, Träff, EuroPVM/MPI 2006, LNCS 4192
 */
#include "algorithms/inorder.h"

/* What goes down to the children in the next step. */
typedef struct down {
    tunedx_span_t before; /* the sum of the ranks before the subtree */
    tunedx_span_t result;
} down_t;

/* The sum of the subtree as far as it is needed, from `own`, this rank's
 * segment; `sum` has the part up to this rank. */
static tunedx_span_t meet_children(tunedx_schedule_t *s,
                                   const tunedx_inorder_t *node, bool ends,
                                   tunedx_span_t own, tunedx_span_t sum,
                                   const down_t *down)
{
    tunedx_span_t total = sum;

    if (node->left < 0) {
        return own;
    }
    tunedx_send(s, node->left, down->before);
    tunedx_recv_reduce(s, node->left, own, sum, TUNEDX_FROM_LOWER);
    if (node->right >= 0) {
        tunedx_send(s, node->right, down->result);
        if (!ends) {
            total = tunedx_scratch(s, sum.units);
            tunedx_recv_reduce(s, node->right, sum, total, TUNEDX_FROM_HIGHER);
        }
    }
    return total;
}

/* From the parent: `result` has the part of the subtree before. */
static down_t meet_parent(tunedx_schedule_t *s, const tunedx_inorder_t *node,
                          tunedx_span_t own, tunedx_span_t result)
{
    tunedx_span_t before = tunedx_part(result, 0, 0);

    if (node->first > 0 && node->left >= 0) {
        before = tunedx_scratch(s, result.units);
        tunedx_recv(s, node->parent, before);
        tunedx_reduce(s, before, result);
    } else if (node->first > 0) {
        tunedx_recv_reduce(s, node->parent, own, result, TUNEDX_FROM_LOWER);
    } else if (node->left < 0) {
        tunedx_copy(s, own, result);
    }
    return (down_t){before, result};
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_inorder_t node = tunedx_inorder_of(shape);
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t output = tunedx_output(shape);
    const size_t segment = tunedx_segment_units(shape, shape->units);
    const size_t steps = tunedx_inorder_steps(&node, shape->units, segment);
    const bool ends = node.end == shape->size;
    down_t down = {tunedx_part(input, 0, 0), tunedx_part(output, 0, 0)};

    for (size_t i = 0; i < steps; i++) {
        const tunedx_span_t total =
            meet_children(s, &node, ends, tunedx_cut(input, i, segment),
                          tunedx_cut(output, i, segment), &down);

        if (!ends) {
            tunedx_send(s, node.parent, total);
        }
        down =
            meet_parent(s, &node, tunedx_inorder_down(&node, input, i, segment),
                        tunedx_inorder_down(&node, output, i, segment));
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    static const tunedx_inorder_work_t work = {1, 1, 1};

    return tunedx_inorder_cost(shape, price, &work);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_scan_pipelined = {
    .name = "pipelined",
    .summary = "up and down a binary tree by segments, long messages",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_INORDER,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 100,
};
