/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See tree_checks.h.
 */
#include "tree_checks.h"

#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>

const size_t eight[SIDE] = {2, 3, 4, 5, 6, 7, 8, 9};
const size_t powers[SIDE] = {1, 2, 4, 8, 16, 32, 64, 128};

const double doubled[MADE_METHODS] = {1, 1, 1, 1, 1};

static double time_in(void *context, int method, size_t ranks, size_t bytes)
{
    const picture_t *picture = context;
    size_t column = 0;

    while (powers[column] != bytes) {
        column++;
    }
    return picture->rows[ranks - 2][column] == 'a' + method
               ? 1
               : 1 + picture->penalties[method];
}

void make_picture(made_map_t *made, picture_t picture)
{
    made_fill(made, eight, SIDE, powers, SIDE, time_in, &picture);
}

const picture_t quarters = {
    {"aaaabbbb", "aaaabbbb", "aaaabbbb", "aaaabbbb", "ccccddbb", "ccccddbb",
     "ccccdddd", "ccccdddd"},
    doubled,
};

void build_tree(const made_map_t *made, tunedx_quadtree_options_t options,
                tunedx_quadtree_t *tree)
{
    assert_true(tunedx_quadtree_build(&made->map, &options, tree));
}

tunedx_penalties_t penalties_of(const tunedx_quadtree_t *tree)
{
    const size_t count = tunedx_map_points(tree->map);
    size_t *choices = calloc(count, sizeof *choices);
    tunedx_penalties_t penalties;

    assert_non_null(choices);
    tunedx_quadtree_choices(tree, choices);
    assert_true(tunedx_penalties_of(tree->map, choices, NULL, 0, &penalties));
    free(choices);
    return penalties;
}

void assert_near(double actual, double expected)
{
    if (fabs(actual - expected) > 1e-9) {
        fail_msg("%.12g, expected %.12g", actual, expected);
    }
}
