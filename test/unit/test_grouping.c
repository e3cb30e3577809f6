/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Groupings: reductions bracket operands as their descriptors say, in every
 * element, whatever the count, segments, window, root and place of the input;
 * and those that say that it varies are right.
 *
 * Every operation is one that does not commute, as it is taken where groupings
 * count.  TUNEDX_TEST_LEVEL=full has more ranks, =few has less.
 */
#include "cmocka_test.h"
#include "decision/parse_method.h"
#include "expression.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 129, FEW_RANKS = 9, COUNTS = 6 };

static int most_ranks = 33;
static bool full;

/* ---- what groupings are ---- */

typedef expression_t bracket_t(int first, int end);

static expression_t from_first(int first, int end)
{
    expression_t sum = expression_of_rank(first);

    for (int rank = first + 1; rank < end; rank++) {
        sum = expression_join(sum, expression_of_rank(rank));
    }
    return sum;
}

static expression_t from_last(int first, int end)
{
    expression_t sum = expression_of_rank(end - 1);

    for (int rank = end - 2; rank >= first; rank--) {
        sum = expression_join(expression_of_rank(rank), sum);
    }
    return sum;
}

static expression_t in_blocks(int first, int end)
{
    int half = 1;

    if (end - first == 1) {
        return expression_of_rank(first);
    }
    while (2 * half < end - first) {
        half *= 2;
    }
    return expression_join(in_blocks(first, first + half),
                           in_blocks(first + half, end));
}

/* `count` numbers, of which the first `pairs` are two ranks each. */
static expression_t of_numbers(int number, int count, int pairs)
{
    if (count > 1) {
        return expression_join(
            of_numbers(number, count / 2, pairs),
            of_numbers(number + count / 2, count / 2, pairs));
    }
    return number < pairs ? expression_join(expression_of_rank(2 * number),
                                            expression_of_rank(2 * number + 1))
                          : expression_of_rank(number + pairs);
}

static expression_t in_pairs(int first, int end)
{
    int power = 1;

    assert_int_equal(first, 0);
    while (2 * power <= end) {
        power *= 2;
    }
    return of_numbers(0, power, end - power);
}

static expression_t in_tree(int first, int end)
{
    const int others = end - first - 1, larger = (others + 1) / 2;
    expression_t sum = expression_of_rank(first);

    if (others > 0) {
        sum = expression_join(sum, in_tree(first + 1, first + 1 + larger));
    }
    if (others > 1) {
        sum = expression_join(sum, in_tree(first + 1 + larger, end));
    }
    return sum;
}

static expression_t in_halves(int first, int end)
{
    const int middle = (first + end + 1) / 2;

    return end - first == 1
               ? expression_of_rank(first)
               : expression_join(in_tree(first, middle), in_tree(middle, end));
}

/* Those that are told by a formula; others have to be the same everywhere. */
static bracket_t *const brackets[TUNEDX_GROUPINGS] = {
    [TUNEDX_GROUPING_FIRST] = from_first, [TUNEDX_GROUPING_LAST] = from_last,
    [TUNEDX_GROUPING_BLOCKS] = in_blocks, [TUNEDX_GROUPING_PAIRS] = in_pairs,
    [TUNEDX_GROUPING_TREE] = in_tree,     [TUNEDX_GROUPING_HALVES] = in_halves,
};

/* ---- what algorithms do ---- */

/* All results of a method on so many ranks, as far as they are known. */
typedef struct results {
    tunedx_collective_t collective;
    int size;
    expression_t of_rank[MOST_RANKS]; /* of scans each rank's, else the first */
    bool varies;
} results_t;

static bool is_scan(tunedx_collective_t collective)
{
    return collective == TUNEDX_SCAN || collective == TUNEDX_EXSCAN;
}

static void note(results_t *results, const expressions_t *all)
{
    for (int rank = 0; rank < all->size; rank++) {
        const int place = is_scan(results->collective) ? rank : 0;
        expression_t *known = &results->of_rank[place];

        for (size_t i = 0; i < all->units[rank]; i++) {
            if (*known == 0) {
                *known = all->values[rank][i];
            }
            results->varies = results->varies || *known != all->values[rank][i];
        }
    }
}

