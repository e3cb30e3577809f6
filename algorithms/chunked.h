/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A vector cut into one chunk for each rank, as equal as can be.
 */
#ifndef TUNEDX_CHUNKED_H
#define TUNEDX_CHUNKED_H

#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

/* Chunk `number` of the vector, counted around the ring of ranks. */
static inline tunedx_span_t tunedx_chunk(const tunedx_shape_t *shape,
                                         tunedx_span_t vector, int number)
{
    const int part = tunedx_mod(number, shape->size);

    return tunedx_part(vector,
                       tunedx_part_first(vector.units, shape->size, part),
                       tunedx_part_units(vector.units, shape->size, part));
}

/* For costs: whether they are of one length, or none is cut. */
static inline bool tunedx_chunks_are_alike(const tunedx_shape_t *shape)
{
    const size_t longest = tunedx_part_units(shape->units, shape->size, 0);

    return shape->units % (size_t)shape->size == 0 ||
           tunedx_segment_units(shape, longest) == longest;
}

#endif
