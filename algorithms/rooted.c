/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather and scatter along a tree.
 *
 * The message between a rank and its parent is the blocks of the rank and of
 * all ranks below it, in the order of their numbers: the own block comes first.
 * Where it is cut, scatter sends the pieces from the last to the first and
 * gather from the first to the last, so that what has the longest way goes
 * before what has come farther.  A rank passes a piece on as soon as it has all
 * of it.  Pieces are counted from the end of a message, which is where that of
 * a rank's last child ends too: so along a chain they stay the same.
 *
 * The root has the blocks in the order of the ranks, so where the numbers pass
 * from the last rank to rank 0 they are not one stretch of its buffer.  No
 * piece between the root and its children goes across.
 */
#include "algorithms/rooted.h"

/* Places are units counted from the beginning of number 0's block. */
typedef struct piece {
    size_t first, end;
} piece_t;

/* What is left to do of the message between a node and its parent. */
typedef struct message {
    piece_t left;
    size_t seam;    /* no piece goes across; 0: nothing there */
    size_t segment; /* of all messages alike, so that a rank has no more pieces
                     * to pass on than it gets */
} message_t;

static message_t message_of(const tunedx_shape_t *shape,
                            const tunedx_node_t *node)
{
    return (message_t){
        .left = {(size_t)node->first * shape->units,
                 (size_t)node->end * shape->units},
        .seam = node->parent == 0
                    ? (size_t)(shape->size - shape->root) * shape->units
                    : 0,
        .segment =
            tunedx_segment_units(shape, (size_t)shape->size * shape->units),
    };
}

static bool has_seam(const message_t *message)
{
    return message->left.first < message->seam &&
           message->seam < message->left.end;
}

/* The first piece of what is left, which ends a whole number of segments before
 * the end. */
static piece_t take_first(message_t *message)
{
    const size_t first = message->left.first;
    const size_t end = has_seam(message) ? message->seam : message->left.end;

    message->left.first = first + (end - first - 1) % message->segment + 1;
    return (piece_t){first, message->left.first};
}

static piece_t take_last(message_t *message)
{
    const size_t end = message->left.end;
    const size_t first =
        has_seam(message) ? message->seam : message->left.first;

    message->left.end =
        end - first > message->segment ? end - message->segment : first;
    return (piece_t){message->left.end, end};
}

static bool is_done(const message_t *message)
{
    return message->left.first >= message->left.end;
}

/* A piece in `held`, which has the blocks of all ranks at the root and those of
 * `own` elsewhere. */
static tunedx_span_t span_of(const tunedx_shape_t *shape,
                             const tunedx_node_t *own, tunedx_span_t held,
                             piece_t piece)
{
    const size_t seam = (size_t)(shape->size - shape->root) * shape->units;
    size_t at = piece.first - (size_t)own->first * shape->units;

    if (own->parent < 0) {
        at = at < seam ? at + (size_t)shape->root * shape->units : at - seam;
    }
    return tunedx_part(held, at, piece.end - piece.first);
}

static int rank_of(const tunedx_shape_t *shape, int number)
{
    return number < shape->size - shape->root
               ? number + shape->root
               : number - (shape->size - shape->root);
}

static tunedx_node_t own_node(const tunedx_shape_t *shape,
                              const tunedx_tree_t *tree)
{
    return tunedx_tree_node(tree,
                            tunedx_mod(shape->rank - shape->root, shape->size));
}

static piece_t own_block(const tunedx_shape_t *shape, const tunedx_node_t *own)
{
    const size_t first = (size_t)own->first * shape->units;

    return (piece_t){first, first + shape->units};
}

/* Where a rank has the blocks of its subtree: `whole` at the root; a rank with
 * none below it needs no room but that of its own block. */
static tunedx_span_t held_by(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                             const tunedx_node_t *own, tunedx_span_t whole,
                             tunedx_span_t single)
{
    const int blocks = own->end - own->first;

    if (own->parent < 0) {
        return whole;
    }
    return blocks == 1 ? single
                       : tunedx_scratch(s, (size_t)blocks * shape->units);
}

void tunedx_gather_tree(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                        const tunedx_tree_t *tree)
{
    const tunedx_node_t own = own_node(shape, tree);
    const piece_t block = own_block(shape, &own);
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t held =
        held_by(s, shape, &own, tunedx_output(shape), input);
    tunedx_node_t child = {.end = own.first + 1};
    message_t in = {.segment = 0}, out = message_of(shape, &own);
    size_t come = block.end; /* all before this place is here */

    while (!is_done(&out)) {
        const piece_t next = take_first(&out);

        while (come < next.end) {
            if (is_done(&in)) {
                tunedx_tree_child_from(tree, &own, child.end, &child);
                in = message_of(shape, &child);
            }
            const piece_t piece = take_first(&in);

            tunedx_recv(s, rank_of(shape, child.first),
                        span_of(shape, &own, held, piece));
            come = piece.end;
        }
        if (next.first == block.first) {
            /* Now, so that receives are on their way meanwhile. */
            tunedx_copy(s, input, span_of(shape, &own, held, block));
        }
        if (own.parent >= 0) {
            tunedx_send(s, rank_of(shape, own.parent),
                        span_of(shape, &own, held, next));
        }
    }
}

