/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Trees with the best cuts: they lose as little as any tree of their depth, by
 * trying all of them on small maps, and never more than trees of halves.
 */
#include "cmocka_test.h"
#include "maps/tree_code.h"
#include "tree_checks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tunedx_tree_scope_t everywhere = {
    .nodes = {.first = 0, .last = SIZE_MAX},
    .ppn = {.first = 0, .last = SIZE_MAX},
};

static tunedx_quadtree_options_t best_by_time(size_t depth)
{
    tunedx_quadtree_options_t options = tunedx_quadtree_exact();

    options.by_time = options.cuts_best = true;
    options.most_depth = depth;
    return options;
}

/* ---- by trying all ---- */

/* What is least: points above the bound, then what is lost. */
typedef struct cost {
    size_t above;
    double loss;
} cost_t;

static cost_t add(cost_t a, cost_t b)
{
    return (cost_t){a.above + b.above, a.loss + b.loss};
}

static bool is_less(cost_t a, cost_t b)
{
    return a.above != b.above ? a.above < b.above : a.loss < b.loss;
}

typedef struct area {
    size_t north, south, west, east;
} area_t;

static cost_t leaf_cost(const tunedx_map_t *map, area_t area,
                        const tunedx_quadtree_options_t *options)
{
    cost_t least = {SIZE_MAX, INFINITY};

    for (size_t method = 0; method < map->methods_count; method++) {
        cost_t cost = {0, 0};

        for (size_t i = area.north; i < area.south; i++) {
            for (size_t k = area.west; k < area.east; k++) {
                const size_t point = i * map->bytes_count + k;
                const double penalty = tunedx_map_penalty(map, point, method);

                cost.loss +=
                    options->by_time ? penalty : method != map->best[point];
                cost.above +=
                    options->by_time && penalty > options->most_penalty;
            }
        }
        least = is_less(cost, least) ? cost : least;
    }
    return least;
}

/* The least cost of all trees of that depth. */
static cost_t least_cost(const tunedx_map_t *map, area_t area, size_t depth,
                         const tunedx_quadtree_options_t *options)
{
    cost_t least = leaf_cost(map, area, options);

    for (size_t i = area.north + 1; depth > 0 && i <= area.south; i++) {
        for (size_t k = area.west + 1; k <= area.east; k++) {
            cost_t cost = {0, 0};

            for (int child = 0; child < 4; child++) {
                const area_t part = {
                    .north = child < 2 ? area.north : i,
                    .south = child < 2 ? i : area.south,
                    .west = child % 2 == 0 ? area.west : k,
                    .east = child % 2 == 0 ? k : area.east,
                };

                if (part.north < part.south && part.west < part.east &&
                    (i < area.south || k < area.east)) {
                    cost = add(cost, least_cost(map, part, depth - 1, options));
                }
            }
            if (i < area.south || k < area.east) {
                least = is_less(cost, least) ? cost : least;
            }
        }
    }
    return least;
}

/* What the tree costs. */
static cost_t cost_of(const tunedx_quadtree_t *tree,
                      const tunedx_quadtree_options_t *options)
{
    const tunedx_map_t *map = tree->map;
    cost_t cost = {0, 0};

    for (size_t point = 0; point < tunedx_map_points(map); point++) {
        const size_t method =
            tunedx_quadtree_find(tree, map->ranks[point / map->bytes_count],
                                 map->bytes[point % map->bytes_count]);
        const double penalty = tunedx_map_penalty(map, point, method);

        cost.loss += options->by_time ? penalty : method != map->best[point];
        cost.above += options->by_time && penalty > options->most_penalty;
    }
    return cost;
}

static double random_time(void *context, int method, size_t ranks, size_t bytes)
{
    (void)method, (void)ranks, (void)bytes;
    return 1 + random_below(context, 100) / 10.0;
}

/* A map of 1 to 6 by 1 to 6 points. */
static void make_small(made_map_t *made, random_t *random)
{
    made_fill(made, eight, 1 + (size_t)random_below(random, 6), powers,
              1 + (size_t)random_below(random, 6), random_time, random);
}

