/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Trees over 0..size-1 in which the numbers below a node follow its own: a node
 * is a range of numbers, of which the first is the node itself and the rest is
 * cut into the ranges of its children.  So blocks of a subtree stand next to
 * each other, and operands are combined with their neighbours only.
 *
 *     binomial of 8      0 [1] [2 3] [4 5 6 7]
 *     binary of 7        0 [1 2 3] [4 5 6]
 *     chains, 2 of 7     0 [1 2 3] [4 5 6], each a row
 */
#ifndef TUNEDX_TREE_H
#define TUNEDX_TREE_H

#include <stdbool.h>

typedef enum tunedx_tree_kind {
    TUNEDX_TREE_LINEAR,  /* all are children of 0 */
    TUNEDX_TREE_CHAINS,  /* `fan` rows, as equal as can be, begin at 0 */
    TUNEDX_TREE_BINARY,  /* two halves, the first one larger */
    TUNEDX_TREE_KNOMIAL, /* children at d fan^j, 0 < d < fan; binomial: 2 */
    TUNEDX_TREE_HALVES   /* the upper half is a child, the lower one is cut
                          * again: the binomial tree of Huse's splitting */
} tunedx_tree_kind_t;

typedef struct tunedx_tree {
    tunedx_tree_kind_t kind;
    int fan; /* chains: their number; knomial: the radix */
    int size;
} tunedx_tree_t;

typedef struct tunedx_node {
    int first, end; /* the node and all below it */
    int parent;     /* -1: none */
    int depth;      /* steps from the top */
} tunedx_node_t;

/* The node of number 0, which has all others below it. */
tunedx_node_t tunedx_tree_top(const tunedx_tree_t *tree);

/* The child that begins highest below `node` and ends at or before `end`, which
 * is the end of the node or the beginning of the child before: false when there
 * is none.  So children come from the last to the first; of knomial trees and
 * halves that is from the largest to the smallest. */
bool tunedx_tree_child_before(const tunedx_tree_t *tree,
                              const tunedx_node_t *node, int end,
                              tunedx_node_t *child);

/* The other way round: the child that begins at `first`, which is node->first
 * + 1 or the end of another child. */
bool tunedx_tree_child_from(const tunedx_tree_t *tree,
                            const tunedx_node_t *node, int first,
                            tunedx_node_t *child);

/* The node of `number`, by descent from the top. */
tunedx_node_t tunedx_tree_node(const tunedx_tree_t *tree, int number);

#endif