static void run(results_t *results, const job_call_t *call)
{
    tunedx_fault_t fault = {.text = "the program does not end"};
    expressions_t all;
    job_t job;

    assert_int_equal(job_build(&job, call), TUNEDX_SUCCESS);
    if (!expressions_make(&all, call, &job.job)) {
        job_fail(call, &fault);
    }
    note(results, &all);
    expressions_destroy(&all);
    job_destroy(&job);
}

typedef struct trial {
    const tunedx_algorithm_t *algorithm;
    int variant;
} trial_t;

/* Windows, segments of `segment` elements and places of the input.  False when
 * the method serves no such call. */
static bool run_ways(results_t *results, job_call_t call, const trial_t *trial,
                     size_t segment)
{
    const size_t bytes = segment * call.key.unit_bytes;
    const tunedx_algorithm_t *refuses;

    for (int window = 1; window <= 4; window += 3) {
        tunedx_arena_t arena = tunedx_arena_empty();

        call.method = job_method(&arena, trial->algorithm, trial->variant,
                                 window, bytes, 0);
        assert_non_null(call.method);
        const bool applies =
            tunedx_method_applies(call.method, &call.key, &refuses);

        if (applies) {
            call.in_place = JOB_NOWHERE;
            run(results, &call);
            call.in_place = job_in_place(call.key.collective);
            run(results, &call);
        }
        tunedx_arena_free(&arena);
        if (!applies) {
            return false;
        }
    }
    return true;
}

static bool run_counts(results_t *results, const trial_t *trial, int root)
{
    const size_t ranks = (size_t)results->size;
    const size_t counts[COUNTS] = {ranks + 1, 1,         2,
                                   ranks,     ranks + 2, (3 * ranks + 2) | 1};
    const int some = full || ranks <= FEW_RANKS ? COUNTS : 2;
    const job_pattern_t pattern = ranks == 1 ? JOB_EQUAL : JOB_VARIED;
    size_t lengths[MOST_RANKS];

    for (int i = 0; i < some; i++) {
        job_call_t call = {
            .key = job_key(results->collective, results->size, root, counts[i],
                           false),
        };

        if (results->collective == TUNEDX_REDUCE_SCATTER) {
            call.key.units =
                job_fill_lengths(lengths, &call.key, pattern, counts[i]);
            call.block_units = lengths;
        }
        if (!run_ways(results, call, trial, 0) ||
            !run_ways(results, call, trial, 2)) {
            return false;
        }
    }
    return true;
}

/* Few roots, all for few ranks. */
static bool run_roots(results_t *results, const trial_t *trial)
{
    const int size = results->size;
    const int last = results->collective == TUNEDX_REDUCE ? size - 1 : 0;

    for (int root = 0; root <= last; root++) {
        if ((size <= FEW_RANKS || root < 2 || root == size / 2 ||
             root == last) &&
            !run_counts(results, trial, root)) {
            return false;
        }
    }
    return true;
}

/* ---- the comparison ---- */

/* A digest of the first results with each grouping, by collective and ranks;
 * all but the scans are one collective here. */
static expression_t known[TUNEDX_COLLECTIVES][TUNEDX_GROUPINGS][MOST_RANKS + 1];

static void refute(const results_t *results, const tunedx_method_t *method,
                   const char *what)
{
    char text[256];

    tunedx_method_print(method, text, sizeof text);
    fail_msg("%s, %s, %d ranks: %s",
             tunedx_collective_name(results->collective), text, results->size,
             what);
}

/* Fails unless the results are those of the grouping. */
static void compare(const results_t *results, const tunedx_method_t *method,
                    tunedx_grouping_t grouping)
{
    const bool scans = is_scan(results->collective);
    const int first = results->collective == TUNEDX_EXSCAN;
    const tunedx_collective_t family =
        scans ? results->collective : TUNEDX_REDUCE;
    expression_t digest = 1;
    expression_t *same = &known[family][grouping][results->size];

    for (int rank = first; rank < (scans ? results->size : 1); rank++) {
        const int end = scans ? rank + 1 - first : results->size;

        if (brackets[grouping] != NULL &&
            results->of_rank[rank] != brackets[grouping](0, end)) {
            refute(results, method, tunedx_grouping_name(grouping));
        }
        digest = expression_join(digest, results->of_rank[rank]);
    }
    if (*same == 0) {
        *same = digest;
    } else if (*same != digest) {
        refute(results, method, "another grouping than that of its class");
    }
}

