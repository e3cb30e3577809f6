/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decisions where reductions are to be reproducible: from no source comes a
 * method that is not, and it is said why.
 */
#include "cmocka_test.h"
#include "decision/decide.h"
#include "job.h"

#include <string.h>

enum { MOST_RANKS = 40 };

static const tunedx_collective_t reductions[] = {
    TUNEDX_ALLREDUCE,
    TUNEDX_EXSCAN,
    TUNEDX_REDUCE,
    TUNEDX_REDUCE_SCATTER,
    TUNEDX_REDUCE_SCATTER_BLOCK,
    TUNEDX_SCAN,
};

enum { REDUCTIONS = sizeof reductions / sizeof reductions[0] };

static tunedx_arena_t arena;
static tunedx_policy_t policy;
static tunedx_decider_t decider;

static void fail_at(void *context, const char *name, int line, size_t column,
                    const char *text)
{
    (void)context;
    fail_msg("%s:%d:%zu: %s", name, line, column, text);
}

static void add_rules(const char *text)
{
    assert_true(tunedx_rules_parse(&arena, "test.rules", text, strlen(text),
                                   fail_at, NULL,
                                   &policy.rules[policy.rules_count++]));
}

static int begin(void **state)
{
    (void)state;
    policy = (tunedx_policy_t){
        .common = {TUNEDX_DEFAULT_WINDOW},
        .reproducible = TUNEDX_REPRODUCIBLE_RANKS,
    };
    return 0;
}

static int end(void **state)
{
    (void)state;
    tunedx_decider_free(&decider);
    tunedx_arena_free(&arena);
    return 0;
}

static const tunedx_method_t *parse(tunedx_collective_t collective,
                                    const char *text)
{
    tunedx_complaint_t complaint;
    const tunedx_method_t *method =
        tunedx_method_parse(&arena, collective, text, strlen(text), &complaint);

    assert_non_null(method);
    return method;
}

/* The decision for `size` ranks, on nodes of up to four. */
static tunedx_choice_t decide(tunedx_collective_t collective, int size,
                              size_t bytes)
{
    tunedx_key_t key = job_key(collective, size, size / 2, 0, false);
    tunedx_choice_t choice;

    key.root = collective == TUNEDX_REDUCE ? key.root : 0;
    key.nodes = (size + 3) / 4;
    key.ppn = size < 4 ? size : 4;
    key.bytes = bytes;
    key.units = bytes / key.unit_bytes;
    tunedx_decider_free(&decider);
    tunedx_decider_init(&decider, &policy, size, key.nodes, key.ppn);
    assert_true(tunedx_decide(&decider, &key, &choice));
    return choice;
}

/* The one grouping there is, also of what is inside. */
static void expect_good(tunedx_collective_t collective, int size,
                        const tunedx_method_t *method)
{
    const tunedx_grouping_t wanted =
        size > 2 && (collective == TUNEDX_SCAN || collective == TUNEDX_EXSCAN)
            ? TUNEDX_GROUPING_INORDER
            : TUNEDX_GROUPING_BLOCKS;

    assert_int_equal(
        tunedx_method_grouping(method, size, TUNEDX_GROUPING_VARIES), wanted);
}

/* ---- ranks ---- */

static void expect_good_everywhere(void)
{
    for (int i = 0; i < REDUCTIONS; i++) {
        for (int size = 1; size <= MOST_RANKS; size++) {
            for (int shift = 2; shift < 32; shift += 3) {
                const tunedx_choice_t choice =
                    decide(reductions[i], size, (size_t)1 << shift);

                expect_good(reductions[i], size, choice.method);
            }
        }
    }
}

static void built_in_rules_keep_to_it(void **state)
{
    (void)state;
    add_rules(tunedx_default_rules);
    expect_good_everywhere();
}

static void the_last_resort_keeps_to_it(void **state)
{
    (void)state;
    expect_good_everywhere();
}

/* Each algorithm, with each of its parameters: it is taken, or it is said that
 * it may not be. */
