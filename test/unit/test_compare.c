/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Results and what follows from them: medians, intervals that can be worked
 * out, verdicts, the oracle, limits, sums.
 */
#include "cmocka_test.h"
#include "made_results.h"

#include <math.h>

/* Runs come in any order and are sorted by the time of their launch; those of
 * one launch are put together. */
static void sorting(void **state)
{
    double first[] = {9, 1, 5}, second[] = {2, 2};
    tunedx_results_t results = {.runs_count = 0};
    tunedx_run_t run = {.usec = first, .count = 3, .method = "ring"};

    (void)state;
    made_launch(&results, 2, 4);
    made_time(&results, TUNEDX_BCAST, "default", 64, 7);
    made_run(&results, TUNEDX_BCAST, "tunedx", 8, &run);
    made_launch(&results, 1, 4);
    made_time(&results, TUNEDX_BCAST, "default", 64, 3);
    made_time(&results, TUNEDX_ALLGATHER, "default", 64, 3);
    run = (tunedx_run_t){.usec = second, .count = 2, .method = ""};
    made_run(&results, TUNEDX_BCAST, "default", 64, &run);
    assert_true(tunedx_results_sort(&results));
    assert_int_equal(results.cells_count, 3);
    assert_int_equal(results.cells[0].collective, TUNEDX_ALLGATHER);
    assert_int_equal(results.cells[1].bytes, 8);
    assert_int_equal(results.runs_count, 4);
    assert_about(results.runs[1].median, 5);
    assert_about(results.runs[1].usec[2], 9);
    assert_int_equal(results.runs[2].count, 3); /* of the earlier launch */
    assert_about(results.runs[2].median, 2);
    assert_about(results.runs[3].median, 7);
    tunedx_results_free(&results);
}

static void transfers(void **state)
{
    tunedx_results_t results = {.runs_count = 0};

    (void)state;
    made_launch(&results, 1, 4);
    assert_true(
        tunedx_results_add_transfer(&results, (tunedx_transfer_t){1000, 110}));
    assert_true(
        tunedx_results_add_transfer(&results, (tunedx_transfer_t){0, 9}));
    assert_true(
        tunedx_results_add_transfer(&results, (tunedx_transfer_t){0, 10}));
    assert_int_equal(results.launches[0].transfers_count, 2);
    assert_about(results.launches[0].transfers[0].usec, 10);
    assert_about(results.launches[0].transfers[1].usec, 110);
    made_time(&results, TUNEDX_BCAST, "default", 1000, 220);
    made_time(&results, TUNEDX_BCAST, "default", 200, 60);
    assert_true(tunedx_results_sort(&results));
    /* 2 rounds of 10, against 10 + 200 / 10 and 110 */
    assert_about(tunedx_launch_limit(&results.launches[0], &results.cells[0]),
                 30);
    assert_false(tunedx_launch_is_bandwidth_bound(&results.launches[0],
                                                  &results.cells[0]));
    assert_true(tunedx_launch_is_bandwidth_bound(&results.launches[0],
                                                 &results.cells[1]));
    tunedx_results_free(&results);
}

/* Nine launches of one call, 1 to 9: that the median of a resample is 1 has
 * a probability of 0.0013, that it is at most 2 one of 0.0303. */
static void intervals(void **state)
{
    double times[9], ones[9];
    tunedx_run_t runs[9], base[9];
    tunedx_interval_t time, ratio, again;

    (void)state;
    for (size_t i = 0; i < 9; i++) {
        times[i] = (double)i + 1;
        ones[i] = 2 * times[i];
        runs[i] = (tunedx_run_t){
            .usec = &times[i],
            .count = 1,
            .launch = i,
            .median = times[i],
        };
        base[i] = runs[i];
        base[i].usec = &ones[i];
    }
    const tunedx_sampled_t side = {.runs = runs, .count = 9};
    const tunedx_sampled_t other = {.runs = base, .count = 9};

    assert_true(tunedx_bootstrap(side, other, 20000, 7, &time, &ratio));
    assert_about(time.low, 2);
    assert_about(time.high, 8);
    assert_about(ratio.low, 0.5); /* launches are drawn together */
    assert_about(ratio.high, 0.5);
    base[0].launch = 77; /* and apart if they are not the same */
    assert_true(tunedx_bootstrap(side, other, 2000, 7, &time, &ratio));
    assert_true(ratio.low < 0.3 && ratio.high > 0.8);
    assert_true(tunedx_bootstrap(side, other, 2000, 7, &time, &again));
    assert_about(again.low, ratio.low);
    assert_about(again.high, ratio.high);
}

