/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What allgather and allgatherv have in common, which is all but the lengths of
 * their blocks: where blocks go straight to their places, both have one text.
 *
 * Blocks that stand side by side travel as one message where they are of one
 * length, and each as its own where only the call knows how long they are and
 * where they stand.
 */
#ifndef TUNEDX_GATHERED_H
#define TUNEDX_GATHERED_H

#include "algorithms/algorithm.h"

/* Sends `blocks` blocks from block `out` on to rank `to`, and receives as many
 * from block `in` on from rank `from`.  Behind the last block comes block 0;
 * with blocks of one length they must not go on there. */
void tunedx_gathered_exchange(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                              int to, int out, int from, int in, int blocks);

/* The units of `blocks` blocks, from block `first` on; of irregular collectives
 * the shape has to have all lengths. */
size_t tunedx_gathered_units(const tunedx_shape_t *shape, int first,
                             int blocks);

/* The texts; algorithms/allgather_<name>.c has each. */
void tunedx_gathered_bruck(tunedx_schedule_t *s, const tunedx_shape_t *shape);
uint64_t tunedx_gathered_bruck_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price);
void tunedx_gathered_linear(tunedx_schedule_t *s, const tunedx_shape_t *shape);
void tunedx_gathered_neighbor_exchange(tunedx_schedule_t *s,
                                       const tunedx_shape_t *shape);
void tunedx_gathered_recursive_doubling(tunedx_schedule_t *s,
                                        const tunedx_shape_t *shape);
void tunedx_gathered_sparbit(tunedx_schedule_t *s, const tunedx_shape_t *shape);

/* For `applies`. */
bool tunedx_gathered_even(const tunedx_key_t *key);
bool tunedx_gathered_power_of_two(const tunedx_key_t *key);

/* The time of so many exchanges of all blocks but its own, for each rank; of
 * irregular blocks as if they were of one length. */
uint64_t tunedx_gathered_time(const tunedx_shape_t *shape,
                              const tunedx_price_t *price, uint64_t messages);

/* The same, each block a message. */
uint64_t tunedx_gathered_cost(const tunedx_shape_t *shape,
                              const tunedx_price_t *price);

#endif
