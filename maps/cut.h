/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The best cuts of blocks: where a tree of so many levels loses least.
 *
 * Private to maps/.
 *
 * A block can be cut at any point of its axes, and what a tree below it loses
 * is known when that is known, with one level less, of all blocks within it.
 * So the least loss of every block is found level by level (dynamic
 * programming).  For R x B points there are about R^2 B^2 / 4 blocks with R B /
 * 9 pairs of cuts each; along an axis with more than TUNEDX_CUT_POINTS points
 * only that many places can be cut.
 */
#ifndef TUNEDX_CUT_H
#define TUNEDX_CUT_H

#include "maps/grow.h"

enum { TUNEDX_CUT_POINTS = 64 };

/* Places of an axis where it can be cut: points where something may begin, and
 * the end.  Blocks lie between two of them. */
typedef struct tunedx_places {
    size_t points[TUNEDX_CUT_POINTS + 1];
    size_t count;
} tunedx_places_t;

typedef struct tunedx_cutter {
    tunedx_arena_t arena;
    tunedx_places_t ranks, bytes;
    double **levels; /* of every number of levels: the cost of every block */
    size_t levels_count, levels_capacity;
    double point;      /* cost of a point whose penalty exceeds the bound */
    double negligible; /* what sums of costs may be wrong by */
} tunedx_cutter_t;

/* Where a block is cut: the points at which south and east begin; SIZE_MAX: not
 * along this axis. */
typedef struct tunedx_cut {
    size_t south, east;
} tunedx_cut_t;

/* Prepares for all points of the grower's map whose numbers of ranks the tests
 * of `block` let through, with no levels yet.  False when memory is short; the
 * cutter has to be freed either way. */
bool tunedx_cutter_make(const tunedx_grower_t *grower,
                        const tunedx_block_t *block, tunedx_cutter_t *cutter);

void tunedx_cutter_free(tunedx_cutter_t *cutter);

/* Adds levels until a tree can have `levels` of them below its root.  False
 * when memory is short. */
bool tunedx_cutter_extend(tunedx_cutter_t *cutter, size_t levels);

/* The least cost of a tree of all points with so many levels at most, which the
 * cutter has: cutter->point for each point whose penalty exceeds the bound, and
 * the weighted penalties of all (by colours: points amiss). */
double tunedx_cutter_cost(const tunedx_cutter_t *cutter, size_t levels);

/* The best cut of a block that earlier cuts have left, with `levels` levels
 * below it; of equal ones the first.  False when none costs less than a
 * leaf. */
bool tunedx_cutter_find(const tunedx_cutter_t *cutter,
                        const tunedx_block_t *block, size_t levels,
                        tunedx_cut_t *cut);

#endif
