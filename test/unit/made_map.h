/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Maps made by hand or at random, of bcast with some methods.
 */
#ifndef TEST_UNIT_MADE_MAP_H
#define TEST_UNIT_MADE_MAP_H

#include "maps/map.h"
#include "random.h"

enum { MADE_METHODS = 5 };

typedef struct made_map {
    tunedx_measurements_t measurements;
    const tunedx_method_t *methods[MADE_METHODS];
    tunedx_map_t map;
} made_map_t;

/* The time of a method, by number, at a point. */
typedef double made_time_t(void *context, int method, size_t ranks,
                           size_t bytes);

/* Adds a measurement of a bcast on `nodes` nodes with 1 rank on each, or with
 * all on one. */
void made_add(made_map_t *made, int method, int ranks, int nodes, size_t bytes,
              double time);

void made_begin(made_map_t *made);

/* The map of all points of both axes, nodes as ranks. */
void made_fill(made_map_t *made, const size_t *ranks, size_t ranks_count,
               const size_t *bytes, size_t bytes_count, made_time_t *time,
               void *context);

/* A map of 1 to 20 by 1 to 20 points, growing at random, with random times of
 * blocks and of points. */
void made_random(made_map_t *made, random_t *random);

void made_free(made_map_t *made);

#endif
