/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What gather and scatter cost.
 *
 * All is told of scatter, of which gather is the reverse: the longest way
 * through a schedule is as long backwards.
 */
#include "algorithms/pieces.h"
#include "algorithms/rooted.h"

static size_t pieces_of(const tunedx_message_t *message)
{
    const size_t units = message->left.end - message->left.first;
    const size_t behind = tunedx_message_has_seam(message)
                              ? message->left.end - message->seam
                              : 0;
    const size_t rest = units - behind;

    return (rest + message->segment - 1) / message->segment +
           (behind + message->segment - 1) / message->segment;
}

/* A message in its pieces.  The dearer price is for those that may be on their
 * way while their receiver passes others on. */
static uint64_t message_time(const tunedx_shape_t *shape,
                             const tunedx_price_t *price,
                             const tunedx_message_t *message)
{
    const size_t pieces = pieces_of(message);
    const size_t bytes =
        (message->left.end - message->left.first) * shape->unit_bytes;

    return pieces == 1 ? tunedx_one_way(price, bytes)
                       : (pieces - 1) * tunedx_either_way(price, 0) +
                             tunedx_either_way(price, bytes);
}

/* When a rank has its blocks: those behind the seam, and all of them.  They
 * come in two messages where the ranks wrap around, else at once. */
typedef struct arrival {
    uint64_t early, all;
    bool in_two;
} arrival_t;

static arrival_t arrival_at(uint64_t time)
{
    return (arrival_t){.early = time, .all = time};
}

static arrival_t arrival_of(const tunedx_shape_t *shape,
                            const tunedx_price_t *price,
                            const tunedx_node_t *node, uint64_t begin)
{
    tunedx_message_t message = tunedx_message_of(shape, node);
    arrival_t arrival =
        arrival_at(begin + message_time(shape, price, &message));

    if (tunedx_message_has_seam(&message)) {
        const size_t behind = message.left.end - message.seam;

        arrival.in_two = true;
        arrival.early =
            begin + tunedx_either_way(price, behind * shape->unit_bytes);
    }
    return arrival;
}

/* When a rank that is to send to `child` and was free at `time` has done so. */
static uint64_t serve(const tunedx_shape_t *shape, const tunedx_price_t *price,
                      const tunedx_node_t *child, arrival_t has, uint64_t time)
{
    const int seam = shape->size - shape->root;
    const tunedx_message_t message = tunedx_message_of(shape, child);
    const tunedx_price_t dearer = tunedx_dearer(price);

    return tunedx_later(time, child->first >= seam ? has.early : has.all) +
           message_time(shape, has.in_two ? &dearer : price, &message);
}

