/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decision maps: classes, medians, holes and weights.
 */
#include "cmocka_test.h"
#include "made_map.h"

#include <math.h>

static void assert_near(double actual, double expected)
{
    if (fabs(actual - expected) > 1e-9 * fabs(expected)) {
        fail_msg("%.12g, expected %.12g", actual, expected);
    }
}

static void medians(void **state)
{
    double odd[] = {9, 1, 5}, even[] = {4, 100, 2, 1};

    (void)state;
    assert_near(tunedx_median(odd, 3), 5);
    assert_near(tunedx_median(even, 4), 3);
    assert_near(tunedx_median(odd, 1), 1);
}

/* One class for one node, one for each number of ranks per node. */
static void classes(void **state)
{
    made_map_t made;
    tunedx_map_class_t found[4];

    (void)state;
    made_begin(&made);
    made_add(&made, 0, 8, 8, 64, 1);
    made_add(&made, 1, 4, 1, 64, 1);
    made_add(&made, 1, 8, 1, 64, 1);
    made_add(&made, 0, 4, 4, 64, 1);
    made.measurements.points[3].ppn = 2;
    assert_int_equal(tunedx_map_classes(&made.measurements, found, 4), 3);
    assert_true(found[0].one_node && found[0].ppn == 0);
    assert_true(!found[1].one_node && found[1].ppn == 1);
    assert_true(!found[2].one_node && found[2].ppn == 2);
    assert_true(tunedx_map_classes(&made.measurements, found + 3, 1) > 1);
    assert_true(tunedx_map_make(&made.measurements, &found[0], &made.map));
    assert_int_equal(made.map.ranks_count, 2);
    assert_int_equal(made.map.methods_count, 1);
    assert_int_equal(tunedx_map_key(&made.map, 1).ppn, 8);
    assert_int_equal(tunedx_map_key(&made.map, 1).nodes, 1);
    made_free(&made);
}

/* Axes are sorted, samples of a cell become their median, the best is the
 * fastest and of equals the first. */
static void cells(void **state)
{
    const tunedx_map_class_t class = {.collective = TUNEDX_BCAST, .ppn = 1};
    made_map_t made;

    (void)state;
    made_begin(&made);
    made_add(&made, 0, 8, 8, 100, 3);
    made_add(&made, 1, 8, 8, 100, 2);
    made_add(&made, 0, 4, 4, 10, 7);
    made_add(&made, 1, 4, 4, 10, 9);
    made_add(&made, 1, 4, 4, 10, 1);
    made_add(&made, 1, 4, 4, 10, 7);
    assert_true(tunedx_map_make(&made.measurements, &class, &made.map));
    const tunedx_map_t *map = &made.map;
    assert_true(map->ranks_count == 2 && map->bytes_count == 2);
    assert_true(map->ranks[0] == 4 && map->bytes[1] == 100);
    assert_near(map->times[1], 7);
    assert_int_equal(map->kinds[1], TUNEDX_CELL_GIVEN);
    assert_int_equal(map->best[0], 0);
    assert_int_equal(map->best[3], 1);
    assert_near(tunedx_map_penalty(map, 3, 0), 0.5);
    assert_near(tunedx_map_penalty(map, 3, 1), 0);
    assert_false(map->is_simulated);
    assert_int_equal(tunedx_map_key(map, 3).nodes, 8);
    /* Each rank count has a time at one size, so the other one is a copy. */
    assert_int_equal(map->kinds[2], TUNEDX_CELL_COPIED);
    assert_near(map->times[2], 7);
    assert_near(map->times[4], 3);
    assert_int_equal(tunedx_map_filled(map), 4);
    made_free(&made);
}

/* Times that are a power of the size, or of the ranks, are met exactly. */
static void holes(void **state)
{
    const tunedx_map_class_t class = {.collective = TUNEDX_BCAST, .ppn = 1};
    made_map_t made;

    (void)state;
    made_begin(&made);
    for (int ranks = 2; ranks <= 32; ranks *= 2) {
        made_add(&made, 1, ranks, ranks, 16, 1e6);
        made_add(&made, 1, ranks, ranks, 64, 1e6);
        made_add(&made, 1, ranks, ranks, 1024, 1e6);
    }
    made_add(&made, 0, 4, 4, 16, 4);
    made_add(&made, 0, 4, 4, 1024, 4 * 8);  /* root of the size */
    made_add(&made, 0, 32, 32, 16, 4 * 64); /* ranks squared */
    assert_true(tunedx_map_make(&made.measurements, &class, &made.map));
    const tunedx_map_t *map = &made.map;
    const size_t linear = 1;           /* binomial came first */
    const size_t between = 8 + linear; /* 4 ranks, 64 bytes */
    const size_t above = 18 + linear;  /* 16 ranks, 16 bytes */
    assert_int_equal(map->kinds[between], TUNEDX_CELL_FILLED);
    assert_near(map->times[between], 8);
    assert_int_equal(map->kinds[above], TUNEDX_CELL_FILLED);
    assert_near(map->times[above], 64);
    /* Nothing is made up beyond what was given. */
    assert_int_equal(map->kinds[linear], TUNEDX_CELL_EMPTY);
    assert_int_equal(map->kinds[28 + linear], TUNEDX_CELL_EMPTY);
    assert_near(tunedx_map_penalty(map, 0, linear), TUNEDX_UNSERVED);
    made_free(&made);
}

