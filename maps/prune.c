/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See grow.h: pruning.
 *
 * The weakest link goes first (Breiman et al., Classification and Regression
 * Trees, 1984): of all inner nodes the one that loses least, as a leaf, for
 * each leaf that is saved.  That sees what further splits below a poor one are
 * good for, which growing does not.
 */
#include "maps/grow.h"

#include <math.h>
#include <stdint.h>

/* What a node and all below it lose, and how many leaves that has. */
typedef struct subtree {
    double loss;
    size_t leaves;
} subtree_t;

/* What an inner node loses more, and saves, as a leaf. */
typedef struct collapse {
    tunedx_grown_t *node;
    double loss;
    size_t leaves;
} collapse_t;

/* False when a child is no leaf. */
static bool has_only_leaves(const tunedx_grown_t *node)
{
    for (int child = 0; child < 4; child++) {
        if (node->children[child] != NULL &&
            !tunedx_grown_is_leaf(node->children[child])) {
            return false;
        }
    }
    return !tunedx_grown_is_leaf(node);
}

static void make_leaf(tunedx_grown_t *node)
{
    for (int child = 0; child < 4; child++) {
        node->children[child] = NULL;
    }
}

/* ---- children of one method ---- */

static void join_equal(tunedx_grown_t *node)
{
    const tunedx_grown_t *first = NULL;
    double worst = 0, loss = 0;
    bool is_one = true;

    for (int child = 0; child < 4; child++) {
        if (node->children[child] != NULL) {
            join_equal(node->children[child]);
        }
    }
    if (!has_only_leaves(node)) {
        return;
    }
    for (int child = 0; child < 4; child++) {
        const tunedx_grown_t *leaf = node->children[child];

        if (leaf != NULL) {
            first = first == NULL ? leaf : first;
            is_one = is_one && leaf->method == first->method;
            worst = leaf->worst > worst ? leaf->worst : worst;
            loss += leaf->loss;
        }
    }
    if (is_one) {
        node->method = first->method;
        node->worst = worst;
        node->loss = loss;
        make_leaf(node);
    }
}

/* ---- halves that are alike ---- */

static bool are_equal(const tunedx_grown_t *a, const tunedx_grown_t *b)
{
    return a != NULL && b != NULL && tunedx_grown_is_leaf(a) &&
           tunedx_grown_is_leaf(b) && a->method == b->method;
}

/* Adds leaf `from`, which lies beside it, to leaf `to`. */
static void unite(tunedx_grown_t *node, int to, int from)
{
    tunedx_grown_t *leaf = node->children[to];
    const tunedx_grown_t *other = node->children[from];

    leaf->loss += other->loss;
    leaf->worst = other->worst > leaf->worst ? other->worst : leaf->worst;
    leaf->block.ranks_end = other->block.ranks_end;
    leaf->block.bytes_end = other->block.bytes_end;
    node->children[from] = NULL;
}

/* Four children of which north and south, or west and east, are the same leaves
 * are two. */
static void join_halves(tunedx_grown_t *node)
{
    tunedx_grown_t **children = node->children;

    for (int child = 0; child < 4; child++) {
        if (children[child] != NULL) {
            join_halves(children[child]);
        }
    }
    if (are_equal(children[0], children[2]) &&
        are_equal(children[1], children[3])) {
        unite(node, 0, 2);
        unite(node, 1, 3);
        node->question.south = SIZE_MAX;
    } else if (are_equal(children[0], children[1]) &&
               are_equal(children[2], children[3])) {
        unite(node, 0, 1);
        unite(node, 2, 3);
        node->question.east = SIZE_MAX;
    }
}

/* ---- the weakest link ---- */

/* Whether penalties keep within their bounds when the node becomes a leaf. */
static bool keeps_bounds(const tunedx_grower_t *grower,
                         const collapse_t *collapse)
{
    const tunedx_quadtree_options_t *options = grower->options;

    return collapse->node->worst <= options->most_penalty &&
           grower->loss + collapse->loss <=
               options->mean_penalty * grower->weight;
}

/* The weakest link at or below `node`; of those that keep the bounds, if
 * `bounded`. */
static subtree_t find_weakest(const tunedx_grower_t *grower,
                              tunedx_grown_t *node, bool bounded,
                              collapse_t *weakest)
{
    subtree_t all = {.loss = 0};

    if (tunedx_grown_is_leaf(node)) {
        return (subtree_t){.loss = node->loss, .leaves = 1};
    }
    for (int child = 0; child < 4; child++) {
        if (node->children[child] != NULL) {
            const subtree_t part =
                find_weakest(grower, node->children[child], bounded, weakest);

            all.loss += part.loss;
            all.leaves += part.leaves;
        }
    }
    const collapse_t collapse = {
        .node = node,
        .loss = node->loss - all.loss,
        .leaves = all.leaves - 1,
    };
    if ((!bounded || keeps_bounds(grower, &collapse)) &&
        (weakest->node == NULL ||
         collapse.loss * (double)weakest->leaves <
             weakest->loss * (double)collapse.leaves)) {
        *weakest = collapse;
    }
    return all;
}

/* Makes leaves of the weakest links while there are more leaves than that, and
 * a link. */
static void prune_to(tunedx_grower_t *grower, tunedx_grown_t *root,
                     bool bounded, size_t leaves)
{
    for (;;) {
        collapse_t weakest = {.node = NULL};
        const subtree_t all = find_weakest(grower, root, bounded, &weakest);

        if (all.leaves <= leaves || weakest.node == NULL) {
            return;
        }
        grower->loss += weakest.loss;
        make_leaf(weakest.node);
    }
}

void tunedx_prune(tunedx_grower_t *grower, tunedx_grown_t *root)
{
    const tunedx_quadtree_options_t *options = grower->options;

    if (options->by_time) {
        join_equal(root);
    }
    if (options->most_penalty < INFINITY || options->mean_penalty < INFINITY) {
        prune_to(grower, root, true, 1);
    }
    prune_to(grower, root, false, options->most_leaves);
    if (options->by_time) {
        join_equal(root);
    }
    if (options->cuts_best) {
        join_halves(root);
    }
}
