/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exscan, doubly pipelined binary tree.
 *
 * As scan's.  The sum of a rank's left subtree, with the sum of all ranks
 * before the subtree in front, is the result.  Its left child needs what comes
 * before the subtree; its right child needs the result with the rank's own part
 * behind.  Sums go up and down the tree at the same time, segment by segment
 * (inorder.h).
 *
 *     p = 7      up      0 > 1: 0     2 > 1: 2     1 > 3: 012     4 > 5: 4
 *                down    1 > 2: 01    3 > 5: 0123  5 > 4: 0123
 *                        5 > 6: 012345
 *
 * Cost     Whole, and p a power of two from 8 on,
 *              (4 log2 p - 5) (alpha + n beta) + (3 log2 p - 4) n gamma
 *          With segments at most
 *              (3 k + 4 log2 p - 2) (alpha + n/k beta) +
 *              (4 k + 4 log2 p - 4) n/k gamma          k: number of segments
 *          since at each rank three exchanges take turns (inorder.c)
 * Needs    nothing
 * Source   Sanders, Träff, EuroPVM/MPI 2006, LNCS 4192
 */
#include "algorithms/inorder.h"

/* What goes down to the children in the next step. */
typedef struct down {
    tunedx_span_t before; /* the sum of the ranks before the subtree */
    tunedx_span_t so_far; /* of those and the ones up to this rank */
} down_t;

/* `lower` with `own` behind it. */
static tunedx_span_t joined(tunedx_schedule_t *s, tunedx_span_t lower,
                            tunedx_span_t own)
{
    const tunedx_span_t sum = tunedx_scratch(s, own.units);

    tunedx_copy(s, own, sum);
    tunedx_reduce(s, lower, sum);
    return sum;
}

/* The sum of the subtree as far as it is needed, from `own`, this rank's
 * segment; `lower` has the part before this rank. */
static tunedx_span_t meet_children(tunedx_schedule_t *s,
                                   const tunedx_inorder_t *node, bool ends,
                                   tunedx_span_t own, tunedx_span_t lower,
                                   const down_t *down)
{
    tunedx_span_t total = own;

    if (node->left < 0) {
        return own;
    }
    tunedx_send(s, node->left, down->before);
    tunedx_recv(s, node->left, lower);
    if (!ends) {
        total = joined(s, lower, own);
    }
    if (node->right >= 0) {
        tunedx_send(s, node->right, down->so_far);
        if (!ends) {
            tunedx_recv_reduce(s, node->right, total, total,
                               TUNEDX_FROM_HIGHER);
        }
    }
    return total;
}

/* From the parent: `lower` has the part of the subtree before. */
static down_t meet_parent(tunedx_schedule_t *s, const tunedx_inorder_t *node,
                          tunedx_span_t own, tunedx_span_t lower)
{
    down_t down = {tunedx_part(own, 0, 0), tunedx_part(own, 0, 0)};

    if (node->first > 0 && node->left >= 0) {
        down.before = tunedx_scratch(s, lower.units);
        tunedx_recv(s, node->parent, down.before);
        tunedx_reduce(s, down.before, lower);
    } else if (node->first > 0) {
        tunedx_recv(s, node->parent, lower);
    }
    if (node->right >= 0) {
        down.so_far = joined(s, lower, own);
    }
    return down;
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_inorder_t node = tunedx_inorder_of(shape);
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t output = tunedx_output(shape);
    /* In place, the own part is needed after sums have come. */
    const tunedx_span_t lower =
        shape->in_place ? tunedx_scratch(s, shape->units) : output;
    const size_t segment = tunedx_segment_units(shape, shape->units);
    const size_t steps = tunedx_inorder_steps(&node, shape->units, segment);
    const bool ends = node.end == shape->size;
    down_t down = {tunedx_part(input, 0, 0), tunedx_part(input, 0, 0)};

    for (size_t i = 0; i < steps; i++) {
        const tunedx_span_t total =
            meet_children(s, &node, ends, tunedx_cut(input, i, segment),
                          tunedx_cut(lower, i, segment), &down);
        const tunedx_span_t result =
            tunedx_inorder_down(&node, lower, i, segment);

        if (!ends) {
            tunedx_send(s, node.parent, total);
        }
        down = meet_parent(
            s, &node, tunedx_inorder_down(&node, input, i, segment), result);
        if (shape->rank > 0) {
            tunedx_copy(s, result,
                        tunedx_inorder_down(&node, output, i, segment));
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    static const tunedx_inorder_work_t work = {0, 1, 2};

    return tunedx_inorder_cost(shape, price, &work);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_exscan_pipelined = {
    .name = "pipelined",
    .summary = "up and down a binary tree by segments, long messages",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_INORDER,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 165,
};