static void force_each(tunedx_collective_t collective, int size)
{
    size_t count;
    const tunedx_algorithm_t *const *all =
        tunedx_algorithms_of(collective, &count);

    for (size_t i = 0; i < count; i++) {
        for (int v = 0; v < job_variants(all[i]); v++) {
            const tunedx_method_t *method =
                job_method(&arena, all[i], v, 4, 0, 0);
            const tunedx_grouping_t has =
                tunedx_method_grouping(method, size, TUNEDX_GROUPING_VARIES);

            policy.forced[collective] = method;
            const tunedx_choice_t choice = decide(collective, size, 4096);

            expect_good(collective, size, choice.method);
            if (choice.source == TUNEDX_SOURCE_PARAMETER) {
                assert_ptr_equal(choice.method->algorithm, all[i]);
            } else if (has == TUNEDX_GROUPING_VARIES) {
                assert_ptr_equal(choice.refusal.method, method);
                assert_non_null(strstr(choice.refusal.needs,
                                       "coll_tunedx_reproducible=ranks"));
            } else {
                assert_ptr_equal(choice.refusal.method, method);
            }
        }
    }
    policy.forced[collective] = NULL;
}

static void forced_methods_keep_to_it(void **state)
{
    (void)state;
    add_rules(tunedx_default_rules);
    for (int i = 0; i < REDUCTIONS; i++) {
        for (int size = 3; size <= 17; size += 2) {
            force_each(reductions[i], size);
        }
    }
}

static void info_keys_keep_to_it(void **state)
{
    const tunedx_key_t key = job_key(TUNEDX_ALLREDUCE, 6, 0, 1000, false);
    tunedx_choice_t choice;
    char why[256];

    (void)state;
    add_rules(tunedx_default_rules);
    tunedx_decider_init(&decider, &policy, 6, 1, 6);
    decider.info[TUNEDX_ALLREDUCE] = parse(TUNEDX_ALLREDUCE, "chain");
    assert_true(tunedx_decide(&decider, &key, &choice));
    expect_good(TUNEDX_ALLREDUCE, 6, choice.method);
    tunedx_choice_explain(&choice, why, sizeof why);
    assert_non_null(strstr(why, "; chain (info key) needs another value than "
                                "coll_tunedx_reproducible=ranks, which allows "
                                "the grouping blocks only"));
}

static void rules_of_a_site_keep_to_it(void **state)
{
    tunedx_choice_t choice;

    (void)state;
    add_rules("tunedx-rules 1\n[allreduce]\n"
              "* * * * -> recursive_doubling\n"
              "* * * * -> rabenseifner\n"
              "* * * * -> binomial segment=8k\n");
    add_rules(tunedx_default_rules);
    choice = decide(TUNEDX_ALLREDUCE, 5, 1000);
    assert_int_equal(choice.line, 5);
    assert_int_equal(choice.refusal.line, 3);
    choice = decide(TUNEDX_ALLREDUCE, 6, 1000); /* its pairs are blocks */
    assert_int_equal(choice.line, 3);
    assert_null(choice.refusal.method);
}

static void methods_inside_keep_to_it(void **state)
{
    tunedx_choice_t choice;

    (void)state;
    add_rules(tunedx_default_rules);
    policy.forced[TUNEDX_ALLREDUCE] =
        parse(TUNEDX_ALLREDUCE, "nonoverlapping reduce=(pipeline segment=8k)");
    choice = decide(TUNEDX_ALLREDUCE, 12, 1 << 20);
    assert_int_equal(choice.source, TUNEDX_SOURCE_RULES);
    assert_string_equal(choice.refusal.algorithm->name, "nonoverlapping");

    policy.forced[TUNEDX_ALLREDUCE] =
        parse(TUNEDX_ALLREDUCE, "nonoverlapping reduce=(knomial radix=2)");
    choice = decide(TUNEDX_ALLREDUCE, 12, 1 << 20);
    assert_int_equal(choice.source, TUNEDX_SOURCE_PARAMETER);

    /* What is chosen for it, where otherwise that is a pipeline. */
    policy.forced[TUNEDX_ALLREDUCE] = parse(TUNEDX_ALLREDUCE, "nonoverlapping");
    choice = decide(TUNEDX_ALLREDUCE, 12, 1 << 20);
    assert_int_equal(choice.source, TUNEDX_SOURCE_PARAMETER);
    expect_good(TUNEDX_ALLREDUCE, 12, choice.method);
    policy.reproducible = TUNEDX_REPRODUCIBLE_NO;
    choice = decide(TUNEDX_ALLREDUCE, 12, 1 << 20);
    assert_int_not_equal(
        tunedx_method_grouping(choice.method, 12, TUNEDX_GROUPING_VARIES),
        TUNEDX_GROUPING_BLOCKS);
}