/* Whether this many ranks show that nothing better can be said. */
static bool check_size(const trial_t *trial, tunedx_collective_t collective,
                       int size)
{
    results_t results = {.collective = collective, .size = size};
    tunedx_arena_t arena = tunedx_arena_empty();
    const tunedx_method_t *method =
        job_method(&arena, trial->algorithm, trial->variant, 1, 0, 0);
    bool shows = false;

    assert_non_null(method);
    const tunedx_grouping_t grouping =
        tunedx_method_grouping(method, size, TUNEDX_GROUPING_VARIES);

    assert_true(grouping < TUNEDX_GROUPINGS);
    assert_int_not_equal(grouping, TUNEDX_GROUPING_INSIDE);
    assert_int_not_equal(grouping, TUNEDX_GROUPING_ARRIVAL);
    if (run_roots(&results, trial)) {
        if (grouping != TUNEDX_GROUPING_VARIES) {
            if (results.varies) {
                refute(&results, method, "it varies");
            }
            compare(&results, method,
                    size <= 2 && is_scan(collective) ? TUNEDX_GROUPING_FIRST
                                                     : grouping);
        }
        shows = results.varies;
    }
    tunedx_arena_free(&arena);
    return shows;
}

/* Whether it can serve an operation that does not commute. */
static bool keeps_order(const trial_t *trial, tunedx_collective_t collective)
{
    const tunedx_key_t key = job_key(collective, 8, 0, 8, false);
    const tunedx_algorithm_t *refuses;
    tunedx_arena_t arena = tunedx_arena_empty();
    const tunedx_method_t *method =
        job_method(&arena, trial->algorithm, trial->variant, 1, 0, 0);

    assert_non_null(method);
    const bool applies = tunedx_method_applies(method, &key, &refuses);

    tunedx_arena_free(&arena);
    return applies;
}

static void check_variant(const trial_t *trial, tunedx_collective_t collective)
{
    const bool composed = job_is_composed(trial->algorithm);
    const int most = !composed ? most_ranks : full ? 17 : FEW_RANKS;
    const bool may_vary = trial->algorithm->grouping == TUNEDX_GROUPING_VARIES;
    bool varies = false;

    for (int size = 1; size <= most; size++) {
        varies = check_size(trial, collective, size) || varies;
    }
    if (full && !composed) {
        check_size(trial, collective, MOST_RANKS);
    }
    if (may_vary && !varies && keeps_order(trial, collective)) {
        fail_msg("%s, %s: it does not vary", tunedx_collective_name(collective),
                 trial->algorithm->name);
    }
}

static void groupings_are_as_stated(void **state)
{
    const tunedx_collective_t collective = *(tunedx_collective_t *)*state;
    size_t count;
    const tunedx_algorithm_t *const *algorithms =
        tunedx_algorithms_of(collective, &count);

    for (size_t i = 0; i < count; i++) {
        for (int v = 0; v < job_variants(algorithms[i]); v++) {
            const trial_t trial = {algorithms[i], v};

            check_variant(&trial, collective);
        }
    }
}

int main(void)
{
    static tunedx_collective_t reductions[] = {
        TUNEDX_ALLREDUCE,
        TUNEDX_EXSCAN,
        TUNEDX_REDUCE,
        TUNEDX_REDUCE_SCATTER,
        TUNEDX_REDUCE_SCATTER_BLOCK,
        TUNEDX_SCAN,
    };
    struct CMUnitTest tests[sizeof reductions / sizeof reductions[0]];
    const char *level = getenv("TUNEDX_TEST_LEVEL");

    full = level != NULL && strcmp(level, "full") == 0;
    if (full) {
        most_ranks = 65;
    } else if (level != NULL && strcmp(level, "few") == 0) {
        most_ranks = FEW_RANKS;
    }
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tests[i] = (struct CMUnitTest){
            .name = tunedx_collective_name(reductions[i]),
            .test_func = groupings_are_as_stated,
            .initial_state = &reductions[i],
        };
    }
    return cmocka_run_group_tests_name("groupings", tests, NULL, NULL);
}
