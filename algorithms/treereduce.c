/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See treereduce.h.
 */
#include "algorithms/treereduce.h"

#include "algorithms/segmented.h"
#include "geometry/geometry.h"

/* ---- costs ---- */

uint64_t tunedx_climb_cost(const tunedx_shape_t *shape,
                           const tunedx_price_t *price, uint64_t turns,
                           uint64_t each)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);
    const tunedx_price_t dearer = tunedx_dearer(price);

    if (shape->size == 1) {
        return 0;
    }
    if (all.count == 1) {
        return turns * tunedx_one_way_sum(price, all.bytes);
    }
    return (turns + (all.count - 2) * each) *
               tunedx_one_way_sum(&dearer, all.bytes) +
           each * tunedx_one_way_sum(&dearer, all.last_bytes);
}

uint64_t tunedx_allreduce_tree_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price,
                                    const tunedx_allreduce_turns_t *turns)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);
    const tunedx_price_t dearer = tunedx_dearer(price);
    const tunedx_price_t *way = all.count == 1 ? price : &dearer;
    const uint64_t message = tunedx_one_way(way, all.bytes);
    const uint64_t reduction = tunedx_reducing(way, all.bytes);
    const uint64_t first =
        turns->up * (message + reduction) + turns->down * message;

    if (shape->size == 1) {
        return 0;
    }
    if (all.count == 1) {
        return first;
    }
    return first + (uint64_t)((int64_t)message * turns->more) +
           (all.count - 1) *
               (turns->messages * message + turns->sums * reduction);
}

/* Of two halves that have so many, the smaller one first. */
static int turns_from(int larger, int smaller)
{
    return (larger > smaller + 1 ? larger : smaller + 1) + 1;
}

/* Those of `size` ranks, and in *less of one rank less.  The result of no rank
 * is there a turn before that of one. */
static int turns_of(int size, int *less)
{
    int half, less_than_half;

    if (size <= 2) {
        *less = size - 2;
        return size - 1;
    }
    half = turns_of(size / 2, &less_than_half);
    *less = size % 2 == 0 ? turns_from(less_than_half, less_than_half)
                          : turns_from(half, less_than_half);
    return turns_from(half, size % 2 == 0 ? less_than_half : half);
}

int tunedx_larger_first(int size)
{
    int turns = 0;

    for (; size > 1; size /= 2) {
        turns += size == 2 ? 1 : 2;
    }
    return turns;
}

int tunedx_smaller_first(int size)
{
    int less;

    return turns_of(size, &less);
}

/* ---- segments ---- */

/* Segment number i, which is the one `lag` steps behind `step`; none before
 * the first. */
static tunedx_span_t behind(tunedx_span_t span, size_t step, size_t lag,
                            size_t segment)
{
    return step < lag ? tunedx_part(span, 0, 0)
                      : tunedx_cut(span, step - lag, segment);
}

/* ---- reduce, children follow their parents ---- */

/* Where a rank has its place, ranks being counted from `shift`. */
typedef struct climb {
    const tunedx_tree_t *tree;
    tunedx_node_t node;
    int shift;
} climb_t;

static int rank_of(const climb_t *climb, int number)
{
    return tunedx_mod(number + climb->shift, climb->tree->size);
}

/* Sends own combined with all that is below the node up; the top has it in
 * `result`. */
static void climb_segment(tunedx_schedule_t *s, const climb_t *climb,
                          tunedx_span_t own, tunedx_span_t result)
{
    tunedx_node_t child = {.end = climb->node.first + 1};

    while (
        tunedx_tree_child_from(climb->tree, &climb->node, child.end, &child)) {
        tunedx_recv_reduce(s, rank_of(climb, child.first), own, result,
                           TUNEDX_FROM_HIGHER);
        own = result;
    }
    if (climb->node.parent >= 0) {
        tunedx_send(s, rank_of(climb, climb->node.parent), own);
    } else {
        tunedx_copy(s, own, result);
    }
}

void tunedx_reduce_tree(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                        const tunedx_tree_t *tree)
{
    const int shift = shape->commutative ? shape->root : 0;
    const int number = tunedx_mod(shape->rank - shift, shape->size);
    const climb_t climb = {tree, tunedx_tree_node(tree, number), shift};
    const size_t segment = tunedx_segment_units(shape, shape->units);
    const bool is_root = shape->rank == shape->root;
    /* The root hears of a segment when the later ones are on their way: as many
     * as there are ranks that each hold one. */
    const size_t lag = is_root ? (size_t)climb.node.depth : 0;
    const size_t steps = tunedx_segments_of(shape, shape->units).count + lag;

    for (size_t i = 0; i < steps; i++) {
        const tunedx_span_t own = tunedx_cut(tunedx_input(shape), i, segment);
        const tunedx_span_t result =
            is_root ? tunedx_cut(tunedx_output(shape), i, segment)
                    : tunedx_scratch(s, own.units);

        climb_segment(s, &climb, own, result);
        if (number == 0 && !is_root) {
            tunedx_send(s, shape->root, result);
        } else if (number > 0 && is_root) {
            tunedx_recv(s, 0, behind(tunedx_output(shape), i, lag, segment));
        }
    }
}