static void what_only_moves_data_is_free(void **state)
{
    (void)state;
    add_rules(tunedx_default_rules);
    policy.forced[TUNEDX_BCAST] = parse(TUNEDX_BCAST, "chain");
    assert_int_equal(decide(TUNEDX_BCAST, 5, 100).source,
                     TUNEDX_SOURCE_PARAMETER);
}

/* ---- run ---- */

static void no_order_of_arrival(void **state)
{
    tunedx_algorithm_t hasty = tunedx_reduce_linear;
    const tunedx_method_t method = {.algorithm = &hasty};
    tunedx_choice_t choice;

    (void)state;
    hasty.grouping = TUNEDX_GROUPING_ARRIVAL;
    add_rules(tunedx_default_rules);
    policy.forced[TUNEDX_REDUCE] = &method;
    for (int size = 1; size <= 9; size++) {
        policy.reproducible = TUNEDX_REPRODUCIBLE_NO;
        choice = decide(TUNEDX_REDUCE, size, 100);
        assert_int_equal(choice.source, TUNEDX_SOURCE_PARAMETER);
        for (int mode = TUNEDX_REPRODUCIBLE_RUN; mode < TUNEDX_REPRODUCIBLES;
             mode++) {
            policy.reproducible = (tunedx_reproducible_t)mode;
            choice = decide(TUNEDX_REDUCE, size, 100);
            assert_int_equal(choice.source, TUNEDX_SOURCE_RULES);
            assert_non_null(
                strstr(choice.refusal.needs,
                       tunedx_reproducible_name((tunedx_reproducible_t)mode)));
        }
    }
}

/* All others are free. */
static void run_leaves_all_there_is(void **state)
{
    (void)state;
    policy.reproducible = TUNEDX_REPRODUCIBLE_RUN;
    for (int i = 0; i < REDUCTIONS; i++) {
        size_t count;
        const tunedx_algorithm_t *const *all =
            tunedx_algorithms_of(reductions[i], &count);

        for (size_t k = 0; k < count; k++) {
            const tunedx_method_t method = {.algorithm = all[k]};

            assert_null(tunedx_reproducible_needs(policy.reproducible,
                                                  reductions[i], 5, &method));
        }
    }
}

/* ---- the rest ---- */

static void words_are_found(void **state)
{
    tunedx_reproducible_t mode = TUNEDX_REPRODUCIBLE_RUN;

    (void)state;
    assert_false(tunedx_reproducible_find("rank", &mode));
    assert_false(tunedx_reproducible_find("", &mode));
    assert_int_equal(mode, TUNEDX_REPRODUCIBLE_RUN);
    for (int i = 0; i < TUNEDX_REPRODUCIBLES; i++) {
        assert_true(tunedx_reproducible_find(
            tunedx_reproducible_name((tunedx_reproducible_t)i), &mode));
        assert_int_equal(mode, i);
    }
}

static void nothing_commutes_where_ranks_count(void **state)
{
    (void)state;
    assert_true(tunedx_reproducible_commutes(TUNEDX_REPRODUCIBLE_RUN,
                                             TUNEDX_REDUCE, true));
    assert_false(tunedx_reproducible_commutes(TUNEDX_REPRODUCIBLE_NO,
                                              TUNEDX_REDUCE, false));
    assert_false(tunedx_reproducible_commutes(TUNEDX_REPRODUCIBLE_RANKS,
                                              TUNEDX_REDUCE, true));
    assert_true(tunedx_reproducible_commutes(TUNEDX_REPRODUCIBLE_RANKS,
                                             TUNEDX_GATHER, true));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(built_in_rules_keep_to_it),
        TEST(the_last_resort_keeps_to_it),
        TEST(forced_methods_keep_to_it),
        TEST(info_keys_keep_to_it),
        TEST(rules_of_a_site_keep_to_it),
        TEST(methods_inside_keep_to_it),
        TEST(what_only_moves_data_is_free),
        TEST(no_order_of_arrival),
        TEST(run_leaves_all_there_is),
        TEST(words_are_found),
        TEST(nothing_commutes_where_ranks_count),
    };

    return cmocka_run_group_tests_name("reproducible", tests, NULL, NULL);
}
