/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See grow.h: growing by halves.
 *
 * The leaf that loses most is split first, until the mean penalty keeps within
 * its bound.  A limit of leaves is pruning's business.
 */
#include "maps/grow.h"

#include <math.h>
#include <stdint.h>

/* Chooses what the node asks: quadrants, or the test that leaves less loss. */
static void choose_question(tunedx_grower_t *grower, tunedx_grown_t *node)
{
    const tunedx_block_t *block = &node->block;
    const bool ranks = block->ranks_end - block->ranks > 1;
    const bool bytes = block->bytes_end - block->bytes > 1;
    tunedx_question_t question = {
        .south = ranks ? tunedx_axis_middle(block->ranks, block->ranks_end)
                       : SIZE_MAX,
        .east = bytes ? tunedx_axis_middle(block->bytes, block->bytes_end)
                      : SIZE_MAX,
    };
    tunedx_grown_t parts[4];
    bool there[4];
    double least = INFINITY;

    node->question = question;
    least = tunedx_grow_try(grower, node, &question, parts, there);
    while (tunedx_question_next(grower, block, &question)) {
        const double loss =
            tunedx_grow_try(grower, node, &question, parts, there);

        if (loss < least) {
            least = loss;
            node->question = question;
        }
    }
}

static bool add_leaf(tunedx_grower_t *grower, tunedx_grown_t *leaf)
{
    if (grower->leaves_count == grower->leaves_capacity) {
        const size_t capacity = 2 * grower->leaves_capacity + 64;
        tunedx_grown_t **leaves = tunedx_arena_take_array(
            grower->arena, capacity, sizeof(tunedx_grown_t *));

        if (leaves == NULL) {
            return false;
        }
        for (size_t i = 0; i < grower->leaves_count; i++) {
            leaves[i] = grower->leaves[i];
        }
        grower->leaves = leaves;
        grower->leaves_capacity = capacity;
    }
    grower->leaves[grower->leaves_count++] = leaf;
    return true;
}

/* Splits the leaf with number `at`, if it can be.  False when memory is
 * short. */
static bool split(tunedx_grower_t *grower, size_t at)
{
    tunedx_grown_t *node = grower->leaves[at];

    choose_question(grower, node);
    if (!tunedx_grow_children(grower, node)) {
        return false;
    }
    if (tunedx_grown_is_leaf(node)) {
        return true;
    }
    grower->leaves[at] = grower->leaves[--grower->leaves_count];
    for (int child = 0; child < 4; child++) {
        if (node->children[child] != NULL &&
            !add_leaf(grower, node->children[child])) {
            return false;
        }
    }
    return true;
}

static bool has_to_be_split(const tunedx_grower_t *grower,
                            const tunedx_grown_t *leaf)
{
    const tunedx_quadtree_options_t *options = grower->options;
    const bool bounded =
        options->most_penalty < INFINITY || options->mean_penalty < INFINITY;

    if (leaf->is_done || leaf->depth >= options->most_depth) {
        return false;
    }
    return !bounded || leaf->worst > options->most_penalty ||
           (leaf->loss > 0 &&
            grower->loss > options->mean_penalty * grower->weight);
}

/* The leaf that is split next; leaves_count when there is none. */
static size_t find_next(const tunedx_grower_t *grower)
{
    size_t next = grower->leaves_count;

    for (size_t i = 0; i < grower->leaves_count; i++) {
        if (has_to_be_split(grower, grower->leaves[i]) &&
            (next == grower->leaves_count ||
             grower->leaves[i]->loss > grower->leaves[next]->loss)) {
            next = i;
        }
    }
    return next;
}

bool tunedx_grow_halves(tunedx_grower_t *grower, tunedx_grown_t *root)
{
    if (!add_leaf(grower, root)) {
        return false;
    }
    for (size_t next; (next = find_next(grower)) < grower->leaves_count;) {
        if (!split(grower, next)) {
            return false;
        }
    }
    return true;
}
