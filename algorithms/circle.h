/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the algorithms on circulant graphs (geometry/circulant.h) have in
 * common: a vector has a block for each rank, and a rank sees the blocks around
 * the circle, its own one first.
 */
#ifndef TUNEDX_CIRCLE_H
#define TUNEDX_CIRCLE_H

#include "algorithms/algorithm.h"
#include "geometry/circulant.h"

/* The ranks some skip ahead of this one and behind it. */
int tunedx_circle_ahead(const tunedx_shape_t *shape, int skip);
int tunedx_circle_behind(const tunedx_shape_t *shape, int skip);

/* The units of so many blocks, from the one of the rank `first` ahead on.  An
 * allreduce's vector is cut into blocks as equal as can be. */
size_t tunedx_circle_units(const tunedx_shape_t *shape, int first, int blocks);

/* The longest block of an irregular collective; the mean of them, rounded up,
 * where lengths come with the call. */
size_t tunedx_circle_longest(const tunedx_shape_t *shape);

/* Puts the sum of this rank's block into `result`. */
void tunedx_circle_scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           tunedx_span_t result);

/* Gathers all blocks in `held`, which has room for all of them and this rank's
 * one at its beginning, and puts them into the output.  For rank 0 these may be
 * the same. */
void tunedx_circle_gather(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          tunedx_span_t held);

/* The time of these two, by the rounds.  Blocks of different lengths count as
 * what the rank with the longest ones of a round sends. */
uint64_t tunedx_circle_scatter_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price);
uint64_t tunedx_circle_gather_cost(const tunedx_shape_t *shape,
                                   const tunedx_price_t *price);

/* Where tunedx_circle_gather may hold all blocks. */
tunedx_span_t tunedx_circle_room(tunedx_schedule_t *s,
                                 const tunedx_shape_t *shape);

/* The time of a bcast in segments, or of a reduce, backwards: a round has a
 * message, and of a reduce a reduction.  In every round some rank moves a full
 * segment, but in the last one of a bcast to two or three ranks, when all have
 * the others.  In the first one of a reduce of three the last segment goes to
 * the root, and the one before to the third rank, which need not have added it
 * when the root is done with the other. */
uint64_t tunedx_circle_spread_cost(const tunedx_shape_t *shape,
                                   const tunedx_price_t *price);

/* The text of reduce_scatter and reduce_scatter_block. */
void tunedx_scattered_circulant(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape);

#endif
