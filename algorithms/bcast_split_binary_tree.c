/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, split binary tree.
 *
 * Ranks count from the root.  Those behind it are two rows, which form a binary
 * tree each.  The first half of the message goes down the first tree in
 * segments, the second half down the other one; then ranks at the same place
 * of both rows exchange their halves.  A rank without such a partner has the
 * second half from the root.
 *
 *     p = 6, message ab     0             a: 0 -> 1   1 -> 2   1 -> 3
 *                         a/ \b           b: 0 -> 4   4 -> 5
 *                         1   4           exchange    1 <> 4   2 <> 5
 *                        / \  |           from root   b: 0 -> 3
 *                       2  3  5
 *
 * Cost     2 (log2 (p+1) - 2 + k) (alpha + n/2k beta) + alpha + n/2 beta
 *                                      p+1: a power of two
 *                                      k: number of segments of a half
 *          A bound where halves differ
 * Needs    nothing
 * Source   Pjesivac-Grbovic et al., Cluster Computing 10(2), 2007
 */
#include "algorithms/treebcast.h"

/* Passes a half down a tree of the numbers first..end-1 that the root, whose
 * number is 0, sends to. */
typedef struct row {
    tunedx_node_t node;
    tunedx_tree_t tree;
    int first;
} row_t;

static int rank_of(const tunedx_shape_t *shape, int number)
{
    return tunedx_mod(shape->root + number, shape->size);
}

static void pass_on(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                    const row_t *row, tunedx_span_t now)
{
    const int above = row->node.parent;
    tunedx_node_t child = {.end = row->node.first + 1};

    tunedx_recv(s, rank_of(shape, above < 0 ? 0 : row->first + above), now);
    while (tunedx_tree_child_from(&row->tree, &row->node, child.end, &child)) {
        tunedx_send(s, rank_of(shape, row->first + child.first), now);
    }
}

static void build_root(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                       const tunedx_span_t halves[2], size_t segment)
{
    const int middle = 1 + shape->size / 2;

    for (size_t i = 0; i * segment < halves[0].units; i++) {
        tunedx_send(s, rank_of(shape, 1), tunedx_cut(halves[0], i, segment));
        if (middle < shape->size) {
            tunedx_send(s, rank_of(shape, middle),
                        tunedx_cut(halves[1], i, segment));
        }
    }
    if (shape->size % 2 == 0) {
        tunedx_send(s, rank_of(shape, middle - 1), halves[1]);
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t all = tunedx_output(shape);
    const size_t units = tunedx_part_units(all.units, 2, 0);
    const tunedx_span_t halves[] = {
        tunedx_part(all, 0, units),
        tunedx_part(all, units, all.units - units),
    };
    const size_t segment = tunedx_segment_units(shape, units);
    const int number = tunedx_mod(shape->rank - shape->root, shape->size);
    const int length = shape->size / 2; /* of the first row */
    const int side = number > length;
    row_t row = {
        .tree = {.kind = TUNEDX_TREE_BINARY},
        .first = side ? 1 + length : 1,
    };
    const int partner = side ? number - length : number + length;

    if (shape->size == 1) {
        return;
    }
    if (number == 0) {
        build_root(s, shape, halves, segment);
        return;
    }
    row.tree.size = side ? shape->size - 1 - length : length;
    row.node = tunedx_tree_node(&row.tree, number - row.first);
    for (size_t i = 0; i * segment < units; i++) {
        pass_on(s, shape, &row, tunedx_cut(halves[side], i, segment));
    }
    if (partner < shape->size) {
        tunedx_send(s, rank_of(shape, partner), halves[side]);
        tunedx_recv(s, rank_of(shape, partner), halves[!side]);
    } else {
        tunedx_recv(s, rank_of(shape, 0), halves[!side]);
    }
}

/* The two rows and the root are a binary tree, which all segments of the longer
 * half go down in the time that they would take to go down both rows; those who
 * have the last one are also the last to exchange. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_price_t dearer = tunedx_dearer(price);
    tunedx_shape_t half = *shape;

    half.units = tunedx_part_units(shape->units, 2, 0);
    return half.units == 0 || shape->size == 1
               ? 0
               : tunedx_tree_binary_cost(&half, &dearer) +
                     tunedx_two_way(&dearer, half.units * shape->unit_bytes);
}

static bool is_even(const tunedx_shape_t *shape)
{
    return shape->units % 2 == 0;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_bcast_split_binary_tree = {
    .name = "split_binary_tree",
    .summary = "halves down two binary trees, then exchanged, long messages",
    .tuned_id = 4,
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = is_even,
    .excess = 100,
};
