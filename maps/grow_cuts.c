/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See grow.h: growing with the best cuts.
 */
#include "maps/cut.h"

#include <math.h>
#include <stdint.h>

static bool is_bounded(const tunedx_quadtree_options_t *options)
{
    return options->by_time && (options->most_penalty < INFINITY ||
                                options->mean_penalty < INFINITY);
}

/* Whether a tree of so many levels, which costs that, needs no more. */
static bool is_enough(const tunedx_grower_t *grower,
                      const tunedx_cutter_t *cutter, size_t levels)
{
    const tunedx_quadtree_options_t *options = grower->options;
    const double cost = tunedx_cutter_cost(cutter, levels);
    size_t leaves = 1, halves = 1;

    for (size_t i = 0; i < levels; i++) {
        leaves *= 4;
        halves *= 2;
    }
    if (cost <= 0 || (halves + 1 >= cutter->ranks.count &&
                      halves + 1 >= cutter->bytes.count)) {
        return true; /* the exact tree, or all that can be cut */
    }
    if (!is_bounded(options)) {
        return leaves >= options->most_leaves;
    }
    return cost < cutter->point &&
           cost <= options->mean_penalty * grower->weight &&
           (options->most_leaves == SIZE_MAX || leaves >= options->most_leaves);
}

/* Below `node`, `levels` levels. */
static bool cut_node(tunedx_grower_t *grower, const tunedx_cutter_t *cutter,
                     tunedx_grown_t *node, size_t levels)
{
    tunedx_cut_t cut;

    if (levels == 0 || node->is_done ||
        !tunedx_cutter_find(cutter, &node->block, levels, &cut)) {
        return true;
    }
    node->question = (tunedx_question_t){
        .south = cut.south,
        .east = cut.east,
    };
    if (!tunedx_grow_children(grower, node)) {
        return false;
    }
    for (int child = 0; child < 4; child++) {
        if (node->children[child] != NULL &&
            !cut_node(grower, cutter, node->children[child], levels - 1)) {
            return false;
        }
    }
    return true;
}

/* ---- a test first ---- */

/* Prepares for a child of the root. */
static bool make_part(const tunedx_grower_t *grower, const tunedx_grown_t *root,
                      const tunedx_question_t *test, int child, size_t levels,
                      tunedx_cutter_t *cutter)
{
    tunedx_block_t block = root->block;

    (void)tunedx_block_child(&root->block, test, child, &block);
    return tunedx_cutter_make(grower, &block, cutter) &&
           tunedx_cutter_extend(cutter, levels);
}

/* Adds up what the children of a test cost with so many levels below each. */
static bool add_costs(const tunedx_grower_t *grower, const tunedx_grown_t *root,
                      const tunedx_question_t *test, size_t levels,
                      double *cost)
{
    bool is_good = true;

    *cost = 0;
    for (int child = 0; child < 2 && is_good; child++) {
        tunedx_cutter_t cutter;

        is_good = make_part(grower, root, test, child, levels, &cutter);
        if (is_good) {
            *cost += tunedx_cutter_cost(&cutter, levels);
        }
        tunedx_cutter_free(&cutter);
    }
    return is_good;
}

/* Asks the root the test that costs less than `least`, if there is one. */
static bool choose_test(tunedx_grower_t *grower, tunedx_grown_t *root,
                        size_t levels, double least, double negligible)
{
    tunedx_question_t test = {.test = TUNEDX_NODE_QUADRANTS};

    root->question = test;
    while (levels > 0 && least > 0 &&
           tunedx_question_next(grower, &root->block, &test)) {
        double cost;

        if (!add_costs(grower, root, &test, levels - 1, &cost)) {
            return false;
        }
        if (cost < least - negligible) {
            least = cost;
            root->question = test;
        }
    }
    return true;
}

static bool cut_parts(tunedx_grower_t *grower, tunedx_grown_t *root,
                      size_t levels)
{
    const tunedx_question_t test = root->question;
    bool is_good = tunedx_grow_children(grower, root);

    for (int child = 0; child < 2 && is_good; child++) {
        tunedx_cutter_t cutter;

        is_good = make_part(grower, root, &test, child, levels, &cutter) &&
                  cut_node(grower, &cutter, root->children[child], levels);
        tunedx_cutter_free(&cutter);
    }
    return is_good;
}

/* ---- all of it ---- */

bool tunedx_grow_cuts(tunedx_grower_t *grower, tunedx_grown_t *root)
{
    tunedx_cutter_t cutter;
    bool is_good = tunedx_cutter_make(grower, &root->block, &cutter);
    size_t levels = 0;

    while (is_good && levels < grower->options->most_depth &&
           !is_enough(grower, &cutter, levels)) {
        levels++;
        is_good = tunedx_cutter_extend(&cutter, levels);
    }
    is_good = is_good && choose_test(grower, root, levels,
                                     tunedx_cutter_cost(&cutter, levels),
                                     cutter.negligible);
    if (is_good && root->question.test == TUNEDX_NODE_QUADRANTS) {
        is_good = cut_node(grower, &cutter, root, levels);
    } else if (is_good) {
        is_good = cut_parts(grower, root, levels - 1);
    }
    tunedx_cutter_free(&cutter);
    return is_good;
}
