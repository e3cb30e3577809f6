/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What bcast and reduce by two trees have in common: the halves of the vector,
 * the segments of these, and the bound on the time.  Ranks count from the root.
 */
#ifndef TUNEDX_ALGORITHMS_TWOTREE_H
#define TUNEDX_ALGORITHMS_TWOTREE_H

#include "algorithms/algorithm.h"
#include "geometry/geometry.h"
#include "geometry/twotree.h"

typedef struct tunedx_halves {
    size_t first;    /* units of the first half, no less than those of the
                      * other */
    size_t segment;  /* units */
    size_t segments; /* of a half; the last ones of the second one may be
                      * empty */
} tunedx_halves_t;

static inline tunedx_halves_t tunedx_halves_of(const tunedx_shape_t *shape)
{
    const size_t first = tunedx_part_units(shape->units, 2, 0);
    const size_t segment = tunedx_segment_units(shape, first);

    return (tunedx_halves_t){
        .first = first,
        .segment = segment,
        .segments = segment == 0 ? 0 : (first - 1) / segment + 1,
    };
}

/* For costs: whether all segments are of one length. */
static inline bool tunedx_halves_are_even(const tunedx_shape_t *shape)
{
    const tunedx_halves_t halves = tunedx_halves_of(shape);

    return shape->units % 2 == 0 &&
           (halves.segment == 0 || halves.first % halves.segment == 0);
}

/* The rounds of both: every other one brings a further segment of each half to
 * those who are last to have the first one.  On the way there no round is
 * empty: in the one before a rank sends, it receives this segment or sends
 * another one.  Of three ranks alone none has two children, so that the last
 * message comes a round early. */
static inline uint64_t tunedx_halves_rounds(const tunedx_shape_t *shape)
{
    const tunedx_halves_t halves = tunedx_halves_of(shape);

    return halves.segments == 0 || shape->size == 1
               ? 0
               : 2 * (halves.segments - 1) +
                     tunedx_twotree_depth(shape->size - 1) - (shape->size == 3);
}

/* Segment number `segment` of the half of `vector` that is the tree's. */
static inline tunedx_span_t tunedx_half_cut(const tunedx_halves_t *halves,
                                            tunedx_span_t vector, int tree,
                                            size_t segment)
{
    const size_t first = tree == 0 ? 0 : halves->first;
    const size_t units =
        tree == 0 ? halves->first : vector.units - halves->first;

    return tunedx_cut(tunedx_part(vector, first, units), segment,
                      halves->segment);
}

static inline int tunedx_twotree_rank(const tunedx_shape_t *shape, int number)
{
    return tunedx_mod(shape->root + number, shape->size);
}

/* The edges of this rank. */
static inline tunedx_twotree_t tunedx_twotree_here(const tunedx_shape_t *shape)
{
    return tunedx_twotree_of(
        shape->size - 1, tunedx_mod(shape->rank - shape->root, shape->size));
}

#endif
