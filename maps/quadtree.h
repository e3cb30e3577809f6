/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Quadtrees: a decision map in fewer words.
 *
 * A node is a block of points of the map.  It is a leaf, with the method that
 * all its points get, or its points are parted along both axes (along one, if
 * the other has a single point left), in the middle or where that pays most, or
 * they are told apart by the number of ranks being a power of two or having
 * small gaps between its exponents.
 *
 * Source   Pjesivac-Grbovic et al., MPI Collective Algorithm Selection and
 *          Quadtree Encoding, Parallel Computing 33(9), 2007.  Choosing by
 *          time, cuts elsewhere than in the middle, bounds for penalties, tests
 *          of the number of ranks (its section 5 names the need) and rows for
 *          single rank counts are additions.
 */
#ifndef TUNEDX_QUADTREE_H
#define TUNEDX_QUADTREE_H

#include "decision/axis.h"
#include "maps/map.h"

#include <limits.h>

/* What an inner node asks. */
typedef enum tunedx_node_test {
    TUNEDX_NODE_QUADRANTS = 0,
    TUNEDX_NODE_POWER_OF_TWO = 1, /* children 0: yes, 1: no */
    TUNEDX_NODE_EXPO_GAP = 2      /* at most so wide: 0: yes, 1: no */
} tunedx_node_test_t;

/* Children NW, NE, SW, SE: north are fewer ranks, west fewer bytes.  Those that
 * are not there are NULL; of a leaf all are. */
typedef struct tunedx_node {
    const struct tunedx_node *children[4];
    unsigned short method;
    unsigned char test, widest;
    unsigned south, east; /* points at which these begin, or TUNEDX_NO_CUT */
} tunedx_node_t;

#define TUNEDX_NO_CUT UINT_MAX

/* A rank count that is not decided by the tree: sizes of points first..end-1
 * have this method.  Sorted; each rank count has all its sizes. */
typedef struct tunedx_exception {
    size_t ranks; /* which point */
    size_t first, end;
    size_t method;
} tunedx_exception_t;

typedef struct tunedx_quadtree {
    tunedx_arena_t arena;
    const tunedx_map_t *map;    /* outlives the tree */
    tunedx_axis_t ranks, bytes; /* with the points that fill them up */
    tunedx_boundary_t boundary; /* of bytes; that of ranks is the next point */
    tunedx_node_t *nodes;       /* the first one is the root */
    size_t nodes_count;
    tunedx_exception_t *exceptions;
    size_t exceptions_count;
} tunedx_quadtree_t;

/* How a tree is built.  Penalties are parts: 0.05 is five percent. */
typedef struct tunedx_quadtree_options {
    bool by_time;   /* a leaf has the method that loses least time (by weight,
                     * relative to the best of each point); else the method that
                     * is the best one of most points */
    bool cuts_best; /* blocks are cut where the whole tree loses least, by time
                     * or by colours, which is found out for as many levels as
                     * bounds and limits ask for, and tests of ranks come first
                     * if at all; else in the middle */
    size_t most_depth, most_leaves; /* SIZE_MAX: any */
    double threshold; /* a block is a leaf when one method is the best of this
                       * part of its points */
    /* Nothing is split that is not needed to keep within these; INFINITY: there
     * is no such bound.  The mean is weighted. */
    double most_penalty, mean_penalty;
    double exception_penalty; /* a rank count whose mean penalty exceeds it gets
                               * rows of its own, which keep within it at every
                               * point; INFINITY: none */
    unsigned tests;           /* tunedx_node_test_t that may be used, ored */
    bool pads; /* the last points are repeated up to a power of two, the same
                * for both axes; not with the best cuts, for which it is
                * nothing */
    tunedx_boundary_t boundary;
} tunedx_quadtree_options_t;

/* The exact tree of the paper, without padding: chosen by colours, no limit. */
tunedx_quadtree_options_t tunedx_quadtree_exact(void);

/* Builds a tree of `map`, which is borrowed and has fewer than 65,536 methods
 * and, on each axis, fewer points than an int holds.
 * False when memory is short; the tree has to be freed either way. */
bool tunedx_quadtree_build(const tunedx_map_t *map,
                           const tunedx_quadtree_options_t *options,
                           tunedx_quadtree_t *tree);

void tunedx_quadtree_free(tunedx_quadtree_t *tree);

/* The index of the method for a call: the points of both axes by binary search,
 * then down the tree. */
size_t tunedx_quadtree_find(const tunedx_quadtree_t *tree, size_t ranks,
                            size_t bytes);

static inline bool tunedx_node_is_leaf(const tunedx_node_t *node)
{
    return node->children[0] == NULL && node->children[1] == NULL &&
           node->children[2] == NULL;
}

#endif
