/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Costs of what is cut into segments, all of one length but the last one, and
 * is combined as it arrives.
 */
#ifndef TUNEDX_SEGMENTED_H
#define TUNEDX_SEGMENTED_H

#include "algorithms/algorithm.h"

typedef struct tunedx_segments {
    size_t count;
    size_t bytes, last_bytes; /* of each one, of the last one */
} tunedx_segments_t;

/* Those that `units` are cut into; one without bytes when there are none. */
static inline tunedx_segments_t tunedx_segments_of(const tunedx_shape_t *shape,
                                                   size_t units)
{
    const size_t segment = tunedx_segment_units(shape, units);
    const size_t count = units == 0 ? 1 : tunedx_segments(shape, units);

    return (tunedx_segments_t){
        .count = count,
        .bytes = segment * shape->unit_bytes,
        .last_bytes = (units - (count - 1) * segment) * shape->unit_bytes,
    };
}

/* Whether the last one is as long as the others. */
static inline bool tunedx_segments_are_alike(const tunedx_shape_t *shape)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);

    return all.bytes == all.last_bytes;
}

/* A message and the reduction of what has arrived. */
static inline uint64_t tunedx_one_way_sum(const tunedx_price_t *price,
                                          size_t bytes)
{
    return tunedx_one_way(price, bytes) + tunedx_reducing(price, bytes);
}

static inline uint64_t tunedx_two_way_sum(const tunedx_price_t *price,
                                          size_t bytes)
{
    return tunedx_two_way(price, bytes) + tunedx_reducing(price, bytes);
}

#endif