/* When it has sent to all its children. */
static uint64_t serve_all(const tunedx_shape_t *shape,
                          const tunedx_price_t *price,
                          const tunedx_tree_t *tree, const tunedx_node_t *node,
                          arrival_t has)
{
    tunedx_node_t child = {.first = node->end};
    uint64_t time = has.early;

    while (tunedx_tree_child_before(tree, node, child.first, &child)) {
        time = serve(shape, price, &child, has, time);
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

/* For how long a rank that passes blocks on while it gets the second message of
 * two holds up the root: it asks for that one when the steps before it are so
 * few that the window looks ahead to it.  Only where a rank may have many
 * children. */
static uint64_t hold_up(const tunedx_shape_t *shape,
                        const tunedx_price_t *price, const tunedx_tree_t *tree,
                        const tunedx_node_t *node, const arrival_t *arrival)
{
    const int seam = shape->size - shape->root;
    tunedx_node_t child = {.first = node->end};
    int early = -tunedx_window_of(1).look_ahead - 1;
    uint64_t time = 0;

    if (!arrival->in_two || shape->collective != TUNEDX_SCATTER) {
        return 0;
    }
    while (tunedx_tree_child_before(tree, node, child.first, &child) &&
           child.first >= seam) {
        early++;
    }
    child.first = node->end;
    for (; early > 0; early--) {
        tunedx_tree_child_before(tree, node, child.first, &child);
        const tunedx_message_t message = tunedx_message_of(shape, &child);

        time += message_time(shape, price, &message);
    }
    return time;
}

/* When the last rank of a whole scatter to the ranks of `node` is done, which
 * has them as it does: each child is served after those behind it, and then
 * goes on by itself.  A gather is the same backwards. */
static uint64_t last_of(const tunedx_shape_t *shape,
                        const tunedx_price_t *price, const tunedx_tree_t *tree,
                        const tunedx_node_t *node, arrival_t has,
                        times_t *known)
{
    tunedx_node_t child = {.first = node->end};
    uint64_t served = has.early, last = has.all;

    for (int i = 0; !has.in_two && node->first > 0 && i < known->count; i++) {
        if (known->sizes[i] == node->end - node->first) {
            return has.all + known->times[i];
        }
    }
    while (tunedx_tree_child_before(tree, node, child.first, &child)) {
        arrival_t arrival = arrival_of(shape, price, &child, served);

        if (node->first == 0) {
            arrival.all += hold_up(shape, price, tree, &child, &arrival);
            served = arrival.all;
        } else {
            served = serve(shape, price, &child, has, served);
            arrival = arrival_at(served);
        }
        last = tunedx_later(
            last, last_of(shape, price, tree, &child, arrival, known));
    }
    if (!has.in_two && node->first > 0 && known->count < MOST_TIMES) {
        known->sizes[known->count] = node->end - node->first;
        known->times[known->count++] = last - has.all;
    }
    return last;
}

/* The first row, which is the longest one and served last, from the moment when
 * the root begins with it.  Whole, the messages follow each other.  In pieces a
 * rank passes one on while it gets the next; the last one, which may be
 * shorter, goes behind as many as there are before it at that place, and as
 * have gone before these on the way.  Where the ranks wrap around, the pieces
 * are shifted by one that is cut short. */
static uint64_t row_time(const tunedx_shape_t *shape,
                         const tunedx_price_t *price, const tunedx_node_t *head)
{
    tunedx_message_t message = tunedx_message_of(shape, head);
    const arrival_t arrival = arrival_of(shape, price, head, 0);
    const bool is_cut =
        message.segment < (size_t)(shape->size - 1) * shape->units;
    const uint64_t piece =
        tunedx_either_way(price, message.segment * shape->unit_bytes);
    const size_t behind =
        tunedx_message_has_seam(&message) ? message.left.end - message.seam : 0;
    const size_t rest = behind % message.segment;
    const uint64_t shift =
        rest == 0 ? 0 : tunedx_either_way(price, rest * shape->unit_bytes);
    uint64_t time = arrival.all, last = arrival.all;
    tunedx_node_t node = *head;

    node.parent = head->first;
    for (uint64_t way = 0; ++node.first < node.end; way++) {
        const uint64_t end =
            serve(shape, price, &node, way == 0 ? arrival : arrival_at(0),
                  way == 0 ? arrival.early : time);

        message = tunedx_message_of(shape, &node);
        const size_t before = pieces_of(&message) - 1;
        const size_t bytes =
            (message.left.end - message.left.first - before * message.segment) *
            shape->unit_bytes;

        time = end;
        last = tunedx_later(
            last, (before + way + 1) * piece +
                      (before < behind / message.segment ? 0 : shift) +
                      tunedx_either_way(price, bytes));
    }
    return is_cut ? last : time;
}

static uint64_t chains_time(const tunedx_shape_t *shape,
                            const tunedx_price_t *price,
                            const tunedx_tree_t *tree)
{
    const tunedx_node_t top = tunedx_tree_top(tree);
    tunedx_node_t child = {.first = top.end};
    uint64_t time = 0;

    while (tunedx_tree_child_before(tree, &top, child.first, &child) &&
           child.first > 1) {
        time = serve(shape, price, &child, arrival_at(0), time);
    }
    return time + row_time(shape, price, &child);
}

/* The child with the most ranks below it; false when there is none. */
static bool go_down(const tunedx_tree_t *tree, tunedx_node_t *node)
{
    const tunedx_node_t from = *node;
    tunedx_node_t child = {.end = from.first + 1};

    for (int most = 0;
         tunedx_tree_child_from(tree, &from, child.end, &child);) {
        if (child.end - child.first > most) {
            most = child.end - child.first;
            *node = child;
        }
    }
    return from.end > from.first + 1;
}

/* No less than a scatter in pieces takes: as if on the way down by the largest
 * children each rank passed on what it has when it has all of it.  With one
 * transfer at a time a rank that still passes pieces on holds up the one before
 * it, which has no formula; but it does so with what it would have to pass on
 * in any case. */
static uint64_t largest_of(const tunedx_shape_t *shape,
                           const tunedx_price_t *price,
                           const tunedx_tree_t *tree)
{
    tunedx_node_t node = tunedx_tree_top(tree);
    uint64_t time = 0;

    do {
        time = serve_all(shape, price, tree, &node, arrival_at(time));
    } while (go_down(tree, &node));
    return time;
}

uint64_t tunedx_rooted_tree_cost(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price,
                                 const tunedx_tree_t *tree)
{
    const size_t units = (size_t)shape->size * shape->units;
    const tunedx_node_t top = tunedx_tree_top(tree);
    times_t known = {.count = 0};

    if (units == 0 || shape->size == 1) {
        return 0;
    }
    if (tree->kind == TUNEDX_TREE_CHAINS) {
        return chains_time(shape, price, tree);
    }
    return tunedx_segment_units(shape, units) < units
               ? largest_of(shape, price, tree)
               : last_of(shape, price, tree, &top, arrival_at(0), &known);
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

uint64_t tunedx_rooted_lengths_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price)
{
    const size_t size = (size_t)shape->size;
    uint64_t time = 0;

    for (int i = 0; i < shape->size; i++) {
        const size_t units = shape->block_units == NULL ? shape->units / size
                                                        : shape->block_units[i];

        time += i == shape->root || units == 0
                    ? 0
                    : tunedx_one_way(price, units * shape->unit_bytes);
    }
    return time;
}
