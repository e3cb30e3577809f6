/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions in binary blocks: what reduce and allreduce have in common
 * (Rabenseifner 2004, section 3.6).
 *
 * The ranks are cut into blocks, one for each bit that is set in their number,
 * the largest first.  Each block scatters its own sum by recursive halving;
 * then, from the smallest block upwards, a block's sum is cut into the segments
 * of the next larger block, whose ranks reduce them.  So the largest block has
 * the whole sum in the end, in the order of the ranks.
 *
 * In a block of 2^e ranks the bits of a rank's number, from bit 0 on, tell
 * which half it keeps, 0 being the lower (and larger) one.  The segment of a
 * number of e bits is therefore cut into those of the numbers of more bits that
 * end with these e.
 */
#ifndef TUNEDX_BLOCKS_H
#define TUNEDX_BLOCKS_H

#include "algorithms/algorithm.h"

/* The block of a rank. */
typedef struct tunedx_block {
    int first;           /* its first rank */
    int size;            /* a power of two */
    int larger, smaller; /* sizes of the blocks before and behind; 0: none */
} tunedx_block_t;

tunedx_block_t tunedx_block_of(int size, int rank);

/* The segment of `number` when `span` is cut for `size` numbers. */
tunedx_span_t tunedx_block_segment(tunedx_span_t span, int size, int number);

/* The first part, for both: afterwards each rank of the largest block has its
 * segment of the sum in `result`. */
void tunedx_blocks_scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           const tunedx_block_t *block, tunedx_span_t result);

/* What the first part takes at most; exact when every segment is as long. */
uint64_t tunedx_blocks_scatter_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price);

/* Whether all segments are of one length. */
bool tunedx_blocks_are_even(const tunedx_shape_t *shape);

/* The units of the longest segment for `size` numbers. */
size_t tunedx_block_longest(size_t units, int size);

#endif
