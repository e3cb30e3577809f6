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
#include "algorithms/pieces.h"

/* The first piece of what is left, which ends a whole number of segments before
 * the end. */
static tunedx_piece_t take_first(tunedx_message_t *message)
{
    const size_t first = message->left.first;
    const size_t end =
        tunedx_message_has_seam(message) ? message->seam : message->left.end;

    message->left.first = first + (end - first - 1) % message->segment + 1;
    return (tunedx_piece_t){first, message->left.first};
}

static tunedx_piece_t take_last(tunedx_message_t *message)
{
    const size_t end = message->left.end;
    const size_t first =
        tunedx_message_has_seam(message) ? message->seam : message->left.first;

    message->left.end =
        end - first > message->segment ? end - message->segment : first;
    return (tunedx_piece_t){message->left.end, end};
}

static bool is_done(const tunedx_message_t *message)
{
    return message->left.first >= message->left.end;
}

/* A piece in `held`, which has the blocks of all ranks at the root and those of
 * `own` elsewhere. */
static tunedx_span_t span_of(const tunedx_shape_t *shape,
                             const tunedx_node_t *own, tunedx_span_t held,
                             tunedx_piece_t piece)
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

static tunedx_piece_t own_block(const tunedx_shape_t *shape,
                                const tunedx_node_t *own)
{
    const size_t first = (size_t)own->first * shape->units;

    return (tunedx_piece_t){first, first + shape->units};
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
    const tunedx_piece_t block = own_block(shape, &own);
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t held =
        held_by(s, shape, &own, tunedx_output(shape), input);
    tunedx_node_t child = {.end = own.first + 1};
    tunedx_message_t in = {.segment = 0}, out = tunedx_message_of(shape, &own);
    size_t come = block.end; /* all before this place is here */

    while (!is_done(&out)) {
        const tunedx_piece_t next = take_first(&out);

        while (come < next.end) {
            if (is_done(&in)) {
                tunedx_tree_child_from(tree, &own, child.end, &child);
                in = tunedx_message_of(shape, &child);
            }
            const tunedx_piece_t piece = take_first(&in);

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
    const tunedx_piece_t block = own_block(shape, &own);
    const tunedx_span_t held =
        held_by(s, shape, &own,
                tunedx_part(tunedx_send_block(shape, 0), 0,
                            (size_t)shape->size * shape->units),
                tunedx_output(shape));
    tunedx_node_t child = {.first = own.end};
    tunedx_message_t in = tunedx_message_of(shape, &own), out = {.segment = 0};

    while (!is_done(&in)) {
        const tunedx_piece_t come = take_last(&in);

        if (own.parent >= 0) {
            tunedx_recv(s, rank_of(shape, own.parent),
                        span_of(shape, &own, held, come));
        }
        for (;;) {
            if (is_done(&out) &&
                tunedx_tree_child_before(tree, &own, child.first, &child)) {
                out = tunedx_message_of(shape, &child);
            }
            tunedx_message_t rest = out;

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