uint64_t tunedx_reduce_tree_cost(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price, uint64_t turns,
                                 uint64_t each)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);

    if (shape->commutative || shape->root == 0) {
        return tunedx_climb_cost(shape, price, turns, each);
    }
    /* The root is a rank of the tree too, and hears of one thing more. */
    return tunedx_climb_cost(shape, price, turns, each + 1) +
           tunedx_one_way(price, all.bytes);
}

/* ---- reduce, parents stand between their children ---- */

void tunedx_reduce_between(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           const tunedx_between_t *place)
{
    const size_t segment = tunedx_segment_units(shape, shape->units);
    const size_t steps = tunedx_segments_of(shape, shape->units).count;

    for (size_t i = 0; i < steps; i++) {
        tunedx_span_t own = tunedx_cut(tunedx_input(shape), i, segment);
        const tunedx_span_t result =
            place->parent < 0 ? tunedx_cut(tunedx_output(shape), i, segment)
                              : tunedx_scratch(s, own.units);

        if (place->higher >= 0) {
            tunedx_recv_reduce(s, place->higher, own, result,
                               TUNEDX_FROM_HIGHER);
            own = result;
        }
        if (place->lower >= 0) {
            tunedx_recv_reduce(s, place->lower, own, result, TUNEDX_FROM_LOWER);
            own = result;
        }
        if (place->parent >= 0) {
            tunedx_send(s, place->parent, own);
        } else {
            tunedx_copy(s, own, result);
        }
    }
}

/* ---- allreduce ---- */

/* A rank's place in its tree, whose node n is rank first + n. */
typedef struct place {
    const tunedx_tree_t *tree;
    tunedx_node_t node;
    int first, twin;
} place_t;

/* Sends `down`, which the rank has, to the children, while their results for
 * `own` arrive from the first one on.  The last child of a k-nomial tree has
 * the most ranks below it and is told first; else every child is told what it
 * is heard for. */
static void meet_children(tunedx_schedule_t *s, const place_t *place,
                          tunedx_span_t down, tunedx_span_t own,
                          tunedx_span_t result)
{
    const tunedx_node_t *node = &place->node;
    tunedx_node_t told = {.first = node->end};
    tunedx_node_t heard = {.end = node->first + 1};

    while (tunedx_tree_child_from(place->tree, node, heard.end, &heard)) {
        if (place->tree->kind == TUNEDX_TREE_KNOMIAL) {
            tunedx_tree_child_before(place->tree, node, told.first, &told);
        } else {
            told = heard;
        }
        tunedx_send(s, place->first + told.first, down);
        tunedx_recv_reduce(s, place->first + heard.first, own, result,
                           TUNEDX_FROM_HIGHER);
        own = result;
    }
}

/* Sends `sum`, the result of the node and all below it, up, while the finished
 * segment `done` arrives. */
static void meet_parent(tunedx_schedule_t *s, const place_t *place,
                        tunedx_span_t sum, tunedx_span_t done)
{
    if (place->node.parent >= 0) {
        tunedx_send(s, place->first + place->node.parent, sum);
        tunedx_recv(s, place->first + place->node.parent, done);
    } else if (place->twin >= 0) {
        tunedx_send(s, place->twin, sum);
        tunedx_recv_reduce(s, place->twin, sum, done,
                           place->twin < place->first ? TUNEDX_FROM_LOWER
                                                      : TUNEDX_FROM_HIGHER);
    } else {
        tunedx_copy(s, sum, done);
    }
}

void tunedx_allreduce_tree(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           const tunedx_tree_t *tree, int first, int twin)
{
    const place_t place = {tree, tunedx_tree_node(tree, shape->rank - first),
                           first, twin};
    const bool is_leaf = place.node.end == place.node.first + 1;
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t output = tunedx_output(shape);
    const size_t segment = tunedx_segment_units(shape, shape->units);
    const size_t lag = (size_t)place.node.depth;
    const size_t steps =
        tunedx_segments_of(shape, shape->units).count + lag + 1;

    for (size_t i = 0; i < steps; i++) {
        const tunedx_span_t own = tunedx_cut(input, i, segment);
        const tunedx_span_t result = lag == 0 && twin >= 0
                                         ? tunedx_scratch(s, own.units)
                                         : tunedx_cut(output, i, segment);

        meet_children(s, &place, behind(output, i, lag + 1, segment), own,
                      result);
        meet_parent(s, &place, is_leaf ? own : result,
                    behind(output, i, lag, segment));
    }
}