static void none_of_this_depth_loses_less(void **state)
{
    random_t random = {.state = 17};

    (void)state;
    for (int i = 0; i < 60; i++) {
        tunedx_quadtree_options_t options =
            best_by_time((size_t)random_below(&random, 3));
        tunedx_quadtree_t tree;
        made_map_t made;

        options.by_time = random_chance(&random, 70);
        make_small(&made, &random);
        build_tree(&made, options, &tree);
        const area_t all = {
            .south = made.map.ranks_count,
            .east = made.map.bytes_count,
        };
        const cost_t least =
            least_cost(&made.map, all, options.most_depth, &options);
        assert_near(cost_of(&tree, &options).loss, least.loss);
        assert_true(tunedx_quadtree_size(&tree).most_depth <=
                    options.most_depth);
        tunedx_quadtree_free(&tree);
        made_free(&made);
    }
}

/* With a bound no tree of the depth has fewer points above it, whatever its
 * mean; and where it can be kept it is. */
static void a_bound_comes_first(void **state)
{
    random_t random = {.state = 23};
    int kept = 0, missed = 0;

    (void)state;
    for (int i = 0; i < 60; i++) {
        tunedx_quadtree_options_t options = best_by_time(2);
        tunedx_quadtree_t tree;
        made_map_t made;

        options.most_penalty = 0.2 + random_below(&random, 20) / 10.0;
        make_small(&made, &random);
        build_tree(&made, options, &tree);
        const area_t all = {
            .south = made.map.ranks_count,
            .east = made.map.bytes_count,
        };
        const cost_t least = least_cost(&made.map, all, 2, &options);
        const cost_t cost = cost_of(&tree, &options);
        assert_int_equal(cost.above, least.above);
        kept += cost.above == 0 && tree.nodes_count > 1;
        missed += cost.above > 0;
        tunedx_quadtree_free(&tree);
        made_free(&made);
    }
    assert_true(kept > 5 && missed > 5);
}

static void halves_never_lose_less(void **state)
{
    random_t random = {.state = 29};
    int better = 0;

    (void)state;
    for (int i = 0; i < 40; i++) {
        tunedx_quadtree_options_t options =
            best_by_time((size_t)random_below(&random, 5));
        tunedx_quadtree_t best, halves;
        made_map_t made;

        made_random(&made, &random);
        options.tests = (unsigned)random_below(&random, 4);
        build_tree(&made, options, &best);
        options.cuts_best = false;
        options.tests = 0;
        build_tree(&made, options, &halves);
        const double least = penalties_of(&best).mean;
        assert_true(least <= penalties_of(&halves).mean + 1e-9);
        better += least < penalties_of(&halves).mean - 1e-9;
        tunedx_quadtree_free(&best);
        tunedx_quadtree_free(&halves);
        made_free(&made);
    }
    assert_true(better > 10);
}

/* ---- by hand ---- */

static void expect_code(const tunedx_quadtree_t *tree, const char *code)
{
    char text[1024];

    tunedx_tree_write(tree, &everywhere, text, sizeof text);
    const char *begin = strstr(text, "  code ");
    assert_non_null(begin);
    assert_string_equal(begin, code);
}

