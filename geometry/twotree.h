/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two binary trees in which every number is an inner node of one at most, so
 * that data which go down or up in two halves, one for each tree, use the full
 * bandwidth of all (Sanders, Speck, Traff, Parallel Computing 35(12), 2009).
 *
 * 0 is the root; the trees are those of 1..n, in order: what is left of a node
 * is lower, what is right of it higher, and odd numbers are leaves.  The second
 * tree is the mirror of the first one: i is where n + 1 - i was.  Where n is
 * odd, both are those of n - 1, and n is a leaf below the end of their spines.
 *
 *     n = 6      4            3
 *              /   \        /   \
 *             2     6      1     5
 *            / \   /        \   / \
 *           1   3 5          2 4   6
 *
 * Time is counted in rounds, in which a number receives at most one segment,
 * and sends at most one.  An edge is used every other round from a first one
 * on, even rounds or odd: of the two edges that lead to a number one has even
 * rounds and one odd, and so have the two that lead from it.
 */
#ifndef TUNEDX_TWOTREE_H
#define TUNEDX_TWOTREE_H

#include <stddef.h>

/* The edge between a number and a neighbour of it. */
typedef struct tunedx_edge {
    int peer;  /* -1: there is no such edge */
    int tree;  /* 0 or 1 */
    int first; /* the round of the tree's first segment, downwards */
} tunedx_edge_t;

/* The edges of a number; [0] is that of even rounds, [1] that of odd ones. */
typedef struct tunedx_twotree {
    tunedx_edge_t up[2], down[2];
} tunedx_twotree_t;

/* The edges of `number`, one of 0..n.  Takes O(log n) steps. */
tunedx_twotree_t tunedx_twotree_of(int n, int number);

/* Which segment the edge carries in a round; `segments` or more: none. */
static inline size_t tunedx_edge_segment(const tunedx_edge_t *edge,
                                         size_t segments, size_t round)
{
    return edge->peer < 0 || round < (size_t)edge->first
               ? segments
               : (round - (size_t)edge->first) / 2;
}

/* How many rounds bring the first segment of each half to all: 1 more than
 * that of the last edge.  Takes O(n log n) steps. */
size_t tunedx_twotree_depth(int n);

/* How many rounds bring that many segments of each half to all. */
size_t tunedx_twotree_rounds(int n, size_t segments);

#endif
