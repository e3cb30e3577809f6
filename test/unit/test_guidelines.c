/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Performance guidelines: which are broken, at which sizes, by how much.
 */
#include "cmocka_test.h"
#include "made_results.h"
#include "results/guidelines.h"

#include <string.h>

static tunedx_results_t results;
static tunedx_comparison_t comparison;
static tunedx_guidelines_t found;

static int begin(void **state)
{
    (void)state;
    results = (tunedx_results_t){.runs_count = 0};
    made_launch(&results, 1, 4);
    return 0;
}

static int end(void **state)
{
    (void)state;
    tunedx_guidelines_free(&found);
    tunedx_comparison_free(&comparison);
    tunedx_results_free(&results);
    return 0;
}

static void measure(tunedx_collective_t collective, size_t bytes, double usec)
{
    made_time(&results, collective, "default", bytes, usec);
}

static void check(size_t checked, size_t broken)
{
    assert_true(tunedx_results_sort(&results));
    made_compare(&results, &comparison);
    assert_true(tunedx_guidelines_check(
        &comparison, tunedx_results_side(&results, "default"), &found));
    assert_int_equal(found.checked, checked);
    assert_int_equal(found.count, broken);
}

static void expect(size_t index, const char *text, double bound,
                   bool is_interpolated)
{
    assert_string_equal(found.violations[index].text, text);
    assert_about(found.violations[index].bound, bound);
    assert_int_equal(found.violations[index].is_interpolated, is_interpolated);
}

/* A bcast of 64 bytes to 4 ranks has blocks of 16. */
static void blocks_of_a_vector(void **state)
{
    (void)state;
    measure(TUNEDX_BCAST, 64, 31.6);
    measure(TUNEDX_SCATTER, 16, 10);
    measure(TUNEDX_ALLGATHER, 16, 20);
    check(2, 1); /* scatter <= bcast holds */
    expect(0, "bcast 64 <= scatter 16 + allgather 16", 30, false);
}

static void five_percent_are_allowed(void **state)
{
    (void)state;
    measure(TUNEDX_BCAST, 64, 31.4);
    measure(TUNEDX_SCATTER, 16, 10);
    measure(TUNEDX_ALLGATHER, 16, 20);
    check(2, 0);
}

/* And a block of 16 bytes makes a vector of 64. */
static void a_vector_of_blocks(void **state)
{
    (void)state;
    measure(TUNEDX_BCAST, 64, 10);
    measure(TUNEDX_SCATTER, 16, 12);
    measure(TUNEDX_GATHER, 16, 5);
    measure(TUNEDX_ALLGATHER, 16, 4);
    check(3 + 1, 2);
    expect(0, "gather 16 <= allgather 16", 4, false);
    expect(1, "scatter 16 <= bcast 64", 10, false);
}

/* 10 bytes lie between 8 and 16, 64 between 40 and 80; beyond what was measured
 * nothing is said: not of blocks of 20 bytes, nor of a vector of 32. */
static void between_sizes(void **state)
{
    (void)state;
    measure(TUNEDX_BCAST, 40, 100);
    measure(TUNEDX_BCAST, 80, 100);
    measure(TUNEDX_SCATTER, 8, 8);
    measure(TUNEDX_SCATTER, 16, 16);
    measure(TUNEDX_ALLGATHER, 8, 20);
    measure(TUNEDX_ALLGATHER, 16, 20);
    check(3 + 2, 1);
    expect(0, "bcast 40 <= scatter 10 + allgather 10", 30, true);
}

static void reductions(void **state)
{
    (void)state;
    measure(TUNEDX_REDUCE, 64, 20);
    measure(TUNEDX_ALLREDUCE, 64, 10);
    measure(TUNEDX_REDUCE_SCATTER, 64, 11);
    measure(TUNEDX_REDUCE_SCATTER_BLOCK, 64, 10);
    measure(TUNEDX_SCAN, 64, 100);
    measure(TUNEDX_EXSCAN, 64, 5);
    check(5, 3);
    expect(0, "reduce 64 <= allreduce 64", 10, false);
    expect(1, "reduce_scatter 64 <= allreduce 64", 10, false);
    expect(2, "scan 64 <= exscan 64 + reduce 64", 25, false);
}

/* Other operations are other times. */
static void operations_stay_apart(void **state)
{
    double usec = 100;
    const tunedx_cell_t cell = {
        .collective = TUNEDX_REDUCE,
        .operation = "maxloc double_int",
        .root = TUNEDX_ROOT_FIRST,
        .ranks = 4,
        .nodes = 4,
        .ppn = 1,
        .bytes = 64,
    };
    const tunedx_run_t run = {.usec = &usec, .count = 1, .method = ""};

    (void)state;
    measure(TUNEDX_ALLREDUCE, 64, 10);
    assert_true(tunedx_results_add_run(&results, &cell, "default", &run));
    check(0, 0);
}

/* Of larger sizes the fastest counts; 10 % are allowed. */
static void sizes(void **state)
{
    (void)state;
    measure(TUNEDX_BCAST, 8, 12);
    measure(TUNEDX_BCAST, 16, 13);
    measure(TUNEDX_BCAST, 32, 10);
    measure(TUNEDX_BCAST, 64, 10.5);
    check(3, 2);
    expect(0, "bcast 8 <= bcast 32", 10, false);
    expect(1, "bcast 16 <= bcast 32", 10, false);
}

static void ranks(void **state)
{
    (void)state;
    measure(TUNEDX_BCAST, 1024, 104);
    made_launch(&results, 1, 5);
    measure(TUNEDX_BCAST, 1024, 100);
    made_launch(&results, 1, 6);
    measure(TUNEDX_BCAST, 1024, 98);
    made_launch(&results, 1, 8);
    measure(TUNEDX_BCAST, 1024, 1);
    check(2, 1);
    expect(0, "bcast 1k: 4 ranks <= 5 ranks", 100, false);
    assert_about(found.violations[0].tolerance, 0.03);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(blocks_of_a_vector),
        TEST(five_percent_are_allowed),
        TEST(a_vector_of_blocks),
        TEST(between_sizes),
        TEST(reductions),
        TEST(operations_stay_apart),
        TEST(sizes),
        TEST(ranks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