void tunedx_scatter_tree(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                         const tunedx_tree_t *tree)
{
    const tunedx_node_t own = own_node(shape, tree);
    const piece_t block = own_block(shape, &own);
    const tunedx_span_t held =
        held_by(s, shape, &own,
                tunedx_part(tunedx_send_block(shape, 0), 0,
                            (size_t)shape->size * shape->units),
                tunedx_output(shape));
    tunedx_node_t child = {.first = own.end};
    message_t in = message_of(shape, &own), out = {.segment = 0};

    while (!is_done(&in)) {
        const piece_t come = take_last(&in);

        if (own.parent >= 0) {
            tunedx_recv(s, rank_of(shape, own.parent),
                        span_of(shape, &own, held, come));
        }
        for (;;) {
            if (is_done(&out) &&
                tunedx_tree_child_before(tree, &own, child.first, &child)) {
                out = message_of(shape, &child);
            }
            message_t rest = out;

            if (is_done(&out) || take_last(&rest).first < come.first) {
                break;
            }
            tunedx_send(s, rank_of(shape, child.first),
                        span_of(shape, &own, held, take_last(&out)));
        }
    }
    if (!shape->in_place) {
        tunedx_copy(s, span_of(shape, &own, held, block), tunedx_output(shape));
    }
}

/* ---- costs ---- */

/* The messages between a node and one of its children; at the dearer price
 * when there are several, or for those who are in `haste`. */
static uint64_t message_time(const tunedx_shape_t *shape,
                             const tunedx_price_t *price,
                             const tunedx_node_t *child, bool haste)
{
    message_t message = message_of(shape, child);
    const size_t units = message.left.end - message.left.first;
    const uint64_t segments = (units - 1) / message.segment + 1;
    const uint64_t pieces = segments + has_seam(&message);

    return pieces == 1 && !haste
               ? tunedx_one_way(price, units * shape->unit_bytes)
               : (pieces - 1) * tunedx_either_way(price, 0) +
                     tunedx_either_way(price, units * shape->unit_bytes);
}

/* The messages between a node and all its children. */
static uint64_t serving(const tunedx_shape_t *shape,
                        const tunedx_price_t *price, const tunedx_tree_t *tree,
                        const tunedx_node_t *node)
{
    tunedx_node_t child = {.first = node->end};
    uint64_t time = 0;

    while (tunedx_tree_child_before(tree, node, child.first, &child)) {
        time += message_time(shape, price, &child, false);
    }
    return time;
}

/* Times that have been found: subtrees of one size take equally long, and of a
 * k-nomial tree there are few sizes. */
enum { MOST_TIMES = 64 };
typedef struct times {
    int sizes[MOST_TIMES], count;
    uint64_t times[MOST_TIMES];
} times_t;

/* A rank whose blocks come in two messages, on both sides of the last rank, may
 * pass the first ones on while it waits for the second message. */
static bool comes_in_two(const tunedx_shape_t *shape, const tunedx_node_t *node)
{
    message_t message = message_of(shape, node);

    return node->first > 0 && has_seam(&message);
}

/* When the last rank of a scatter to the ranks of `node` is done: each child is
 * served after those behind it, and then goes on by itself.  A gather is the
 * same backwards. */
static uint64_t last_of(const tunedx_shape_t *shape,
                        const tunedx_price_t *price, const tunedx_tree_t *tree,
                        const tunedx_node_t *node, times_t *known)
{
    tunedx_node_t child = {.first = node->end};
    const bool is_whole = !comes_in_two(shape, node);
    uint64_t served = 0, last = 0;

    for (int i = 0; is_whole && i < known->count; i++) {
        if (known->sizes[i] == node->end - node->first) {
            return known->times[i];
        }
    }
    while (tunedx_tree_child_before(tree, node, child.first, &child)) {
        served += message_time(shape, price, &child, !is_whole);
        const uint64_t done =
            served + last_of(shape, price, tree, &child, known);
        last = done > last ? done : last;
    }
    if (is_whole && known->count < MOST_TIMES && node->first > 0) {
        known->sizes[known->count] = node->end - node->first;
        known->times[known->count++] = last;
    }
    return last;
}

/* Of the children of a node the first one is served last by scatter and first
 * by gather.  In chains and halves it has no fewer ranks below it than others,
 * so the way down by first children takes longest; where messages are cut, the
 * ranks of a chain work at the same time.  In a k-nomial tree with cut messages
 * a rank also waits for those that still pass on, which in simulations of up to
 * 4,096 ranks adds less than a half. */
uint64_t tunedx_rooted_tree_cost(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price,
                                 const tunedx_tree_t *tree)
{
    const size_t units = (size_t)shape->size * shape->units;
    const size_t segment = tunedx_segment_units(shape, units);
    const bool is_cut = segment < units;
    tunedx_node_t node = tunedx_tree_top(tree);

    if (units == 0) {
        return 0;
    }
    if (tree->kind == TUNEDX_TREE_KNOMIAL) {
        times_t known = {.count = 0};
        const uint64_t last = last_of(shape, price, tree, &node, &known);

        return is_cut ? last + last / 2 : last;
    }
    uint64_t time = serving(shape, price, tree, &node);

    while (tunedx_tree_child_from(tree, &node, node.first + 1, &node)) {
        time += is_cut && tree->kind == TUNEDX_TREE_CHAINS
                    ? tunedx_either_way(price, segment * shape->unit_bytes)
                    : serving(shape, price, tree, &node);
    }
    return time;
}

uint64_t tunedx_rooted_linear_cost(const tunedx_shape_t *shape,
                                   const tunedx_price_t *price)
{
    const size_t units = shape->units;
    const size_t segment = tunedx_segment_units(shape, units);
    const uint64_t segments = units == 0 ? 0 : (units - 1) / segment + 1;
    const size_t bytes = units * shape->unit_bytes;

    return segments == 0 ? 0
                         : (uint64_t)(shape->size - 1) *
                               ((segments - 1) * tunedx_one_way(price, 0) +
                                tunedx_one_way(price, bytes));
}
