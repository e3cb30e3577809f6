/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What scan and exscan have in common: a binary tree in which the ranks below a
 * rank's left child come just before it, and those below its right child just
 * behind it.
 *
 *     p = 7          3
 *                1       5
 *              0   2   4   6
 *
 * On the way up each rank sends its parent the sum of its subtree; on the way
 * down each gets the sum of all that comes before its subtree.  So nobody needs
 * the sum of a subtree that holds the last rank, and nothing comes before one
 * that holds rank 0: these messages do not exist.
 *
 * A rank with a right child has a left one, too.
 *
 * Both ways are pipelined.  In step i a rank at depth d meets its children,
 * then its parent.  Up goes segment i; what goes down to depth d is segment
 * i - d, the one that the rank above has received a step before.  Each meeting
 * is an exchange.
 */
#ifndef TUNEDX_INORDER_H
#define TUNEDX_INORDER_H

#include "algorithms/algorithm.h"

typedef struct tunedx_inorder {
    int first, end; /* ranks of the subtree; the node is the middle one */
    int depth;
    int parent, left, right; /* -1: none */
} tunedx_inorder_t;

static inline int tunedx_inorder_middle(int first, int end)
{
    return first < end ? first + (end - first) / 2 : -1;
}

static inline tunedx_inorder_t tunedx_inorder_of(const tunedx_shape_t *shape)
{
    int first = 0, end = shape->size, depth = 0, parent = -1;
    int middle = tunedx_inorder_middle(first, end);

    while (middle != shape->rank) {
        if (shape->rank < middle) {
            end = middle;
        } else {
            first = middle + 1;
        }
        parent = middle;
        middle = tunedx_inorder_middle(first, end);
        depth++;
    }
    return (tunedx_inorder_t){
        .first = first,
        .end = end,
        .depth = depth,
        .parent = parent,
        .left = tunedx_inorder_middle(first, middle),
        .right = tunedx_inorder_middle(middle + 1, end),
    };
}

/* The steps that this rank takes: the last segment goes up in step
 * segments - 1, and down to the children depth + 1 steps later. */
static inline size_t tunedx_inorder_steps(const tunedx_inorder_t *node,
                                          size_t units, size_t segment)
{
    return units == 0 ? 0 : (units - 1) / segment + 1 + (size_t)node->depth + 1;
}

/* The piece of `span` that comes down in a step; at first there is none. */
static inline tunedx_span_t tunedx_inorder_down(const tunedx_inorder_t *node,
                                                tunedx_span_t span, size_t step,
                                                size_t segment)
{
    const size_t lag = (size_t)node->depth;

    return step < lag ? tunedx_part(span, 0, 0)
                      : tunedx_cut(span, step - lag, segment);
}

/* How many reductions a rank makes when the sum of all before its subtree has
 * come. */
typedef struct tunedx_inorder_work {
    int leaf;  /* for its result, if nothing is below it */
    int above; /* for its result, else */
    int right; /* so far, for what its right child needs */
} tunedx_inorder_work_t;

/* What the text takes, each reduction being of one segment (inorder.c). */
uint64_t tunedx_inorder_cost(const tunedx_shape_t *shape,
                             const tunedx_price_t *price,
                             const tunedx_inorder_work_t *work);

#endif
