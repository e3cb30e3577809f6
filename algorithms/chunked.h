/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A vector cut into chunks, as equal as can be; mostly one for each rank.
 */
#ifndef TUNEDX_CHUNKED_H
#define TUNEDX_CHUNKED_H

#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

/* Chunk `number` of 0..chunks-1. */
static inline tunedx_span_t tunedx_chunk_of(tunedx_span_t vector, int chunks,
                                            int number)
{
    return tunedx_part(vector, tunedx_part_first(vector.units, chunks, number),
                       tunedx_part_units(vector.units, chunks, number));
}

/* Chunk `number` of the vector, counted around the ring of ranks. */
static inline tunedx_span_t tunedx_chunk(const tunedx_shape_t *shape,
                                         tunedx_span_t vector, int number)
{
    return tunedx_chunk_of(vector, shape->size,
                           tunedx_mod(number, shape->size));
}

/* For costs: whether they are of one length, or none is cut. */
static inline bool tunedx_chunks_are_alike(const tunedx_shape_t *shape)
{
    const size_t longest = tunedx_part_units(shape->units, shape->size, 0);

    return shape->units % (size_t)shape->size == 0 ||
           tunedx_segment_units(shape, longest) == longest;
}

#endif
