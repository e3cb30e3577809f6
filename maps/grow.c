/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See grow.h.
 *
 * The leaf that loses most is split first, until the mean penalty keeps within
 * its bound.  A limit of leaves is pruning's business.
 */
#include "maps/grow.h"

#include "geometry/geometry.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- blocks ---- */

static bool quadrant_of(const tunedx_block_t *block, int child,
                        tunedx_block_t *part)
{
    const bool ranks = block->ranks_end - block->ranks > 1;
    const bool bytes = block->bytes_end - block->bytes > 1;
    const bool south = child >= 2, east = child % 2 == 1;

    if ((south && !ranks) || (east && !bytes) || (!ranks && !bytes)) {
        return false;
    }
    *part = *block;
    if (ranks) {
        *(south ? &part->ranks : &part->ranks_end) =
            tunedx_axis_middle(block->ranks, block->ranks_end);
    }
    if (bytes) {
        *(east ? &part->bytes : &part->bytes_end) =
            tunedx_axis_middle(block->bytes, block->bytes_end);
    }
    return true;
}

bool tunedx_block_child(const tunedx_block_t *block, tunedx_node_test_t test,
                        int widest, int child, tunedx_block_t *part)
{
    if (test == TUNEDX_NODE_QUADRANTS) {
        return quadrant_of(block, child, part);
    }
    if (child >= 2) {
        return false;
    }
    *part = *block;
    if (test == TUNEDX_NODE_POWER_OF_TWO) {
        part->power_of_two = child == 0 ? 1 : -1;
    } else if (child == 0) {
        part->most_gap = widest;
    } else {
        part->least_gap = widest + 1;
    }
    return true;
}

