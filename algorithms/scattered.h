/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What reduce_scatter and reduce_scatter_block have in common, which is all
 * but the lengths of their blocks: the algorithms of both have one text.
 *
 * The input is the blocks of all ranks, one after the other, in one span; in
 * place it stands in the receive buffer, and the result lands at the beginning
 * of that.
 */
#ifndef TUNEDX_SCATTERED_H
#define TUNEDX_SCATTERED_H

#include "algorithms/algorithm.h"

/* The units of the blocks of ranks first..end-1.  With first 0 it is where the
 * block of rank `end` begins. */
size_t tunedx_scattered_units(const tunedx_shape_t *shape, int first, int end);

/* The texts; algorithms/reduce_scatter_<name>.c has each. */
void tunedx_scattered_nonoverlapping(tunedx_schedule_t *s,
                                     const tunedx_shape_t *shape);
void tunedx_scattered_pairwise(tunedx_schedule_t *s,
                               const tunedx_shape_t *shape);
void tunedx_scattered_recursive_halving(tunedx_schedule_t *s,
                                        const tunedx_shape_t *shape);

/* The method of the reduce in nonoverlapping. */
extern const tunedx_parameter_t tunedx_scattered_reduce;

/* For `applies`. */
bool tunedx_scattered_commutes(const tunedx_key_t *key);

#endif
