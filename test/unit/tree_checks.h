/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Trees of maps of 8 x 8 points that are made from pictures.
 */
#ifndef TEST_UNIT_TREE_CHECKS_H
#define TEST_UNIT_TREE_CHECKS_H

#include "made_map.h"
#include "maps/statistics.h"

enum { SIDE = 8, POINTS = SIDE * SIDE };

/* The points of both axes: 2 to 9 ranks, 1 to 128 bytes. */
extern const size_t eight[SIDE], powers[SIDE];

/* The letter's method takes 1 at a point, the others 1 + the penalty that is
 * theirs. */
typedef struct picture {
    const char *rows[SIDE];
    const double *penalties; /* of all methods, where they are not best */
} picture_t;

/* Where all others take twice as long. */
extern const double doubled[MADE_METHODS];

/* Three quarters of one method each, and one of two. */
extern const picture_t quarters;

void make_picture(made_map_t *made, picture_t picture);

void build_tree(const made_map_t *made, tunedx_quadtree_options_t options,
                tunedx_quadtree_t *tree);

/* Of what the tree chooses. */
tunedx_penalties_t penalties_of(const tunedx_quadtree_t *tree);

void assert_near(double actual, double expected);

#endif
