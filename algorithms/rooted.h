/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What gather and scatter have in common: the binomial tree, which one climbs
 * and the other descends; and the linear texts, which gatherv and scatterv
 * share, since only the call knows how long blocks are.
 *
 * Ranks count from the root, and a rank's number lacks its lowest set bit in
 * the number of its parent.  So the ranks below a rank have the numbers that
 * follow its own, and their blocks travel as one.
 */
#ifndef TUNEDX_ROOTED_H
#define TUNEDX_ROOTED_H

#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

/* A rank and all ranks below it. */
typedef struct tunedx_subtree {
    int number; /* the rank's, counted from the root */
    int bit;    /* the lowest one set in number (root: beyond all numbers): the
                 * parent is number - bit, the ranks below end before
                 * number + bit */
    int blocks; /* ranks in it */
} tunedx_subtree_t;

static inline tunedx_subtree_t tunedx_subtree_of(int number, int size)
{
    tunedx_subtree_t subtree = {.number = number, .bit = 1};

    while (subtree.bit < size && (number & subtree.bit) == 0) {
        subtree.bit *= 2;
    }
    subtree.blocks = subtree.bit < size - number ? subtree.bit : size - number;
    return subtree;
}

/* How many of the subtree's blocks travel as the first message between its
 * rank and the parent; what is left travels as a second one.  The root has the
 * blocks in the order of the ranks, so where the numbers pass from the last
 * rank to rank 0 they are not one piece of its buffer. */
static inline int tunedx_subtree_first(const tunedx_subtree_t *subtree,
                                       const tunedx_shape_t *shape)
{
    const bool below_root = subtree->number == subtree->bit;
    const int before_end =
        shape->size - tunedx_mod(subtree->number + shape->root, shape->size);

    return below_root && before_end < subtree->blocks ? before_end
                                                      : subtree->blocks;
}

/* The blocks of `blocks` ranks from number `number` on, in `held`, which has
 * those of all ranks at the root and those of `own` elsewhere. */
static inline tunedx_span_t tunedx_subtree_span(const tunedx_subtree_t *own,
                                                const tunedx_shape_t *shape,
                                                tunedx_span_t held, int number,
                                                int blocks)
{
    const int at = own->number == 0
                       ? tunedx_mod(number + shape->root, shape->size)
                       : number - own->number;

    return tunedx_part(held, (size_t)at * shape->units,
                       (size_t)blocks * shape->units);
}

/* The texts; algorithms/<collective>_linear.c has each. */
void tunedx_gather_linear_build(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape);
void tunedx_scatter_linear_build(tunedx_schedule_t *s,
                                 const tunedx_shape_t *shape);

#endif
