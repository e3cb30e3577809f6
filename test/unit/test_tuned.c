/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coll/tuned's classic rules files: what is read, and which faults are found
 * where.  What the sizes mean is in test_tuned_lookup.c.
 */
#include "rules_text.h"

#include <stdio.h>
#include <string.h>

/* A file about bcast on 16 ranks, whose first row is there. */
#define BCAST_ROWS(count) "1\n7 1\n16 " count "\n0 6 0 0\n"

static void expect_method(size_t row, const char *method)
{
    char text[256] = "default";

    assert_true(row < rules.count);
    if (rules.rows[row].method != NULL) {
        tunedx_method_print(rules.rows[row].method, text, sizeof text);
    }
    assert_string_equal(text, method);
}

/* `text` has no fault and `count` rows. */
static void expect_good(const char *text, size_t count)
{
    if (!parse_tuned(text)) {
        fail_msg("%s: %d:%zu: %s", text, faults[0].line, faults[0].column,
                 faults[0].text);
    }
    assert_int_equal(rules.count, count);
}

static void expect_bad(const char *text, size_t count, int line, size_t column,
                       const char *says)
{
    assert_false(parse_tuned(text));
    expect_fault(0, line, column, says);
    assert_int_equal(fault_count, 1);
    assert_int_equal(rules.count, count);
}

/* ---- what is read ---- */

static void values_arrive(void **state)
{
    (void)state;
    expect_good("# comment\n1\n7 2 # bcast\n16 2\n0 6 0 0\n4096 3 0 1024\n"
                "64 1\n0 2 8 8192\n",
                3);
    const tunedx_rule_t *row = rules.rows;

    assert_int_equal(row->collective, TUNEDX_BCAST);
    assert_int_equal(row->line, 5);
    expect_ranks(row, 0, 63);
    expect_range(row->bytes, 0, 4095);
    assert_int_equal(row->measure, TUNEDX_MEASURE_BYTES);
    expect_method(0, "binomial segment=0");
    expect_range(row[1].bytes, 4096, SIZE_MAX);
    expect_method(1, "pipeline segment=1k");
    expect_ranks(&row[2], 64, SIZE_MAX);
    expect_method(2, "chain chains=8 segment=8k");
}

static void layout_is_free(void **state)
{
    (void)state;
    expect_good("1 7 1 0 1 0 6 0 0", 1);
    expect_good("\r\n1\r\n\t7\n1 # one\n0\n1\n0\n6\n0\n0#end", 1);
    expect_good("0", 0);
    expect_good("1\n7 0\n", 0);
    expect_good("1\n7 1\n16 0\n", 0);
}

