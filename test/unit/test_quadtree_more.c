/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Quadtrees that look at more than blocks: tests of the number of ranks and
 * single rank counts; and penalties of which some points do not count.
 */
#include "cmocka_test.h"
#include "tree_checks.h"

#include <math.h>

/* ---- beyond quadrants ---- */

static double better_for_powers(void *context, int method, size_t ranks,
                                size_t bytes)
{
    const bool is_power = (ranks & (ranks - 1)) == 0;

    (void)context, (void)bytes;
    return method == 0 ? (is_power ? 1 : 2) : method == 1 ? 1.5 : 9;
}

/* 5, 9 and 10 have gaps of 2, 3 and 2 between their exponents. */
static double better_for_wide_gaps(void *context, int method, size_t ranks,
                                   size_t bytes)
{
    const bool is_wide = ranks == 5 || ranks == 9 || ranks == 10;

    (void)context, (void)bytes;
    return method == 0 ? (is_wide ? 1 : 2) : method == 1 ? 1.5 : 9;
}

static void expect_test(made_time_t *time, tunedx_node_test_t test,
                        unsigned tests)
{
    static const size_t ranks[] = {2, 3, 4, 5, 6, 7, 8, 9, 10};
    tunedx_quadtree_options_t options = tunedx_quadtree_exact();
    tunedx_quadtree_t tree;
    made_map_t made;

    made_fill(&made, ranks, 9, powers, SIDE, time, NULL);
    options.by_time = true;
    options.tests = tests;
    options.most_depth = 1;
    build_tree(&made, options, &tree);
    assert_int_equal(tree.nodes->test, test);
    assert_near(penalties_of(&tree).most,
                test == TUNEDX_NODE_QUADRANTS ? 1 : 0);
    assert_int_equal(tunedx_quadtree_size(&tree).leaves,
                     test == TUNEDX_NODE_QUADRANTS ? 2 : 2);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

static void tests_tell_rank_counts_apart(void **state)
{
    static const size_t ranks[] = {2, 3, 4, 5, 6, 7, 8, 9, 10};
    tunedx_quadtree_options_t options = tunedx_quadtree_exact();
    tunedx_quadtree_t tree;
    made_map_t made;

    (void)state;
    expect_test(better_for_powers, TUNEDX_NODE_POWER_OF_TWO, 3);
    expect_test(better_for_wide_gaps, TUNEDX_NODE_EXPO_GAP, 3);
    /* Without tests a tree of depth 1 cannot. */
    made_fill(&made, ranks, 9, powers, SIDE, better_for_powers, NULL);
    options.by_time = true;
    options.most_depth = 1;
    build_tree(&made, options, &tree);
    assert_true(penalties_of(&tree).most > 0);
    /* A number of ranks that was not measured is tested as well. */
    tunedx_quadtree_free(&tree);
    options.tests = TUNEDX_NODE_POWER_OF_TWO;
    build_tree(&made, options, &tree);
    assert_int_equal(tunedx_quadtree_find(&tree, 64, 1), 0);
    assert_int_equal(tunedx_quadtree_find(&tree, 63, 1), 1);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* Rank count 6 is unlike all others: a tree of depth 0 with an exception. */
static void single_rank_counts_are_exceptions(void **state)
{
    tunedx_quadtree_options_t options = tunedx_quadtree_exact();
    tunedx_quadtree_t tree;
    made_map_t made;

    (void)state;
    make_picture(&made,
                 (picture_t){{"aaaaaaaa", "aaaaaaaa", "aaaaaaab", "aaaaaaaa",
                              "ccccdddd", "aaaaaaaa", "aaaaaaaa", "aaaaaaaa"},
                             doubled});
    options.most_depth = 0;
    options.exception_penalty = 0.2;
    build_tree(&made, options, &tree);
    assert_int_equal(tree.exceptions_count, 2);
    assert_int_equal(tree.exceptions[0].ranks, 4);
    assert_int_equal(tree.exceptions[0].end, 4);
    assert_int_equal(tree.exceptions[1].method, 3);
    assert_int_equal(tunedx_quadtree_find(&tree, 6, 0), 2);
    assert_int_equal(tunedx_quadtree_find(&tree, 6, 1 << 20), 3);
    assert_int_equal(tunedx_quadtree_find(&tree, 7, 1), 0);
    assert_near(penalties_of(&tree).mean, 1 / 64.0);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* ---- penalties ---- */

static void some_points_do_not_count(void **state)
{
    static const size_t left_out[] = {128, 2};
    size_t choices[POINTS];
    tunedx_penalties_t penalties;
    made_map_t made;

    (void)state;
    make_picture(&made, quarters);
    for (size_t i = 0; i < POINTS; i++) {
        choices[i] = i == 0 ? TUNEDX_NO_METHOD : made.map.best[i];
    }
    choices[1] = choices[7] = 3; /* 2 and 128 bytes: left out */
    choices[2] = 3;
    made.map.times[(size_t)8 * MADE_METHODS] = INFINITY;
    choices[8] = 0;
    assert_true(
        tunedx_penalties_of(&made.map, choices, left_out, 2, &penalties));
    assert_int_equal(penalties.unknown, 1);
    assert_int_equal(penalties.unserved, 1);
    assert_int_equal(penalties.points, POINTS - 2 * SIDE - 2);
    assert_near(penalties.most, 1);
    assert_near(penalties.mean, 1.0 / (POINTS - 2 * SIDE - 2));
    assert_near(penalties.high, 0);
    assert_true(tunedx_penalties_of(&made.map, choices, NULL, 0, &penalties));
    assert_near(penalties.mean, 3.0 / (POINTS - 2));
    made_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tests_tell_rank_counts_apart),
        cmocka_unit_test(single_rank_counts_are_exceptions),
        cmocka_unit_test(some_points_do_not_count),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