/* Four colours that meet off the middle: one level is exact. */
static void a_cut_is_where_it_pays(void **state)
{
    const picture_t picture = {
        {"aabbbbbb", "aabbbbbb", "aabbbbbb", "ccdddddd", "ccdddddd", "ccdddddd",
         "ccdddddd", "ccdddddd"},
        doubled,
    };
    tunedx_quadtree_t tree;
    made_map_t made;

    (void)state;
    make_picture(&made, picture);
    build_tree(&made, best_by_time(SIZE_MAX), &tree);
    expect_code(&tree, "  code ( 5:4 a b c d )\nend\n");
    assert_near(penalties_of(&tree).most, 0);
    assert_int_equal(tunedx_quadtree_find(&tree, 4, 3), 0);
    assert_int_equal(tunedx_quadtree_find(&tree, 4, 4), 1);
    assert_int_equal(tunedx_quadtree_find(&tree, 5, 3), 2);
    assert_int_equal(tunedx_quadtree_find(&tree, 1000, 1000), 3);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* A cut between children that are alike is none; halves need no numbers. */
static void halves_that_are_alike_are_joined(void **state)
{
    static const char *const codes[] = {"  code ( :2 a b )\nend\n",
                                        "  code ( 8: a b )\nend\n",
                                        "  code ( a b c d )\nend\n"};
    const picture_t pictures[] = {
        {{"abbbbbbb", "abbbbbbb", "abbbbbbb", "abbbbbbb", "abbbbbbb",
          "abbbbbbb", "abbbbbbb", "abbbbbbb"},
         doubled},
        {{"aaaaaaaa", "aaaaaaaa", "aaaaaaaa", "aaaaaaaa", "aaaaaaaa",
          "aaaaaaaa", "bbbbbbbb", "bbbbbbbb"},
         doubled},
        {{"aaaabbbb", "aaaabbbb", "aaaabbbb", "aaaabbbb", "ccccdddd",
          "ccccdddd", "ccccdddd", "ccccdddd"},
         doubled},
    };

    (void)state;
    for (int i = 0; i < 3; i++) {
        tunedx_quadtree_t tree;
        made_map_t made;

        make_picture(&made, pictures[i]);
        build_tree(&made, best_by_time(SIZE_MAX), &tree);
        expect_code(&tree, codes[i]);
        assert_near(penalties_of(&tree).most, 0);
        tunedx_quadtree_free(&tree);
        made_free(&made);
    }
}

/* Powers of two have one method, others another: a test needs no cuts. */
static void a_test_comes_first(void **state)
{
    const picture_t picture = {
        {"aaaaaaaa", "bbbbbbbb", "aaaaaaaa", "bbbbbbbb", "bbbbbbbb", "bbbbbbbb",
         "aaaaaaaa", "bbbbbbbb"},
        doubled,
    };
    tunedx_quadtree_options_t options = best_by_time(1);
    tunedx_quadtree_t tree;
    made_map_t made;

    (void)state;
    make_picture(&made, picture);
    options.tests = TUNEDX_NODE_POWER_OF_TWO;
    build_tree(&made, options, &tree);
    expect_code(&tree, "  code { power_of_two a b }\nend\n");
    tunedx_quadtree_free(&tree);
    options.tests = 0;
    build_tree(&made, options, &tree);
    assert_true(penalties_of(&tree).most > 0);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* ---- long axes ---- */

static double four_colours(void *context, int method, size_t ranks,
                           size_t bytes)
{
    (void)context;
    return method == 2 * (ranks > 61) + (bytes > 123) ? 1 : 3;
}

/* 100 points have 64 places for cuts; the rest is lost, but little of it. */
static void long_axes_are_cut_at_some_places(void **state)
{
    enum { LONG = 100 };
    size_t ranks[LONG], bytes[LONG];
    tunedx_quadtree_t tree;
    made_map_t made;

    (void)state;
    for (size_t i = 0; i < LONG; i++) {
        ranks[i] = i + 2;
        bytes[i] = 3 * i;
    }
    made_fill(&made, ranks, LONG, bytes, LONG, four_colours, NULL);
    build_tree(&made, best_by_time(1), &tree);
    assert_int_equal(tunedx_quadtree_size(&tree).leaves, 4);
    assert_true(penalties_of(&tree).mean <= 2 * 0.02 * 2);
    assert_int_equal(tunedx_quadtree_find(&tree, 2, 0), 0);
    assert_int_equal(tunedx_quadtree_find(&tree, 101, 300), 3);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_of_this_depth_loses_less),
        cmocka_unit_test(a_bound_comes_first),
        cmocka_unit_test(halves_never_lose_less),
        cmocka_unit_test(a_cut_is_where_it_pays),
        cmocka_unit_test(halves_that_are_alike_are_joined),
        cmocka_unit_test(a_test_comes_first),
        cmocka_unit_test(long_axes_are_cut_at_some_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
