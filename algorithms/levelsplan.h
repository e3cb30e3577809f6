/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the schedule of a reduction by levels and its cost have in common.
 */
#ifndef TUNEDX_LEVELSPLAN_H
#define TUNEDX_LEVELSPLAN_H

#include "algorithms/levels.h"

/* What does not change from level to level. */
typedef struct tunedx_levels_plan {
    tunedx_schedule_t *s; /* for the schedule */
    const tunedx_shape_t *shape;
    size_t list;
    int power;        /* numbers that the levels of two join */
    bool is_direct;   /* the level after them, if any */
    int count;        /* numbers */
    int pairs;        /* the first numbers, which are two ranks each */
    int number, root; /* of this rank, and of the root of a reduce */
    bool is_rooted;
} tunedx_levels_plan_t;

tunedx_levels_plan_t tunedx_levels_plan(const tunedx_shape_t *shape,
                                        size_t list);

/* The word of a level in a list. */
int tunedx_levels_word(size_t list, int level);

#endif
