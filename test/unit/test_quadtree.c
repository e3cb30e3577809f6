/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Quadtrees of maps whose trees can be worked out by hand, and what holds for
 * all of them: the paper's trees, and those chosen by time.
 */
#include "cmocka_test.h"
#include "tree_checks.h"

#include <math.h>

/* ---- the paper's trees ---- */

static void the_exact_tree(void **state)
{
    made_map_t made;
    tunedx_quadtree_t tree;

    (void)state;
    make_picture(&made, quarters);
    build_tree(&made, tunedx_quadtree_exact(), &tree);
    const tunedx_tree_size_t size = tunedx_quadtree_size(&tree);
    assert_int_equal(size.leaves, 7);
    assert_int_equal(size.nodes, 9);
    assert_int_equal(size.least_depth, 1);
    assert_int_equal(size.most_depth, 2);
    assert_near(size.mean_depth, (3 * 1 + 4 * 2) / 7.0);
    assert_int_equal(size.conditions, 8);
    assert_near(penalties_of(&tree).most, 0);
    for (size_t i = 0; i < POINTS; i++) {
        assert_int_equal(
            tunedx_quadtree_find(&tree, eight[i / SIDE], powers[i % SIDE]),
            made.map.best[i]);
    }
    /* in between and beyond */
    assert_int_equal(tunedx_quadtree_find(&tree, 1, 0), 0);
    assert_int_equal(tunedx_quadtree_find(&tree, 1, 15), 0);
    assert_int_equal(tunedx_quadtree_find(&tree, 100, 1 << 30), 3);
    assert_int_equal(tunedx_quadtree_find(&tree, 6, 127), 1);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* Depth 0 is the most frequent colour, b; depth 1 misses 4 of 64 points. */
static void depth_is_limited(void **state)
{
    static const double means[] = {1 - 20 / 64.0, 4 / 64.0, 0};
    made_map_t made;

    (void)state;
    make_picture(&made, quarters);
    for (size_t depth = 0; depth < 3; depth++) {
        tunedx_quadtree_options_t options = tunedx_quadtree_exact();
        tunedx_quadtree_t tree;

        options.most_depth = depth;
        build_tree(&made, options, &tree);
        const tunedx_penalties_t penalties = penalties_of(&tree);
        assert_int_equal(tunedx_quadtree_size(&tree).most_depth, depth);
        assert_near(penalties.mean, means[depth]);
        assert_near(penalties.most, depth < 2 ? 1 : 0);
        assert_near(penalties.median, depth == 0);
        assert_near(penalties.high, depth < 2);
        tunedx_quadtree_free(&tree);
    }
    made_free(&made);
}

/* The quarter with two colours has 12 of 16 points of one: at up to 75 % it is
 * a leaf.  At up to 20 of 64 the whole is one. */
static void the_threshold_counts_colours(void **state)
{
    static const double thresholds[] = {0.3125, 0.313, 0.75, 0.751, 1};
    static const size_t leaves[] = {1, 4, 4, 7, 7};
    made_map_t made;

    (void)state;
    make_picture(&made, quarters);
    for (int i = 0; i < 5; i++) {
        tunedx_quadtree_options_t options = tunedx_quadtree_exact();
        tunedx_quadtree_t tree;

        options.threshold = thresholds[i];
        build_tree(&made, options, &tree);
        assert_int_equal(tunedx_quadtree_size(&tree).leaves, leaves[i]);
        tunedx_quadtree_free(&tree);
    }
    made_free(&made);
}

/* Where every node has four children, nodes and leaves belong together: 369
 * nodes are 277 leaves, and code has a condition for all nodes but the root. */
static void nodes_count_leaves(void **state)
{
    random_t random = {.state = 7};

    (void)state;
    assert_int_equal(3 * (369 - 1) / 4 + 1, 277);
    for (int i = 0; i < 30; i++) {
        tunedx_quadtree_options_t options = tunedx_quadtree_exact();
        tunedx_quadtree_t tree;
        made_map_t made;

        made_random(&made, &random);
        options.pads = true;
        options.most_depth = (size_t)random_below(&random, 6);
        build_tree(&made, options, &tree);
        const tunedx_tree_size_t size = tunedx_quadtree_size(&tree);
        assert_int_equal(size.leaves, 3 * (size.nodes - 1) / 4 + 1);
        assert_int_equal(size.conditions, size.nodes - 1);
        assert_true(size.most_depth <= options.most_depth);
        tunedx_quadtree_free(&tree);
        made_free(&made);
    }
}

/* Table 3 of the paper: with 36 methods and 64 points on each axis, 5 nodes are
 * 712 bytes, 13 are 1096, 885 are 42952, whose code has 884 conditions. */
static void memory_is_counted_as_in_the_paper(void **state)
{
    static const size_t nodes[] = {5, 13, 69, 137, 265, 885};
    static const size_t bytes[] = {712, 1096, 3784, 7048, 13192, 42952};
    static tunedx_node_t root;
    const tunedx_map_t map = {.methods_count = 36};

    (void)state;
    for (int i = 0; i < 6; i++) {
        const tunedx_quadtree_t tree = {
            .map = &map,
            .ranks = {.count = 64},
            .bytes = {.count = 64},
            .nodes = &root,
            .nodes_count = nodes[i],
        };

        assert_int_equal(tunedx_quadtree_size(&tree).paper_bytes, bytes[i]);
    }
}

/* Padding moves where an axis is halved; an exact tree stays exact. */
static void padding(void **state)
{
    random_t random = {.state = 11};

    (void)state;
    for (int i = 0; i < 30; i++) {
        tunedx_quadtree_options_t options = tunedx_quadtree_exact();
        tunedx_quadtree_t tree;
        made_map_t made;

        made_random(&made, &random);
        options.pads = true;
        build_tree(&made, options, &tree);
        assert_int_equal(tree.ranks.count, tree.bytes.count);
        assert_int_equal(tree.ranks.count & (tree.ranks.count - 1), 0);
        assert_near(penalties_of(&tree).most, 0);
        tunedx_quadtree_free(&tree);
        made_free(&made);
    }
}

/* ---- by time ---- */

/* b is best at most points, but its time elsewhere is far longer; c loses
 * little anywhere. */
static void time_decides_otherwise_than_colours(void **state)
{
    static const double penalties[] = {5, 3, 0.1, 1, 1};
    const picture_t picture = {
        {"bbbbbbaa", "bbbbbbaa", "bbbbbbaa", "bbbbbbaa", "bbbbbbaa", "bbbbbbaa",
         "bbbbbbaa", "bbbbbbaa"},
        penalties,
    };
    tunedx_quadtree_options_t options = tunedx_quadtree_exact();
    tunedx_quadtree_t tree;
    made_map_t made;

    (void)state;
    make_picture(&made, picture);
    options.most_depth = 0;
    build_tree(&made, options, &tree);
    assert_int_equal(tree.nodes->method, 1);
    assert_near(penalties_of(&tree).mean, 3 * 16 / 64.0);
    tunedx_quadtree_free(&tree);
    options.by_time = true;
    build_tree(&made, options, &tree);
    assert_int_equal(tree.nodes->method, 2);
    assert_near(penalties_of(&tree).mean, 0.1);
    tunedx_quadtree_free(&tree);
    /* Weights count: nearly all calls have few bytes. */
    const tunedx_map_calls_t calls = {.ranks = 2, .bytes = 1, .calls = 1};
    assert_true(tunedx_map_weigh(&made.map, &calls, 1));
    build_tree(&made, options, &tree);
    assert_int_equal(tree.nodes->method, 1);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* With a number of leaves, those go where most is lost: the south-east, whose
 * colours are far apart, though the north-west has more points amiss. */
static void leaves_go_where_most_is_lost(void **state)
{
    static const double penalties[] = {0.01, 0.01, 9, 9, 1};
    const picture_t picture = {
        {"abababab", "babababa", "abababab", "babababa", "aaaacccc", "aaaacccc",
         "aaaadddd", "aaaadddd"},
        penalties,
    };
    tunedx_quadtree_options_t options = tunedx_quadtree_exact();
    tunedx_quadtree_t tree;
    made_map_t made;

    (void)state;
    make_picture(&made, picture);
    options.by_time = true;
    options.most_leaves = 7;
    build_tree(&made, options, &tree);
    assert_true(tunedx_quadtree_size(&tree).leaves <= 7);
    assert_near(penalties_of(&tree).most, 0.01);
    assert_int_equal(tunedx_quadtree_find(&tree, 6, 16), 2);
    assert_int_equal(tunedx_quadtree_find(&tree, 9, 128), 3);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* Children with one method are joined. */
static void equal_children_are_one(void **state)
{
    static const double penalties[] = {0, 1, 1, 1, 1};
    tunedx_quadtree_options_t options = tunedx_quadtree_exact();
    tunedx_quadtree_t tree;
    made_map_t made;

    (void)state;
    make_picture(&made,
                 (picture_t){{"aaaaaaaa", "aaaaaaaa", "aaaaaaaa", "aaaaaaaa",
                              "aaaaaaaa", "aaaaaaaa", "aaaaaaab", "aaaaaaaa"},
                             penalties});
    options.by_time = true;
    options.most_depth = 2;
    build_tree(&made, options, &tree);
    assert_int_equal(tunedx_quadtree_size(&tree).leaves, 1);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* Bounds are kept, whatever the map is, with fewer leaves than exactly; and
 * deeper trees by time never lose more. */
static void bounds_are_kept(void **state)
{
    random_t random = {.state = 3};
    size_t saved = 0;

    (void)state;
    for (int i = 0; i < 60; i++) {
        tunedx_quadtree_options_t options = tunedx_quadtree_exact();
        tunedx_quadtree_t tree;
        made_map_t made;
        double last = INFINITY;

        made_random(&made, &random);
        options.by_time = true;
        options.tests = i % 2 == 0 ? 0 : 3;
        build_tree(&made, options, &tree);
        const size_t leaves = tunedx_quadtree_size(&tree).leaves;
        assert_near(penalties_of(&tree).most, 0);
        tunedx_quadtree_free(&tree);
        options.most_penalty = 0.5;
        options.mean_penalty = 0.1;
        build_tree(&made, options, &tree);
        assert_true(penalties_of(&tree).most <= 0.5);
        assert_true(penalties_of(&tree).mean <= 0.1 + 1e-9);
        saved += leaves - tunedx_quadtree_size(&tree).leaves;
        tunedx_quadtree_free(&tree);
        options.most_penalty = options.mean_penalty = INFINITY;
        for (size_t depth = 0; depth < 6; depth++) {
            options.most_depth = depth;
            build_tree(&made, options, &tree);
            assert_true(penalties_of(&tree).mean <= last + 1e-9);
            last = penalties_of(&tree).mean;
            tunedx_quadtree_free(&tree);
        }
        made_free(&made);
    }
    assert_true(saved > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exact_tree),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(the_threshold_counts_colours),
        cmocka_unit_test(nodes_count_leaves),
        cmocka_unit_test(memory_is_counted_as_in_the_paper),
        cmocka_unit_test(padding),
        cmocka_unit_test(time_decides_otherwise_than_colours),
        cmocka_unit_test(leaves_go_where_most_is_lost),
        cmocka_unit_test(equal_children_are_one),
        cmocka_unit_test(bounds_are_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
