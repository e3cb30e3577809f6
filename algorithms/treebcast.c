/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See treebcast.h.
 */
#include "algorithms/treebcast.h"

#include "algorithms/segmented.h"

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

/* Nobody ends later than the root: below a child there are no more ranks than
 * the root has yet to serve, and their parts are no longer. */
uint64_t tunedx_tree_scatter_cost(const tunedx_shape_t *shape,
                                  const tunedx_price_t *price)
{
    const tunedx_tree_t tree = scatter_tree(shape);
    const tunedx_node_t root = tunedx_tree_top(&tree);
    tunedx_node_t child = root;
    uint64_t cost = 0;

    while (next_child(&tree, &root, &child)) {
        const size_t units =
            tunedx_tree_parts(shape, child.first, child.end).units;

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

/* What a segment takes: any but the last one, and the last one. */
typedef struct turns {
    uint64_t full, last;
    uint64_t further; /* how many segments are before the last one */
} turns_t;

/* Where nothing is cut, nobody sends and receives at once. */
static turns_t turns_of(const tunedx_shape_t *shape,
                        const tunedx_price_t *price)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);
    const tunedx_price_t dearer = tunedx_dearer(price);
    const tunedx_price_t *paid =
        all.count == 1 || shape->size == 2 ? price : &dearer;

    return (turns_t){
        .full = tunedx_one_way(paid, all.bytes),
        .last = tunedx_one_way(paid, all.last_bytes),
        .further = all.count - 1,
    };
}

/* From the moment when the head of a chain of `ranks` may get the last segment,
 * as child number `child` of `chains`.  A rank behind it gets that as soon as
 * it has come all the way, or as the segment before has been passed on, which
 * left the root one round of chains earlier. */
static uint64_t chain_time(const turns_t *turns, uint64_t chains,
                           uint64_t child, uint64_t ranks)
{
    const uint64_t free_way = (child + ranks - 1) * turns->last;
    const uint64_t behind = child + ranks - 1;

    return ranks < 2 || behind < chains
               ? free_way
               : tunedx_later(free_way,
                              (behind - chains) * turns->full + turns->last);
}

uint64_t tunedx_tree_chains_cost(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price, int chains)
{
    const turns_t turns = turns_of(shape, price);
    const int below = shape->size - 1;
    const int rows = chains < below ? chains : below;
    uint64_t last = 0;

    if (shape->units == 0 || below == 0) {
        return 0;
    }
    for (int i = 0; i < rows; i++) {
        last = tunedx_later(
            last, chain_time(&turns, (uint64_t)rows, (uint64_t)i + 1,
                             tunedx_part_units((size_t)below, rows, i)));
    }
    return turns.further * (uint64_t)rows * turns.full + last;
}

/* From the moment when a node with two children sends the last segment to the
 * first one until all ranks below child number `child` have it, of which there
 * are `ranks` and take `below` from the same moment of the child.  A child that
 * has two itself has then sent the segment before for as long as its parent,
 * and begins when that is done, no matter how short the last segment is. */
static uint64_t child_time(const turns_t *turns, uint64_t child, int ranks,
                           uint64_t below)
{
    switch (ranks) {
    case 0:
        return 0;
    case 1:
        return child * turns->last;
    case 2:
        return tunedx_later(child * turns->last, (child - 1) * turns->full) +
               turns->last;
    default:
        return child * turns->full + below;
    }
}

/* From the moment when the top of a binary tree of `ranks` sends the last
 * segment to its first child until all have it; and in *less that of one rank
 * less.  The halves of both have two sizes, one apart. */
static uint64_t halves_time(const turns_t *turns, int ranks, uint64_t *less)
{
    const int half = ranks / 2;
    uint64_t large, small;

    if (ranks < 2) {
        *less = 0;
        return 0;
    }
    large = halves_time(turns, half, &small);
    const uint64_t first_large = child_time(turns, 1, half, large);
    const uint64_t first_small = child_time(turns, 1, half - 1, small);
    const uint64_t second_large = child_time(turns, 2, half, large);
    const uint64_t second_small = child_time(turns, 2, half - 1, small);

    *less = ranks % 2 == 1 ? tunedx_later(first_large, second_small)
                           : tunedx_later(first_small, second_small);
    return tunedx_later(first_large,
                        ranks % 2 == 1 ? second_large : second_small);
}

uint64_t tunedx_tree_binary_cost(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price)
{
    const turns_t turns = turns_of(shape, price);
    const uint64_t children = shape->size > 2 ? 2 : 1;
    uint64_t less;

    return shape->units == 0 || shape->size == 1
               ? 0
               : turns.further * children * turns.full +
                     halves_time(&turns, shape->size, &less);
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