static void every_measure(void **state)
{
    static const struct {
        int number;
        tunedx_measure_t measure;
    } measures[] = {
        {0, TUNEDX_MEASURE_TOTAL},       {1, TUNEDX_MEASURE_BYTES},
        {2, TUNEDX_MEASURE_BYTES},       {3, TUNEDX_MEASURE_TOTAL},
        {7, TUNEDX_MEASURE_BYTES},       {8, TUNEDX_MEASURE_TYPE_TOTAL},
        {9, TUNEDX_MEASURE_TOTAL},       {11, TUNEDX_MEASURE_BYTES},
        {12, TUNEDX_MEASURE_BYTES},      {13, TUNEDX_MEASURE_BYTES},
        {14, TUNEDX_MEASURE_TYPE_TOTAL}, {15, TUNEDX_MEASURE_TOTAL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++) {
        char text[64];

        snprintf(text, sizeof text, "1\n%d 1 0 2 0 2 0 0 64 2 0 0\n",
                 measures[i].number);
        expect_good(text, 2);
        assert_int_equal(rules.rows[1].measure, measures[i].measure);
        expect_range(rules.rows[1].bytes, 64, SIZE_MAX);
    }
}

static void what_is_ignored_there_is_ignored_here(void **state)
{
    (void)state;
    expect_good("1\n2 1 0 1 0 4 8 65536\n", 1);
    expect_method(0, "ring");
    expect_good("1\n7 1 0 1 0 7 8 1024\n", 1);
    expect_method(0, "knomial segment=1k");
    expect_good("1\n7 1 0 1 0 2 0 0\n", 1);
    expect_method(0, "chain chains=1 segment=0");
    expect_good("1\n2 1 0 1 0 0 3 1024\n", 1);
    expect_method(0, "default");
    expect_good("1\n0 1 0 1 0 2 8 0\n", 1);
    expect_method(0, "bruck");
}

static void requests_are_the_window(void **state)
{
    (void)state;
    expect_good("rule-file-version-2\n2\n11 1\n0 3\n0 5 0 0\n"
                "10 3 0 1024 8\n20 7 0 0 8\n3 1\n0 1\n0 4 0 0 64 # most\n",
                4);
    expect_method(0, "binomial segment=0");
    expect_method(1, "pipeline segment=1k window=8");
    expect_method(2, "rabenseifner");
    expect_method(3, "linear_sync window=64");
    expect_good("rule-file-version-1\n1\n7 1 0 1 0 6 0 0\n", 1);
}

static void two_ranks_have_the_exchange(void **state)
{
    (void)state;
    expect_good("1\n6 2\n2 1\n0 5 0 0\n3 1\n0 4 0 0\n", 2);
    expect_ranks(rules.rows, 2, 2);
    expect_method(0, "recursive_doubling");
    expect_bad("1\n6 2\n2 1\n0 1 0 0\n3 1\n0 5 0 0\n", 2, 6, 1, "ranks than 2");
    expect_method(1, "default");
    expect_bad("1\n6 1\n2 1\n0 5 0 0\n", 1, 4, 1, "such calls fail");
    expect_ranks(rules.rows, 2, 2);
}

static void old_numbers(void **state)
{
    static const char text[] = "2\n13 1 0 1 0 2 0 0\n14 1 0 1 0 3 0 0\n";
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_tuned_t tuned;

    (void)state;
    assert_true(tunedx_tuned_read(&arena, "old", text, strlen(text),
                                  TUNEDX_TUNED_OLD_IDS, NULL, NULL, &tuned));
    assert_int_equal(tuned.rules.rows[0].collective, TUNEDX_SCAN);
    assert_int_equal(tuned.rules.rows[1].collective, TUNEDX_SCATTER);
    assert_int_equal(tuned.entry_count, 2);
    tunedx_arena_free(&arena);
}

/* ---- what is wrong ---- */

static void words_that_are_no_numbers(void **state)
{
    (void)state;
    expect_bad("1\n7 1\n010 1\n0 6 0 0\n", 0, 3, 1, "Open MPI 4.1 reads 8)");
    expect_bad(BCAST_ROWS("2") "0x10 3 0 0\n", 1, 5, 1, "4.1 reads 16)");
    expect_bad(BCAST_ROWS("2") "8k 3 0 0\n", 1, 5, 1, "4.1 reads 8)");
    expect_bad(BCAST_ROWS("2") "1e6 3 0 0\n", 1, 5, 1, "reads 1, then 6)");
    expect_bad(BCAST_ROWS("2") "-2 3 0 0\n", 1, 5, 1, "4.1 reads -2)");
    expect_bad(BCAST_ROWS("2") "x 3 0 0\n", 1, 5, 1, "reads no number there");
    expect_bad(BCAST_ROWS("2") "99999999999999999999 3 0 0\n", 1, 5, 1,
               "4.1 reads 9223372036854775807)");
    expect_bad(BCAST_ROWS("2") "64 03 0 0\n", 2, 5, 4, "is not an algorithm");
    expect_method(1, "default");
    expect_bad(BCAST_ROWS("2") "64 3 0 8k\n", 2, 5, 8, "is not a segment size");
    expect_bad(BCAST_ROWS("2") "64 3 0 4294967296\n", 2, 5, 8,
               "from 0 to 2147483647");
    expect_bad("1\n7x 1\n16 1\n0 6 0 0\n", 0, 2, 1, "rows are passed over");
    expect_bad("1\n7 1\n16 1k\n0 6 0 0\n", 0, 3, 4, "nothing of this file");
}

static void sizes_out_of_order(void **state)
{
    (void)state;
    expect_bad(BCAST_ROWS("3") "1000 3 0 0\n500 2 1 0\n", 2, 6, 1,
               "it holds from 1000 on");
    expect_range(rules.rows[0].bytes, 0, 999);
    expect_range(rules.rows[1].bytes, 1000, SIZE_MAX);
    expect_method(1, "chain chains=1 segment=0");
    expect_bad(BCAST_ROWS("3") "1000 3 0 0\n1000 2 1 0\n", 2, 6, 1,
               "stands twice");
    expect_method(1, "chain chains=1 segment=0");
    expect_bad("1\n7 2\n16 1\n0 6 0 0\n8 1\n0 3 0 0\n", 2, 5, 1,
               "communicator size 8 comes after 16");
    expect_ranks(&rules.rows[0], 0, 15);
    expect_ranks(&rules.rows[1], 16, SIZE_MAX);
    expect_bad("1\n7 1\n16 1\n100 6 0 0\n", 1, 4, 1,
               "the first message size is 100; expected 0");
    expect_range(rules.rows[0].bytes, 100, SIZE_MAX);
}

static void counts_that_do_not_fit(void **state)
{
    (void)state;
    expect_bad("", 0, 1, 1, "the file ends; expected a number of collectives");
    expect_bad("# only\n", 0, 1, 1, "the file ends");
    expect_bad(BCAST_ROWS("2"), 0, 4, 8, "expected a message size");
    expect_bad(BCAST_ROWS("2") "64 3", 0, 5, 5, "expected a fan in or out");
    expect_bad(BCAST_ROWS("1") "64 3 0 0\n", 0, 5, 1, "counts is too small");
    expect_bad(BCAST_ROWS("1") "end\n", 1, 5, 1, "it is ignored");
    expect_bad("23\n", 0, 1, 1, "from 0 to 22");
    expect_bad("rule-file-version-3\n0\n", 0, 1, 19, "version of the format");
    expect_bad("rule-file-version-\n0\n", 0, 1, 19, "version of the format");
}

static void names_that_are_unknown(void **state)
{
    (void)state;
    expect_bad("1\n7 1\n16 1\n0 10 0 0\n", 1, 4, 3,
               "bcast has no algorithm 10; expected 0 to 9");
    expect_method(0, "default");
    expect_bad("1\n1 1\n16 1\n0 1 0 0\n", 1, 4, 3, "coll/tuned's 1, default");
    expect_bad("2\n22 1\n16 1\n0 1 0 0\n7 1 0 1 0 6 0 0\n", 1, 2, 1,
               "no collective has the number 22");
    expect_bad("1\n19 1\n16 1\n0 1 0 0\n", 0, 2, 1, "neighbor_alltoall");
    expect_bad("1\n10 1\n16 1\n0 1 0 0\n", 0, 2, 1, "never uses");
    expect_bad("2\n7 1 0 1 0 6 0 0\n7 1 0 1 0 3 0 0\n", 1, 3, 1,
               "bcast stands in line 2 already");
    expect_method(0, "pipeline segment=0");
}

static void rows_that_are_never_used(void **state)
{
    (void)state;
    expect_bad("1\n6 1\n0 2\n0 4 0 0\n64 1 0 0\n", 1, 5, 1, "is never used");
    expect_range(rules.rows[0].bytes, 0, SIZE_MAX);
    expect_bad("1\n4 1\n0 2\n0 1 0 0\n64 2 0 0\n", 1, 5, 1, "of alltoallv");
}

static void too_much_becomes_the_most(void **state)
{
    (void)state;
    expect_bad("1\n7 1\n0 1\n0 2 33 0\n", 1, 4, 3, "33 chains are too many");
    expect_method(0, "chain chains=32 segment=0");
    expect_bad("rule-file-version-2\n1\n11 1\n0 1\n0 3 0 0 65\n", 1, 5, 3,
               "65 requests are too many");
    expect_method(0, "pipeline segment=0 window=64");
}

static void formats_are_told_apart(void **state)
{
    static const struct {
        const char *text;
        tunedx_rules_kind_t kind;
    } texts[] = {
        {"tunedx-rules 1\n", TUNEDX_RULES_NATIVE},
        {"\n # x\n\ttunedx-rules 1\n", TUNEDX_RULES_NATIVE},
        {" {", TUNEDX_RULES_TUNED_JSON},
        {"2\n", TUNEDX_RULES_TUNED},
        {"# 1\n# 2\n3", TUNEDX_RULES_TUNED},
        {"rule-file-version-2\n", TUNEDX_RULES_TUNED},
        {"\xEF\xBB\xBF"
         "1",
         TUNEDX_RULES_TUNED},
        {"", TUNEDX_RULES_UNKNOWN},
        {"# 1", TUNEDX_RULES_UNKNOWN},
        {"[bcast]", TUNEDX_RULES_UNKNOWN},
        {"-1", TUNEDX_RULES_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(
            tunedx_rules_detect(texts[i].text, strlen(texts[i].text)),
            texts[i].kind);
    }
}

/* Every number of coll/tuned's names an algorithm of ours that has the same
 * number, or one for two ranks. */
static void the_table_is_that_of_the_algorithms(void **state)
{
    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        size_t count;
        const tunedx_algorithm_t *const *of =
            tunedx_algorithms_of(collective, &count);

        for (int number = 1; number < 10; number++) {
            const tunedx_tuned_algorithm_t *algorithm =
                tunedx_tuned_find(collective, (size_t)number);

            if (algorithm == NULL || algorithm->ours == NULL) {
                continue;
            }
            const tunedx_algorithm_t *ours = tunedx_algorithm_find(
                collective, algorithm->ours, strlen(algorithm->ours));
            assert_non_null(ours);
            assert_true(algorithm->is_for_pairs || ours->tuned_id == number);
            assert_ptr_equal(tunedx_tuned_find_name(collective, algorithm->name,
                                                    strlen(algorithm->name)),
                             algorithm);
        }
        for (size_t k = 0; k < count; k++) {
            assert_true(of[k]->tuned_id == 0 ||
                        tunedx_tuned_of(collective, of[k]) != NULL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_arrive),
        cmocka_unit_test(layout_is_free),
        cmocka_unit_test(every_measure),
        cmocka_unit_test(what_is_ignored_there_is_ignored_here),
        cmocka_unit_test(requests_are_the_window),
        cmocka_unit_test(two_ranks_have_the_exchange),
        cmocka_unit_test(old_numbers),
        cmocka_unit_test(words_that_are_no_numbers),
        cmocka_unit_test(sizes_out_of_order),
        cmocka_unit_test(counts_that_do_not_fit),
        cmocka_unit_test(names_that_are_unknown),
        cmocka_unit_test(rows_that_are_never_used),
        cmocka_unit_test(too_much_becomes_the_most),
        cmocka_unit_test(formats_are_told_apart),
        cmocka_unit_test(the_table_is_that_of_the_algorithms),
    };

    return cmocka_run_group_tests(tests, NULL, free_rules);
}