static bool lets_through(const tunedx_block_t *block, int ranks)
{
    const int gap = tunedx_expo_gap(ranks);

    return (block->power_of_two == 0 ||
            tunedx_is_power_of_two(ranks) == (block->power_of_two > 0)) &&
           block->least_gap <= gap && gap <= block->most_gap;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- what a block would be as a leaf ---- */

static void add_point(tunedx_grower_t *grower, size_t point)
{
    const tunedx_map_t *map = grower->map;

    for (size_t i = 0; i < map->methods_count; i++) {
        const double penalty = tunedx_map_penalty(map, point, i);

        grower->losses[i] += map->weights[point] * penalty;
        if (penalty > grower->worsts[i]) {
            grower->worsts[i] = penalty;
        }
    }
    grower->colours[map->best[point]]++;
}

/* Adds up all points; returns how many there are. */
static size_t add_points(tunedx_grower_t *grower, const tunedx_block_t *block)
{
    const tunedx_map_t *map = grower->map;
    const size_t methods = map->methods_count;
    size_t count = 0;

    memset(grower->losses, 0, methods * sizeof *grower->losses);
    memset(grower->worsts, 0, methods * sizeof *grower->worsts);
    memset(grower->colours, 0, methods * sizeof *grower->colours);
    for (size_t i = block->ranks; i < block->ranks_end; i++) {
        const size_t row = smaller(i, map->ranks_count - 1);

        if (!lets_through(block, (int)map->ranks[row])) {
            continue;
        }
        for (size_t k = block->bytes; k < block->bytes_end; k++) {
            add_point(grower, row * map->bytes_count +
                                  smaller(k, map->bytes_count - 1));
            count++;
        }
    }
    return count;
}

/* Whether method a is the better one for the points added up. */
static bool is_better(const tunedx_grower_t *grower, size_t a, size_t b)
{
    const tunedx_quadtree_options_t *options = grower->options;
    const bool keeps_a = grower->worsts[a] <= options->most_penalty;
    const bool keeps_b = grower->worsts[b] <= options->most_penalty;

    if (!options->by_time) {
        return grower->colours[a] > grower->colours[b];
    }
    return keeps_a != keeps_b ? keeps_a : grower->losses[a] < grower->losses[b];
}

/* Makes a leaf of the node.  One without points keeps the method it has. */
static void colour(tunedx_grower_t *grower, tunedx_grown_t *node)
{
    const size_t count = add_points(grower, &node->block);
    size_t most = 0, best = 0;

    node->is_done = count == 0;
    if (count == 0) {
        node->loss = node->worst = 0;
        return;
    }
    for (size_t i = 0; i < grower->map->methods_count; i++) {
        if (is_better(grower, i, best)) {
            best = i;
        }
        if (grower->colours[i] > most) {
            most = grower->colours[i];
        }
    }
    node->method = best;
    node->loss = grower->losses[best];
    node->worst = grower->worsts[best];
    node->is_done =
        (double)most >= grower->options->threshold * (double)count ||
        (grower->options->by_time && node->worst <= 0);
}

/* ---- splitting ---- */

/* The children that a test gives; their loss. */
static double try_split(tunedx_grower_t *grower, const tunedx_grown_t *node,
                        tunedx_node_test_t test, int widest,
                        tunedx_grown_t parts[4], bool there[4])
{
    double loss = 0;

    for (int child = 0; child < 4; child++) {
        parts[child] = (tunedx_grown_t){
            .depth = node->depth + 1,
            .method = node->method,
        };
        there[child] = tunedx_block_child(&node->block, test, widest, child,
                                          &parts[child].block);
        if (there[child]) {
            colour(grower, &parts[child]);
            loss += parts[child].loss;
        }
    }
    return loss;
}

/* Whether rank counts of the block differ in what is tested. */
static bool tells_apart(const tunedx_grower_t *grower,
                        const tunedx_block_t *block, tunedx_node_test_t test,
                        int widest)
{
    bool seen[2] = {false, false};

    for (size_t i = block->ranks; i < block->ranks_end; i++) {
        const size_t row = smaller(i, grower->map->ranks_count - 1);
        const int ranks = (int)grower->map->ranks[row];

        if (lets_through(block, ranks)) {
            seen[test == TUNEDX_NODE_POWER_OF_TWO
                     ? tunedx_is_power_of_two(ranks)
                     : tunedx_expo_gap(ranks) <= widest] = true;
        }
    }
    return seen[0] && seen[1];
}

/* Chooses what the node asks: quadrants, or the test that leaves less loss. */
static void choose_test(tunedx_grower_t *grower, tunedx_grown_t *node)
{
    enum { MOST_GAP = 16 };
    const unsigned tests = grower->options->tests;
    tunedx_grown_t parts[4];
    bool there[4];
    double least =
        try_split(grower, node, TUNEDX_NODE_QUADRANTS, 0, parts, there);

    node->test = TUNEDX_NODE_QUADRANTS;
    for (int widest = -1; widest < MOST_GAP; widest++) {
        const tunedx_node_test_t test =
            widest < 0 ? TUNEDX_NODE_POWER_OF_TWO : TUNEDX_NODE_EXPO_GAP;

        if ((tests & test) == 0 || widest == 0 || /* a power of two as well */
            !tells_apart(grower, &node->block, test, widest)) {
            continue;
        }
        const double loss = try_split(grower, node, test, widest, parts, there);
        if (loss < least) {
            least = loss;
            node->test = test;
            node->widest = widest;
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
    tunedx_grown_t parts[4];
    bool there[4];

    choose_test(grower, node);
    const double loss =
        try_split(grower, node, node->test, node->widest, parts, there);
    const int count = there[0] + there[1] + there[2] + there[3];
    node->is_done = true;
    if (count == 0) {
        return true;
    }
    grower->leaves[at] = grower->leaves[--grower->leaves_count];
    grower->loss += loss - node->loss;
    for (int child = 0; child < 4; child++) {
        if (!there[child]) {
            continue;
        }
        node->children[child] =
            tunedx_arena_take(grower->arena, sizeof(tunedx_grown_t));
        if (node->children[child] == NULL) {
            return false;
        }
        *node->children[child] = parts[child];
        if (!add_leaf(grower, node->children[child])) {
            return false;
        }
    }
    return true;
}

/* ---- all of it ---- */

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

static bool prepare(tunedx_grower_t *grower)
{
    const size_t methods = grower->map->methods_count;

    grower->losses =
        tunedx_arena_take_array(grower->arena, methods, sizeof(double));
    grower->worsts =
        tunedx_arena_take_array(grower->arena, methods, sizeof(double));
    grower->colours =
        tunedx_arena_take_array(grower->arena, methods, sizeof(size_t));
    for (size_t i = 0; i < grower->ranks_count; i++) {
        for (size_t k = 0; k < grower->bytes_count; k++) {
            grower->weight +=
                grower->map->weights[smaller(i, grower->map->ranks_count - 1) *
                                         grower->map->bytes_count +
                                     smaller(k, grower->map->bytes_count - 1)];
        }
    }
    return grower->losses != NULL && grower->worsts != NULL &&
           grower->colours != NULL;
}

tunedx_grown_t *tunedx_grow(tunedx_grower_t *grower)
{
    tunedx_grown_t *root = tunedx_arena_take(grower->arena, sizeof *root);

    if (root == NULL || !prepare(grower) || !add_leaf(grower, root)) {
        return NULL;
    }
    *root = (tunedx_grown_t){
        .block =
            {
                .ranks_end = grower->ranks_count,
                .bytes_end = grower->bytes_count,
                .most_gap = INT_MAX,
            },
    };
    colour(grower, root);
    grower->loss = root->loss;
    for (size_t next; (next = find_next(grower)) < grower->leaves_count;) {
        if (!split(grower, next)) {
            return NULL;
        }
    }
    tunedx_prune(grower, root);
    return root;
}
