/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See grow.h.
 *
 * Blocks, what they would be as leaves, and splitting; grow_halves.c and
 * grow_cuts.c say which node asks what.
 */
#include "maps/grow.h"

#include "geometry/geometry.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- blocks ---- */

static bool quadrant_of(const tunedx_block_t *block,
                        const tunedx_question_t *question, int child,
                        tunedx_block_t *part)
{
    const bool ranks = question->south < SIZE_MAX;
    const bool bytes = question->east < SIZE_MAX;
    const bool south = child >= 2, east = child % 2 == 1;

    if ((south && !ranks) || (east && !bytes) || (!ranks && !bytes)) {
        return false;
    }
    *part = *block;
    if (ranks) {
        *(south ? &part->ranks : &part->ranks_end) = question->south;
    }
    if (bytes) {
        *(east ? &part->bytes : &part->bytes_end) = question->east;
    }
    return true;
}

bool tunedx_block_child(const tunedx_block_t *block,
                        const tunedx_question_t *question, int child,
                        tunedx_block_t *part)
{
    if (question->test == TUNEDX_NODE_QUADRANTS) {
        return quadrant_of(block, question, child, part);
    }
    if (child >= 2) {
        return false;
    }
    *part = *block;
    if (question->test == TUNEDX_NODE_POWER_OF_TWO) {
        part->power_of_two = child == 0 ? 1 : -1;
    } else if (child == 0) {
        part->most_gap = question->widest;
    } else {
        part->least_gap = question->widest + 1;
    }
    return true;
}

bool tunedx_block_has(const tunedx_block_t *block, int ranks)
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
        grower->above[i] += penalty > grower->options->most_penalty;
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
    memset(grower->above, 0, methods * sizeof *grower->above);
    memset(grower->colours, 0, methods * sizeof *grower->colours);
    for (size_t i = block->ranks; i < block->ranks_end; i++) {
        const size_t row = smaller(i, map->ranks_count - 1);

        if (!tunedx_block_has(block, (int)map->ranks[row])) {
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

/* Whether method a is the better one for the points added up: with the best
 * cuts, which are chosen so, the one with fewer points above the bound; with
 * halves, which are split further, one that has none. */
static bool is_better(const tunedx_grower_t *grower, size_t a, size_t b)
{
    const tunedx_quadtree_options_t *options = grower->options;
    const size_t above_a = grower->above[a], above_b = grower->above[b];

    if (!options->by_time) {
        return grower->colours[a] > grower->colours[b];
    }
    if (options->cuts_best ? above_a != above_b
                           : (above_a == 0) != (above_b == 0)) {
        return above_a < above_b;
    }
    return grower->losses[a] < grower->losses[b];
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

double tunedx_grow_try(tunedx_grower_t *grower, const tunedx_grown_t *node,
                       const tunedx_question_t *question,
                       tunedx_grown_t parts[4], bool there[4])
{
    double loss = 0;

    for (int child = 0; child < 4; child++) {
        parts[child] = (tunedx_grown_t){
            .depth = node->depth + 1,
            .method = node->method,
        };
        there[child] = tunedx_block_child(&node->block, question, child,
                                          &parts[child].block);
        if (there[child]) {
            colour(grower, &parts[child]);
            loss += parts[child].loss;
        }
    }
    return loss;
}

/* Whether rank counts of a block differ in what is tested. */
static bool tells_apart(const tunedx_map_t *map, const tunedx_block_t *block,
                        const tunedx_question_t *question)
{
    bool seen[2] = {false, false};

    for (size_t i = block->ranks; i < block->ranks_end; i++) {
        const int ranks = (int)map->ranks[smaller(i, map->ranks_count - 1)];

        if (tunedx_block_has(block, ranks)) {
            seen[question->test == TUNEDX_NODE_POWER_OF_TWO
                     ? tunedx_is_power_of_two(ranks)
                     : tunedx_expo_gap(ranks) <= question->widest] = true;
        }
    }
    return seen[0] && seen[1];
}

bool tunedx_question_next(const tunedx_grower_t *grower,
                          const tunedx_block_t *block,
                          tunedx_question_t *question)
{
    enum { MOST_GAP = 16 };
    const unsigned tests = grower->options->tests;

    /* A gap of 0 is that of powers of two as well. */
    while (question->test != TUNEDX_NODE_EXPO_GAP ||
           question->widest < MOST_GAP - 1) {
        *question = question->test == TUNEDX_NODE_QUADRANTS
                        ? (tunedx_question_t){.test = TUNEDX_NODE_POWER_OF_TWO}
                        : (tunedx_question_t){.test = TUNEDX_NODE_EXPO_GAP,
                                              .widest = question->widest + 1};
        if ((tests & question->test) != 0 &&
            tells_apart(grower->map, block, question)) {
            return true;
        }
    }
    return false;
}

bool tunedx_grow_children(tunedx_grower_t *grower, tunedx_grown_t *node)
{
    tunedx_grown_t parts[4];
    bool there[4];
    const double loss =
        tunedx_grow_try(grower, node, &node->question, parts, there);

    node->is_done = true;
    if (!there[0]) {
        return true;
    }
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
    }
    return true;
}

/* ---- all of it ---- */

static bool prepare(tunedx_grower_t *grower)
{
    const size_t methods = grower->map->methods_count;

    grower->losses =
        tunedx_arena_take_array(grower->arena, methods, sizeof(double));
    grower->worsts =
        tunedx_arena_take_array(grower->arena, methods, sizeof(double));
    grower->above =
        tunedx_arena_take_array(grower->arena, methods, sizeof(size_t));
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
           grower->above != NULL && grower->colours != NULL;
}

tunedx_grown_t *tunedx_grow(tunedx_grower_t *grower)
{
    tunedx_grown_t *root = tunedx_arena_take(grower->arena, sizeof *root);

    if (root == NULL || !prepare(grower)) {
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
    if (!(grower->options->cuts_best ? tunedx_grow_cuts(grower, root)
                                     : tunedx_grow_halves(grower, root))) {
        return NULL;
    }
    tunedx_prune(grower, root);
    return root;
}
