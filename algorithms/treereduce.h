/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What reductions along trees have in common.
 *
 * In a tree of geometry/tree.h the numbers below a node follow its own, so a
 * node keeps the order when it adds its children's results to its own operand
 * from the first child to the last.  Segments follow each other up the tree.
 */
#ifndef TUNEDX_TREEREDUCE_H
#define TUNEDX_TREEREDUCE_H

#include "algorithms/trees.h"

/* The text of a reduce along a tree of all ranks.  They count from the root;
 * where the order matters they count from rank 0, which passes the result on
 * to the root. */
void tunedx_reduce_tree(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                        const tunedx_tree_t *tree);

/* What a reduce takes when its first segment takes so many `turns`, messages
 * and their reductions one after the other, and each later one `each` more.
 * The last one may be shorter, and is only where the top adds it up: that is
 * exact at one price, and of one segment at any. */
uint64_t tunedx_climb_cost(const tunedx_shape_t *shape,
                           const tunedx_price_t *price, uint64_t turns,
                           uint64_t each);

/* The same of tunedx_reduce_tree: with the hop from rank 0 to the root. */
uint64_t tunedx_reduce_tree_cost(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price, uint64_t turns,
                                 uint64_t each);

/* A rank that stands between the ranks below it in an ordered tree; -1: there
 * is none. */
typedef struct tunedx_between {
    int lower, higher; /* who has the partial results of lower, higher ranks */
    int parent;
} tunedx_between_t;

/* The text of a reduce along an ordered tree that has the root at its top. */
void tunedx_reduce_between(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           const tunedx_between_t *place);

/* The text of an allreduce of the ranks from `first` on that are the nodes of
 * `tree`: results climb to its top, rank `first`, and come down again, every
 * segment on its own.  The top exchanges its result with rank `twin`, the top
 * of another tree, which has all ranks below `first` or all above the tree's;
 * -1: there is no other tree. */
void tunedx_allreduce_tree(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           const tunedx_tree_t *tree, int first, int twin);

/* What an allreduce by a tree is made of.  A turn is a message and a
 * reduction. */
typedef struct tunedx_allreduce_turns {
    uint64_t up;       /* turns until the first segment is complete */
    uint64_t down;     /* messages until it is everywhere */
    uint64_t messages; /* of each later segment */
    uint64_t sums;     /* its reductions */
    int more;          /* messages, once, if there are several segments */
} tunedx_allreduce_turns_t;

uint64_t tunedx_allreduce_tree_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price,
                                    const tunedx_allreduce_turns_t *turns);

/* The turns of a binary tree of `size` ranks, cut into halves again and again,
 * where everyone hears the larger half first; and where everyone hears the
 * smaller half first, or tells it last.  -1 for no rank. */
int tunedx_larger_first(int size);
int tunedx_smaller_first(int size);

#endif
