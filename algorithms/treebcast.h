/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What broadcasts down a tree have in common: all but the tree.
 *
 * Ranks count from the root.  The message comes in segments; a rank receives
 * one from its parent, then sends it to its children, the largest subtree
 * first, since that has the longest way to go.
 */
#ifndef TUNEDX_TREEBCAST_H
#define TUNEDX_TREEBCAST_H

#include "algorithms/trees.h"
#include "geometry/geometry.h"

/* The whole text. */
void tunedx_tree_bcast(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                       const tunedx_tree_t *tree);

/* Parts first..end-1 of the message, which has one for each rank; part i is
 * that of the rank with number i. */
tunedx_span_t tunedx_tree_parts(const tunedx_shape_t *shape, int first,
                                int end);

/* A binomial scatter of the parts: a rank receives those of the ranks below it
 * as well, each at its final place in the message. */
void tunedx_tree_scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape);

/* The numbers whose parts the rank of that number has from the scatter. */
tunedx_node_t tunedx_tree_scattered(const tunedx_shape_t *shape, int number);

/* What the scatter costs: the root sends all but its own part. */
uint64_t tunedx_tree_scatter_cost(const tunedx_shape_t *shape,
                                  const tunedx_price_t *price);

/* `steps` times the message in its segments, each of them alone on its way: the
 * cost where the root sends a segment `steps` times and what it sent is
 * everywhere when it begins with the next one. */
uint64_t tunedx_tree_bcast_cost(const tunedx_shape_t *shape,
                                const tunedx_price_t *price, int steps);

/* The cost of as many rows, and of a binary tree, at one price: the root sends
 * without a pause, and when it comes to the last segment, which may be shorter,
 * the ranks on the longest way still pass on the one before. */
uint64_t tunedx_tree_chains_cost(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price, int chains);
uint64_t tunedx_tree_binary_cost(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price);

/* How many steps bring a segment to all of a binary tree. */
int tunedx_tree_binary_depth(int size);

#endif
