/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a decision costs, and what a tree takes: the columns of Tables 1 to 3 of
 * Pjesivac-Grbovic et al., 2007.
 */
#ifndef TUNEDX_STATISTICS_H
#define TUNEDX_STATISTICS_H

#include "maps/quadtree.h"

/* Penalties of points, as tunedx_map_penalty has them; not weighted. */
typedef struct tunedx_penalties {
    size_t points;   /* that count */
    size_t unserved; /* points whose method cannot serve; they do not count */
    size_t unknown;  /* points whose method the map does not have; nor these */
    double least, most, mean, median;
    double high; /* 95 of 100 points have no more */
} tunedx_penalties_t;

/* The size of a point that is left out, or a method that a map does not
 * have. */
#define TUNEDX_NO_METHOD SIZE_MAX

/* Penalties when point i has method choices[i], or TUNEDX_NO_METHOD.  Points of
 * `left_out_count` sizes are left out.  False when memory is short. */
bool tunedx_penalties_of(const tunedx_map_t *map, const size_t *choices,
                         const size_t *left_out, size_t left_out_count,
                         tunedx_penalties_t *penalties);

/* What a tree chooses at each point, by asking it. */
void tunedx_quadtree_choices(const tunedx_quadtree_t *tree, size_t *choices);

typedef struct tunedx_tree_size {
    size_t least_depth, most_depth;
    double mean_depth; /* of leaves */
    size_t leaves, nodes;
    size_t conditions;  /* "if" and "else if" of the tree as code: one for each
                         * child */
    size_t paper_bytes; /* memory as the paper counts it: 48 for each node, 6
                         * for each method, 2 for each point of both axes */
    size_t bytes;       /* memory that it takes here, methods not counted */
} tunedx_tree_size_t;

tunedx_tree_size_t tunedx_quadtree_size(const tunedx_quadtree_t *tree);

#endif
