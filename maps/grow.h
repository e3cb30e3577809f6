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

/* What an inner node asks: a test of the number of ranks, or where a point is.
 * South and east begin at these points; SIZE_MAX: it is not cut along this
 * axis. */
typedef struct tunedx_question {
    tunedx_node_test_t test;
    int widest; /* gap, of TUNEDX_NODE_EXPO_GAP */
    size_t south, east;
} tunedx_question_t;

/* The child of a block, as tunedx_node_t.children; false if there is none. */
bool tunedx_block_child(const tunedx_block_t *block,
                        const tunedx_question_t *question, int child,
                        tunedx_block_t *part);

/* Whether the tests that led to a block let a number of ranks through. */
bool tunedx_block_has(const tunedx_block_t *block, int ranks);

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
    tunedx_question_t question;
} tunedx_grown_t;

typedef struct tunedx_grower {
    const tunedx_map_t *map;
    const tunedx_quadtree_options_t *options;
    tunedx_arena_t *arena;
    size_t ranks_count, bytes_count; /* of the tree: padded, perhaps */
    /* of every method, for the block that is looked at */
    double *losses, *worsts;
    size_t *above; /* points whose penalty exceeds the bound */
    size_t *colours;
    tunedx_grown_t **leaves;
    size_t leaves_count, leaves_capacity;
    double loss;   /* of all leaves */
    double weight; /* of all points */
} tunedx_grower_t;

/* The root of the grown tree, in the arena; NULL when memory is short. */
tunedx_grown_t *tunedx_grow(tunedx_grower_t *grower);

/* The next test, after the one of *question, that may be asked and tells rank
 * counts of the block apart; false when there is none.  The first one comes
 * after quadrants. */
bool tunedx_question_next(const tunedx_grower_t *grower,
                          const tunedx_block_t *block,
                          tunedx_question_t *question);

/* The children that a question gives, as leaves, as far as they are there;
 * their loss. */
double tunedx_grow_try(tunedx_grower_t *grower, const tunedx_grown_t *node,
                       const tunedx_question_t *question,
                       tunedx_grown_t parts[4], bool there[4]);

/* Gives a leaf the children of its question.  False when memory is short. */
bool tunedx_grow_children(tunedx_grower_t *grower, tunedx_grown_t *node);

/* Grow a root, which is a leaf: by halves, or by the best cuts, as many levels
 * as bounds and limits ask for.  False when memory is short. */
bool tunedx_grow_halves(tunedx_grower_t *grower, tunedx_grown_t *root);
bool tunedx_grow_cuts(tunedx_grower_t *grower, tunedx_grown_t *root);

static inline bool tunedx_grown_is_leaf(const tunedx_grown_t *node)
{
    return node->children[0] == NULL && node->children[1] == NULL &&
           node->children[2] == NULL;
}

/* Makes leaves of inner nodes: in trees chosen by time those whose children
 * have all the same method; then those that lose least by it, while penalties
 * keep within their bounds, and until there are no more leaves than allowed.
 * With the best cuts, a cut between children that are alike is taken back. */
void tunedx_prune(tunedx_grower_t *grower, tunedx_grown_t *root);

#endif
