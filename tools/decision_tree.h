/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules as a tree of comparisons.
 *
 * The ends of the rows' ranges cut the calls of a collective into boxes.  A
 * node of the tree compares one field of the call with one number; a leaf names
 * what the rows say in its box.  Neighbouring boxes of which the same is said
 * are one, which the quadtrees of Pjesivac-Grbovic et al. 2007 leave apart.
 */
#ifndef TUNEDX_TOOLS_DECISION_TREE_H
#define TUNEDX_TOOLS_DECISION_TREE_H

#include "decision/rules.h"

typedef enum tree_field {
    TREE_RANKS,
    TREE_NODES,
    TREE_PPN,
    TREE_BYTES,
    TREE_TOTAL,      /* bytes times ranks */
    TREE_TYPE_TOTAL, /* one element times ranks */
    TREE_FIELDS
} tree_field_t;

/* What a row says in a leaf: this method, if its conditions hold. */
typedef struct tree_candidate {
    tunedx_conditions_t conditions;
    tunedx_range_t expo_gap;
    int method;   /* its number; 0: what the next source says */
    bool decides; /* no method, or one that can serve every call */
} tree_candidate_t;

typedef struct tree_node {
    tree_field_t field; /* TREE_FIELDS: a leaf */
    size_t limit;       /* up to it the tree goes on with `low` */
    const struct tree_node *low, *high;
    /* Leaf: the first that holds, and that can serve the call, is the answer;
     * 0 where there is none. */
    const tree_candidate_t *candidates;
    size_t count;
    /* Of the whole subtree: leaves, conditions, and those on the longest way
     * down, each an `if`. */
    size_t leaves, conditions, depth;
    struct tree_node *next; /* with the same hash */
} tree_node_t;

typedef enum tree_error {
    TREE_SUCCESS,
    TREE_NO_MEMORY,
    TREE_TOO_MANY
} tree_error_t;

enum { TREE_BUCKETS = 4096 };

/* Trees of several collectives, whose equal parts are one object. */
typedef struct tree {
    tunedx_arena_t *arena;
    bool merges; /* equal neighbours become one */
    const tunedx_rules_t *rules;
    const int *methods; /* the number of each row's method, 0 for none */
    size_t visits;      /* boxes looked at so far, of one collective */
    tree_error_t error; /* the first one */
    tree_node_t *buckets[TREE_BUCKETS];
} tree_t;

/* Makes the tree of a collective; it lives in the arena.  TREE_TOO_MANY when
 * the rows cut the calls into more than some million boxes. */
tree_error_t tree_make(tree_t *tree, tunedx_collective_t collective,
                       const tree_node_t **root);

/* Conditions of a leaf's candidate. */
bool tree_candidate_is_conditional(const tree_candidate_t *candidate);

#endif