/* One launch of three calls: the median is the least of them with a probability
 * of 7 in 27, of four calls the mean of two. */
static void calls_in_launches(void **state)
{
    double three[] = {1, 2, 3}, four[] = {1, 1, 3, 3};
    const tunedx_run_t runs[] = {{.usec = three, .count = 3},
                                 {.usec = four, .count = 4}};
    tunedx_interval_t time, ratio;

    (void)state;
    assert_true(tunedx_bootstrap((tunedx_sampled_t){&runs[0], 1},
                                 (tunedx_sampled_t){&runs[0], 1}, 1000, 1,
                                 &time, &ratio));
    assert_about(time.low, 1);
    assert_about(time.high, 3);
    assert_true(tunedx_bootstrap((tunedx_sampled_t){&runs[1], 1},
                                 (tunedx_sampled_t){&runs[1], 1}, 1000, 1,
                                 &time, &ratio));
    assert_about(time.low, 1);
    assert_about(time.high, 3);
}

/* `launches` launches: bcast takes `part` of the default's time, allreduce as
 * long, with noise that is the same for neither. */
static void make(tunedx_results_t *results, int launches, double part)
{
    for (int i = 0; i < launches; i++) {
        made_launch(results, i, 8);
        made_time(results, TUNEDX_BCAST, "default", 64, 100 + i);
        made_time(results, TUNEDX_BCAST, "tunedx", 64, part * (100 + i));
        made_time(results, TUNEDX_ALLREDUCE, "default", 64, 50 + i % 3);
        made_time(results, TUNEDX_ALLREDUCE, "tunedx", 64, 50 + (i + 1) % 3);
    }
    assert_true(tunedx_results_sort(results));
}

static void expect(int launches, double part, tunedx_verdict_t verdict,
                   bool p_counts)
{
    tunedx_results_t results = {.runs_count = 0};
    tunedx_comparison_t comparison;

    make(&results, launches, part);
    made_compare(&results, &comparison);
    const tunedx_compared_t *item =
        made_find(&comparison, TUNEDX_BCAST, "tunedx", 8, 64);
    assert_about(item->ratio, part);
    assert_int_equal(item->verdict, verdict);
    assert_int_equal(item->p_counts, p_counts);
    if (launches >= TUNEDX_FEWEST_LAUNCHES) {
        assert_about(item->p, fmin(1, 2 * pow(2, 1 - launches)));
        assert_int_equal(
            made_find(&comparison, TUNEDX_ALLREDUCE, "tunedx", 8, 64)->verdict,
            TUNEDX_VERDICT_EQUAL);
    }
    tunedx_comparison_free(&comparison);
    tunedx_results_free(&results);
}

/* Two cells: 2 times 2^(1 - n) is below 0.01 from 9 launches on. */
static void verdicts(void **state)
{
    (void)state;
    expect(2, 0.5, TUNEDX_VERDICT_TOO_FEW, false);
    expect(5, 0.5, TUNEDX_VERDICT_FASTER, false);
    expect(5, 1.25, TUNEDX_VERDICT_SLOWER, false);
    expect(8, 0.5, TUNEDX_VERDICT_FASTER, false);
    expect(9, 0.5, TUNEDX_VERDICT_FASTER, true);
    expect(9, 1.25, TUNEDX_VERDICT_SLOWER, true);
    assert_int_equal(tunedx_launches_needed(1), 8);
    assert_int_equal(tunedx_launches_needed(2), 9);
    assert_int_equal(tunedx_launches_needed(1000), 18);
}

/* An interval that excludes 1 is no verdict where p counts and is too large: of
 * ten launches one is the other way, by more than any other. */
static void p_decides(void **state)
{
    tunedx_results_t results = {.runs_count = 0};
    tunedx_comparison_t comparison;

    (void)state;
    for (int i = 0; i < 10; i++) {
        made_launch(&results, i, 8);
        made_time(&results, TUNEDX_BCAST, "default", 64, 100);
        made_time(&results, TUNEDX_BCAST, "tunedx", 64, i < 1 ? 150 : 90 + i);
    }
    assert_true(tunedx_results_sort(&results));
    made_compare(&results, &comparison);
    const tunedx_compared_t *item =
        made_find(&comparison, TUNEDX_BCAST, "tunedx", 8, 64);
    assert_true(item->ratio_interval.high < 1);
    assert_true(item->p_counts && item->p > TUNEDX_LEVEL);
    assert_int_equal(item->verdict, TUNEDX_VERDICT_EQUAL);
    tunedx_comparison_free(&comparison);
    tunedx_results_free(&results);
}