/* What a method cannot serve is not filled. */
static void holes_that_no_method_can_serve(void **state)
{
    static const char text[] = "neighbor_exchange"; /* even numbers of ranks */
    tunedx_measurements_t measurements = {.count = 0};
    tunedx_complaint_t complaint;
    tunedx_map_class_t class;
    tunedx_map_t map;

    (void)state;
    const tunedx_method_t *methods[] = {
        tunedx_method_parse(&measurements.arena, TUNEDX_ALLGATHER, text,
                            sizeof text - 1, &complaint),
        tunedx_method_parse(&measurements.arena, TUNEDX_ALLGATHER, "ring", 4,
                            &complaint),
    };
    for (int ranks = 4; ranks <= 8; ranks++) {
        for (int i = ranks % 4 == 0 ? 0 : 1; i < 2; i++) {
            assert_true(tunedx_measurements_add(
                &measurements, &(tunedx_measurement_t){
                                   .collective = TUNEDX_ALLGATHER,
                                   .method = methods[i],
                                   .ranks = ranks,
                                   .nodes = ranks,
                                   .ppn = 1,
                                   .bytes = 8,
                                   .time = 1 + i,
                                   .is_simulated = true,
                               }));
        }
    }
    assert_int_equal(tunedx_map_classes(&measurements, &class, 1), 1);
    assert_true(tunedx_map_make(&measurements, &class, &map));
    assert_true(map.is_simulated);
    assert_int_equal(map.ranks_count, 5);
    assert_int_equal(map.kinds[2], TUNEDX_CELL_EMPTY);  /* 5 ranks */
    assert_int_equal(map.kinds[4], TUNEDX_CELL_FILLED); /* 6 ranks */
    assert_int_equal(map.best[1], 1);
    assert_int_equal(map.best[2], 0);
    tunedx_map_free(&map);
    tunedx_measurements_free(&measurements);
}

static double constant(void *context, int method, size_t ranks, size_t bytes)
{
    (void)context, (void)ranks, (void)bytes;
    return 1 + method;
}

static void weights(void **state)
{
    static const size_t ranks[] = {2, 4}, bytes[] = {1, 100, 10000};
    static const tunedx_map_calls_t calls[] = {
        {3, 100, 30}, {2, 1 << 20, 50}, {1000, 0, 20}};
    made_map_t made;
    double sum = 0;

    (void)state;
    made_fill(&made, ranks, 2, bytes, 3, constant, NULL);
    assert_false(tunedx_map_weigh(&made.map, calls, 0));
    assert_near(made.map.weights[0], 1);
    assert_true(tunedx_map_weigh(&made.map, calls, 3));
    for (int i = 0; i < 6; i++) {
        sum += made.map.weights[i];
    }
    assert_near(sum, 6);
    assert_near(made.map.weights[0], 0.1);
    assert_near(made.map.weights[1], 0.1 + 0.9 * 6 * 0.3);
    assert_near(made.map.weights[2], 0.1 + 0.9 * 6 * 0.5);
    assert_near(made.map.weights[3], 0.1 + 0.9 * 6 * 0.2);
    made_free(&made);
}

/* Keys are those of calls: bytes as rules mean them. */
static void keys(void **state)
{
    static const tunedx_collective_t collectives[] = {
        TUNEDX_BCAST, TUNEDX_REDUCE, TUNEDX_REDUCE_SCATTER_BLOCK,
        TUNEDX_BARRIER, TUNEDX_ALLGATHERV};
    static const size_t units[] = {4800, 600, 100, 1, 28800};

    (void)state;
    for (int i = 0; i < 5; i++) {
        size_t ranks = 6, bytes = 4800;
        int nodes = 6;
        const tunedx_map_t map = {
            .class = {.collective = collectives[i], .ppn = 1},
            .ranks_count = 1,
            .bytes_count = 1,
            .ranks = &ranks,
            .bytes = &bytes,
            .nodes = &nodes,
        };
        const tunedx_key_t key = tunedx_map_key(&map, 0);

        assert_int_equal(key.units, units[i]);
        assert_int_equal(key.bytes, 4800);
        assert_int_equal(key.size, 6);
        assert_true(key.commutative);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians),
        cmocka_unit_test(classes),
        cmocka_unit_test(cells),
        cmocka_unit_test(holes),
        cmocka_unit_test(holes_that_no_method_can_serve),
        cmocka_unit_test(weights),
        cmocka_unit_test(keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
