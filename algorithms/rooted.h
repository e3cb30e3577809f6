/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What gather and scatter have in common: trees, which one climbs and the other
 * descends; and the linear texts, which gatherv and scatterv share, since only
 * the call knows how long blocks are.
 *
 * Ranks count from the root, and the ranks below a rank have the numbers that
 * follow its own (geometry/tree.h).  So their blocks travel as one message,
 * which may be cut into segments.
 */
#ifndef TUNEDX_ROOTED_H
#define TUNEDX_ROOTED_H

#include "algorithms/trees.h"
#include "geometry/geometry.h"

/* The texts of all trees, which have shape->size nodes (rooted.c). */
void tunedx_gather_tree(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                        const tunedx_tree_t *tree);
void tunedx_scatter_tree(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                         const tunedx_tree_t *tree);

/* The cost of both. */
uint64_t tunedx_rooted_tree_cost(const tunedx_shape_t *shape,
                                 const tunedx_price_t *price,
                                 const tunedx_tree_t *tree);

/* The texts; algorithms/<collective>_linear.c has each. */
void tunedx_gather_linear_build(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape);
void tunedx_scatter_linear_build(tunedx_schedule_t *s,
                                 const tunedx_shape_t *shape);

/* The cost of both, and of linear_nb: the root is busy all the time. */
uint64_t tunedx_rooted_linear_cost(const tunedx_shape_t *shape,
                                   const tunedx_price_t *price);

/* The same with blocks of any length; as if of one length where lengths come
 * with the call. */
uint64_t tunedx_rooted_lengths_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price);

/* The part of all ranks but the root: the block comes in segments. */
void tunedx_scatter_linear_recv(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape);

#endif
