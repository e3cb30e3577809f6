/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The message between a rank and its parent in gather and scatter along a tree,
 * which rooted.c cuts into pieces and rootedcost.c prices.
 */
#ifndef TUNEDX_PIECES_H
#define TUNEDX_PIECES_H

#include "algorithms/algorithm.h"
#include "geometry/tree.h"

/* Places are units counted from the beginning of number 0's block. */
typedef struct tunedx_piece {
    size_t first, end;
} tunedx_piece_t;

/* What is left to do of the message between a node and its parent. */
typedef struct tunedx_message {
    tunedx_piece_t left;
    size_t seam;    /* no piece goes across; 0: nothing there */
    size_t segment; /* of all messages alike, so that a rank has no more pieces
                     * to pass on than it gets */
} tunedx_message_t;

static inline tunedx_message_t tunedx_message_of(const tunedx_shape_t *shape,
                                                 const tunedx_node_t *node)
{
    return (tunedx_message_t){
        .left = {(size_t)node->first * shape->units,
                 (size_t)node->end * shape->units},
        .seam = node->parent == 0
                    ? (size_t)(shape->size - shape->root) * shape->units
                    : 0,
        .segment =
            tunedx_segment_units(shape, (size_t)shape->size * shape->units),
    };
}

static inline bool tunedx_message_has_seam(const tunedx_message_t *message)
{
    return message->left.first < message->seam &&
           message->seam < message->left.end;
}

#endif
