/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Growing and pruning a quadtree, before it is packed.
 *
 * Private to maps/.
 */
#ifndef TUNEDX_GROW_H
#define TUNEDX_GROW_H

#include "maps/quadtree.h"

/* Points ranks..ranks_end-1 and bytes..bytes_end-1, of these the rank counts
 * that the tests above let through. */
typedef struct tunedx_block {
    size_t ranks, ranks_end, bytes, bytes_end;
    int power_of_two;        /* 1: only those; -1: only others; 0: any */
    int least_gap, most_gap; /* between the exponents */
} tunedx_block_t;

/* The child of a block, as tunedx_node_t.children; false if there is none. */
bool tunedx_block_child(const tunedx_block_t *block, tunedx_node_test_t test,
                        int widest, int child, tunedx_block_t *part);

/* A node while it grows.  What it would be as a leaf is kept when it has
 * children. */
typedef struct tunedx_grown {
    struct tunedx_grown *children[4];
    tunedx_block_t block;
    size_t depth;
    size_t method;
    double loss;  /* of all points, weighted penalties added up */
    double worst; /* penalty of a point */
    bool is_done; /* not to be split */
    tunedx_node_test_t test;
    int widest;
} tunedx_grown_t;

typedef struct tunedx_grower {
    const tunedx_map_t *map;
    const tunedx_quadtree_options_t *options;
    tunedx_arena_t *arena;
    size_t ranks_count, bytes_count; /* of the tree: padded, perhaps */
    /* of every method, for the block that is looked at */
    double *losses, *worsts;
    size_t *colours;
    tunedx_grown_t **leaves;
    size_t leaves_count, leaves_capacity;
    double loss;   /* of all leaves */
    double weight; /* of all points */
} tunedx_grower_t;

/* The root of the grown tree, in the arena; NULL when memory is short. */
tunedx_grown_t *tunedx_grow(tunedx_grower_t *grower);

static inline bool tunedx_grown_is_leaf(const tunedx_grown_t *node)
{
    return node->children[0] == NULL && node->children[1] == NULL &&
           node->children[2] == NULL;
}

/* Makes leaves of inner nodes: in trees chosen by time those whose children
 * have all the same method; then those that lose least by it, while penalties
 * keep within their bounds, and until there are no more leaves than allowed.
 * grower->leaves is as before. */
void tunedx_prune(tunedx_grower_t *grower, tunedx_grown_t *root);

#endif