/* Sides of launches of their own are paired in the order of time. */
static void other_launches(void **state)
{
    tunedx_results_t results = {.runs_count = 0};
    tunedx_comparison_t comparison;

    (void)state;
    for (int i = 0; i < 4; i++) {
        made_launch(&results, 2 * i, 8);
        made_time(&results, TUNEDX_BCAST, "default", 64, 100 + i);
        made_launch(&results, 2 * i + 1, 8);
        made_time(&results, TUNEDX_BCAST, "mpich", 64, 200 + i);
    }
    assert_true(tunedx_results_sort(&results));
    made_compare(&results, &comparison);
    const tunedx_compared_t *item =
        made_find(&comparison, TUNEDX_BCAST, "mpich", 8, 64);
    assert_int_equal(item->pairs, 4);
    assert_about(item->p, 0.125);
    assert_int_equal(item->verdict, TUNEDX_VERDICT_SLOWER);
    tunedx_comparison_free(&comparison);
    tunedx_results_free(&results);
}

/* bcast 0.5 and 2 of the default, of the oracle 0.8 and 2: means 1 and
 * sqrt(1 / 1.6); D 1.5 in the cell of 1,000 bytes, where the limit is 110. */
static void sums(void **state)
{
    static const double wrong_time[] = {1};
    const tunedx_run_t wrong = {
        .usec = (double *)wrong_time,
        .count = 1,
        .method = "",
        .is_wrong = true,
    };
    tunedx_results_t results = {.runs_count = 0};
    tunedx_comparison_t comparison;

    (void)state;
    made_launch(&results, 1, 4);
    assert_true(
        tunedx_results_add_transfer(&results, (tunedx_transfer_t){0, 10}));
    assert_true(
        tunedx_results_add_transfer(&results, (tunedx_transfer_t){1000, 110}));
    made_time(&results, TUNEDX_BCAST, "default", 1000, 330);
    made_time(&results, TUNEDX_BCAST, "tunedx", 1000, 165);
    made_time(&results, TUNEDX_BCAST, "tuned:chain/8k", 1000, 206.25);
    made_time(&results, TUNEDX_BCAST, "mpich", 1000, 1);
    made_time(&results, TUNEDX_BCAST, "default", 8, 20);
    made_time(&results, TUNEDX_BCAST, "tunedx", 8, 40);
    made_run(&results, TUNEDX_BCAST, "sm", 8, &wrong);
    assert_true(tunedx_results_sort(&results));
    made_compare(&results, &comparison);
    const tunedx_summary_t sum = tunedx_comparison_sum(
        &comparison, tunedx_results_side(&results, "tunedx"),
        tunedx_results_side(&results, "default"));

    assert_int_equal(sum.cells, 2);
    assert_about(sum.speedup, 1);
    assert_int_equal(sum.losses, 1);
    assert_about(sum.worst->ratio, 2);
    assert_about(sum.best->ratio, 0.5);
    assert_int_equal(sum.oracle_cells, 2);
    assert_about(sum.oracle_speedup, sqrt(1 / 1.6));
    assert_int_equal(sum.bound_cells, 1);
    assert_about(sum.distance, 1.5);
    assert_about(sum.base_distance, 3);
    assert_null(made_find(&comparison, TUNEDX_BCAST, "sm", 4, 8));
    assert_int_equal(
        tunedx_comparison_sum(&comparison, tunedx_results_side(&results, "sm"),
                              tunedx_results_side(&results, "default"))
            .verdicts[TUNEDX_VERDICT_WRONG],
        1);
    tunedx_comparison_free(&comparison);
    tunedx_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorting),        cmocka_unit_test(transfers),
        cmocka_unit_test(intervals),      cmocka_unit_test(calls_in_launches),
        cmocka_unit_test(verdicts),       cmocka_unit_test(p_decides),
        cmocka_unit_test(other_launches), cmocka_unit_test(sums),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
