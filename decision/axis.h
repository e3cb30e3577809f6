/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An axis of a decision map: the points that were measured, and which of them
 * decides for a value in between.
 *
 * The first point decides for all that is smaller, the last one for all that is
 * larger.  Points may be repeated: a point that equals the one before it fills
 * up the axis (to a power of two, say) and decides for nothing.
 */
#ifndef TUNEDX_AXIS_H
#define TUNEDX_AXIS_H

#include "decision/rules.h"

/* Where, between two neighbouring points a < b, the region of b begins. */
typedef enum tunedx_boundary {
    TUNEDX_BOUNDARY_NEXT,     /* at b */
    TUNEDX_BOUNDARY_GEOMETRIC /* at the root of a b, rounded up */
} tunedx_boundary_t;

typedef struct tunedx_axis {
    size_t count;
    const size_t *points;
    /* The first value that each point decides; SIZE_MAX for one that fills
     * up, and for all that follow it: no value begins there. */
    const size_t *starts;
} tunedx_axis_t;

/* Makes an axis of at least one point, which never fall and are less than
 * SIZE_MAX.  False when memory is short. */
bool tunedx_axis_make(tunedx_arena_t *arena, const size_t *points, size_t count,
                      tunedx_boundary_t boundary, tunedx_axis_t *axis);

/* The point that decides for `value`, by binary search. */
size_t tunedx_axis_find(const tunedx_axis_t *axis, size_t value);

/* The values that points first..end-1 decide; false when there are none. */
bool tunedx_axis_range(const tunedx_axis_t *axis, size_t first, size_t end,
                       tunedx_range_t *range);

/* Where points first..end-1, two or more, are split: the second half begins
 * there.  Of an odd number the first half is the smaller one. */
static inline size_t tunedx_axis_middle(size_t first, size_t end)
{
    return first + (end - first) / 2;
}

#endif
