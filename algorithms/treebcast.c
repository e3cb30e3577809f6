/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See treebcast.h.
 */
#include "algorithms/treebcast.h"

/* The child after `child`, or the first one where `child` is the node itself;
 * false behind the last one. */
static bool next_child(const tunedx_tree_t *tree, const tunedx_node_t *node,
                       tunedx_node_t *child)
{
    const bool is_first = child->first == node->first;

    if (tree->kind == TUNEDX_TREE_KNOMIAL || tree->kind == TUNEDX_TREE_HALVES) {
        return tunedx_tree_child_before(
            tree, node, is_first ? node->end : child->first, child);
    }
    return tunedx_tree_child_from(
        tree, node, is_first ? node->first + 1 : child->end, child);
}

void tunedx_tree_bcast(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                       const tunedx_tree_t *tree)
{
    const int number = tunedx_mod(shape->rank - shape->root, shape->size);
    const tunedx_node_t node = tunedx_tree_node(tree, number);
    const tunedx_span_t all = tunedx_output(shape);
    const size_t segment = tunedx_segment_units(shape, all.units);

    for (size_t done = 0, i = 0; done < all.units; done += segment, i++) {
        const tunedx_span_t now = tunedx_cut(all, i, segment);
        tunedx_node_t child = node;

        if (number > 0) {
            tunedx_recv(s, tunedx_mod(shape->root + node.parent, shape->size),
                        now);
        }
        while (next_child(tree, &node, &child)) {
            tunedx_send(s, tunedx_mod(shape->root + child.first, shape->size),
                        now);
        }
    }
}

/* ---- scatter ---- */

tunedx_span_t tunedx_tree_parts(const tunedx_shape_t *shape, int first, int end)
{
    const size_t from = tunedx_part_first(shape->units, shape->size, first);
    const size_t to = tunedx_part_first(shape->units, shape->size, end);

    return tunedx_part(tunedx_output(shape), from, to - from);
}

static tunedx_tree_t scatter_tree(const tunedx_shape_t *shape)
{
    return (tunedx_tree_t){
        .kind = TUNEDX_TREE_KNOMIAL,
        .fan = 2,
        .size = shape->size,
    };
}

tunedx_node_t tunedx_tree_scattered(const tunedx_shape_t *shape, int number)
{
    const tunedx_tree_t tree = scatter_tree(shape);

    return tunedx_tree_node(&tree, number);
}

void tunedx_tree_scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int number = tunedx_mod(shape->rank - shape->root, shape->size);
    const tunedx_tree_t tree = scatter_tree(shape);
    const tunedx_node_t node = tunedx_tree_node(&tree, number);
    tunedx_node_t child = node;

    if (number > 0) {
        tunedx_recv(s, tunedx_mod(shape->root + node.parent, shape->size),
                    tunedx_tree_parts(shape, node.first, node.end));
    }
    while (next_child(&tree, &node, &child)) {
        tunedx_send(s, tunedx_mod(shape->root + child.first, shape->size),
                    tunedx_tree_parts(shape, child.first, child.end));
    }
}

/* ---- costs ---- */

uint64_t tunedx_tree_scatter_bound(const tunedx_shape_t *shape,
                                   const tunedx_price_t *price)
{
    uint64_t cost = 0;

    for (int half = tunedx_power_below(shape->size); half > 0; half /= 2) {
        const int rest = shape->size - half;
        const int parts = rest < half ? rest : half;
        const size_t units = tunedx_tree_parts(shape, 0, parts).units;

        cost +=
            units == 0 ? 0 : tunedx_one_way(price, units * shape->unit_bytes);
    }
    return cost;
}

uint64_t tunedx_tree_bcast_cost(const tunedx_shape_t *shape,
                                const tunedx_price_t *price, int steps)
{
    const size_t segment = tunedx_segment_units(shape, shape->units);

    if (segment == 0) {
        return 0;
    }
    const size_t full = shape->units / segment, rest = shape->units % segment;

    return (uint64_t)steps *
           (full * tunedx_one_way(price, segment * shape->unit_bytes) +
            (rest > 0 ? tunedx_one_way(price, rest * shape->unit_bytes) : 0));
}

uint64_t tunedx_tree_bcast_bound(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price, int depth,
                                 int fan)
{
    const size_t segment = tunedx_segment_units(shape, shape->units);
    const size_t bytes = segment * shape->unit_bytes;

    if (segment == 0) {
        return 0;
    }
    const size_t further = (shape->units - 1) / segment;

    return ((uint64_t)depth + further * (uint64_t)fan) *
           (further == 0 ? tunedx_one_way(price, bytes)
                         : tunedx_either_way(price, bytes));
}

/* The second child's subtree is last everywhere: it begins a step later, and
 * the first one's, with one rank more at most, takes at most one step more. */
int tunedx_tree_binary_depth(int size)
{
    int depth = 0;

    for (; size > 2; size = (size - 1) / 2) {
        depth += 2;
    }
    return depth + size - 1;
}
