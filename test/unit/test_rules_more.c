/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules beyond columns: lists, conditions, default rows, [meta] and [match].
 */
#include "decision/match.h"
#include "rules_text.h"

#include <stdio.h>
#include <string.h>

static void lists_of_ranks_arrive(void **state)
{
    (void)state;
    expect_rows(BCAST "2,4,8..16,64.. * * * -> binomial", 1);
    assert_int_equal(rules.rows[0].ranks.count, 4);
    expect_range(rules.rows[0].ranks.ranges[0], 2, 2);
    expect_range(rules.rows[0].ranks.ranges[2], 8, 16);
    expect_range(rules.rows[0].ranks.ranges[3], 64, SIZE_MAX);
    assert_true(tunedx_ranges_hold(rules.rows[0].ranks, 9));
    assert_false(tunedx_ranges_hold(rules.rows[0].ranks, 5));
    expect_one_fault(BCAST "2,,4 * * * -> 3", 0, 3, 3, "ranks cannot be \"\"");
    expect_one_fault(BCAST "2,4, * * * -> 3", 0, 3, 5, "ranks cannot be \"\"");
    expect_one_fault(BCAST "* 2,4 * * -> 3", 0, 3, 3, "nodes cannot be");
}

static bool serves(size_t row, tunedx_key_t key)
{
    return tunedx_rule_serves(&rules.rows[row], &key);
}

static void conditions_hold_or_not(void **state)
{
    tunedx_key_t key = {
        .collective = TUNEDX_ALLREDUCE,
        .size = 12,
        .nodes = 1,
        .ppn = 12,
        .bytes = 100,
        .unit_bytes = 8,
        .commutative = true,
        .op_class = TUNEDX_OP_BUILTIN,
    };

    (void)state;
    expect_rows(FORMAT "[allreduce]\n"
                       "* * * * even one_node -> linear\n"
                       "* * * * power_of_two -> linear\n"
                       "* * * * !commutative op=user-> linear\n"
                       "* * * * expo_gap=1 -> linear\n"
                       "* * * ..1200 size=total -> linear\n"
                       "* * * 96 size=type_total -> linear\n"
                       "* * * * one_per_node -> linear\n",
                7);
    assert_true(serves(0, key));
    assert_false(serves(1, key));
    assert_false(serves(2, key));
    assert_true(serves(3, key));
    assert_true(serves(4, key));
    assert_true(serves(5, key));
    assert_false(serves(6, key));
    key.size = 16;
    key.bytes = 76;
    assert_true(serves(1, key));
    assert_false(serves(3, key));
    assert_false(serves(4, key));
    assert_false(serves(5, key));
    key.commutative = false;
    key.op_class = TUNEDX_OP_USER;
    key.ppn = 1;
    assert_true(serves(2, key));
    assert_true(serves(6, key));
    expect_one_fault(BCAST "* * * * comutative -> 3", 0, 3, 9,
                     "did you mean \"commutative\"?");
    expect_one_fault(BCAST "* * * * !size=total -> 3", 0, 3, 9, "no condition");
    expect_one_fault(BCAST "* * * * expo_gap=3..1 -> 3", 0, 3, 18,
                     "ends before it begins");
}

static void default_rows_come_last(void **state)
{
    (void)state;
    expect_rows(BCAST "default -> binomial\n"
                      "2..4 * * * -> default\n"
                      "default commutative->pipeline # x\n"
                      "* * * ..1k -> 3\n",
                4);
    assert_int_equal(rules.rows[0].line, 4);
    assert_null(rules.rows[0].method);
    assert_int_equal(rules.rows[1].line, 6);
    assert_int_equal(rules.rows[2].line, 3);
    assert_true(rules.rows[2].is_default);
    assert_int_equal(rules.rows[3].line, 5);
    expect_one_fault(BCAST "default", 0, 3, 8, "expected -> and a method");
    expect_one_fault(BCAST "* * * * -> default window=2", 0, 3, 12,
                     "\"default\"");
    assert_false(parse(BCAST "default * * * * -> 3"));
    expect_fault(0, 3, 9, "no condition");
}

static void pairs_arrive(void **state)
{
    (void)state;
    expect_rows(FORMAT "[meta]\ncluster = \"a # b\" nodes=4 # c\nempty=\"\"\n"
                       "rows = 1\nsize = per-rank\n[match]\n"
                       "ompi = \">=4.1,<4.2\" host = \"node*\"\nranks=2..64\n"
                       "[bcast]\n* * * * -> 3",
                1);
    assert_int_equal(rules.meta.count, 5);
    assert_string_equal(rules.meta.pairs[0].name, "cluster");
    assert_string_equal(rules.meta.pairs[0].value, "a # b");
    assert_string_equal(rules.meta.pairs[1].value, "4");
    assert_string_equal(rules.meta.pairs[2].value, "");
    assert_int_equal(rules.match.count, 3);
    assert_int_equal(rules.match.pairs[1].line, 8);
    assert_int_equal(rules.match.pairs[1].column, 29);

    expect_one_fault(FORMAT "[meta]\nA=1\n", 0, 3, 1, "lower-case letters");
    expect_one_fault(FORMAT "[meta]\na 1\n", 0, 3, 3, "= and a value");
    expect_one_fault(FORMAT "[meta]\na=\"1\n", 0, 3, 5, "end of the value");
    expect_one_fault(FORMAT "[meta]\nsize=total\n", 0, 3, 6, "per-rank");
    expect_one_fault(FORMAT "[meta]\nrows=x\n[bcast]\n* * * * -> 3", 1, 3, 6,
                     "a number");
    expect_one_fault(FORMAT "[meta]\nrows=2\n[bcast]\n* * * * -> 3", 0, 3, 6,
                     "nothing of this file is used");
    expect_one_fault(FORMAT "[match]\nopmi=4.1\n", 0, 3, 1, "\"ompi\"?");
    expect_one_fault(FORMAT "[match]\nompi=4.x\n", 0, 3, 6, "ompi cannot be");
    expect_one_fault(FORMAT "[match]\nompi=>=4.1,\n", 0, 3, 6, "limits");
    expect_one_fault(FORMAT "[match]\nranks=4..2\n", 0, 3, 7, "2..64");
}

static void sites_match_or_not(void **state)
{
    static const struct {
        const char *match;
        bool does;
    } cases[] = {
        {"ompi=4.1.4", true},       {"ompi=4.1", true},
        {"ompi=4", true},           {"ompi=4.1.5", false},
        {"ompi=>=4.1", true},       {"ompi=>=4.1,<4.2", true},
        {"ompi=>4.1", false},       {"ompi=<=4.1.4", true},
        {"ompi=<4.1.4", false},     {"ompi=<4.1.10", true},
        {"ompi=>=4.10", false},     {"ompi=>=4.1.4.1", false},
        {"tunedx=>=0.1", true},     {"tunedx=>=1", false},
        {"host=node*", true},       {"host=node", false},
        {"host=login*", false},     {"ranks=2..64", true},
        {"ranks=65..", false},      {"nodes=4", true},
        {"nodes=4 ranks=1", false}, {"nodes=3", false},
    };
    const tunedx_site_t site = {
        .ompi = "4.1.4",
        .tunedx = "0.1.0",
        .host = "node17",
        .ranks = 64,
        .nodes = 4,
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];

        snprintf(text, sizeof text, FORMAT "[match]\n%s\n", cases[i].match);
        expect_rows(text, 0);
        if ((tunedx_match_find(&rules.match, &site) == NULL) != cases[i].does) {
            fail_msg("%s: expected %d", cases[i].match, cases[i].does);
        }
    }
}

#define TREE_HEAD "tree nodes=2.. ppn=4\n  ranks 2 4 8\n  bytes 1 1k # two\n"
#define TREE_METHODS "  a = binomial\n  b= chain segment=8k\n  c =default\n"
#define TREE_CODE "  code (a b {power_of_two a c}\n  code (b a))\n"

static void trees_become_rows(void **state)
{
    const tunedx_rule_t *row;
    tunedx_key_t key = {
        .collective = TUNEDX_BCAST, .size = 5, .nodes = 2, .ppn = 4};

    (void)state;
    expect_rows(BCAST "* 1 * * -> linear\n" TREE_HEAD TREE_METHODS TREE_CODE
                      "end\ndefault -> 3\n* * * * -> linear\n",
                9);
    row = tunedx_rules_find(&rules, 0, &key);
    assert_non_null(row);
    assert_null(row->method);
    assert_int_equal(row->line, 4);
    key.size = 9; /* as 8 */
    key.bytes = 1000;
    assert_null(tunedx_rules_find(&rules, 0, &key)->method);
    key.bytes = 1024;
    row = tunedx_rules_find(&rules, 0, &key);
    assert_string_equal(row->method->algorithm->name, "binomial");
    key.size = 1; /* as 2 */
    row = tunedx_rules_find(&rules, 0, &key);
    assert_string_equal(row->method->algorithm->name, "chain");
    key.ppn = 3;
    row = tunedx_rules_find(&rules, 0, &key);
    assert_string_equal(row->method->algorithm->name, "linear");
    assert_int_equal(row->line, 14);
}

static void faulty_trees_are_ignored(void **state)
{
    static const char rest[] = "* * * * -> linear\n";
    static const struct {
        const char *text;
        int line;
        size_t column;
        const char *says;
    } bad[] = {
        {TREE_HEAD TREE_METHODS "code a b\nend\n", 9, 8, "\"b\""},
        {TREE_HEAD TREE_METHODS "code (a b\nend\n", 9, 10, ""},
        {TREE_HEAD TREE_METHODS "code q\nend\n", 9, 6, "\"q\""},
        {TREE_HEAD TREE_METHODS "end\n", 9, 1, "code"},
        {TREE_HEAD "a = binomail\ncode a\nend\n", 6, 5, "\"binomial\"?"},
        {TREE_HEAD "noise\nmore noise\nend\n", 6, 1, "\"noise\""},
        {"tree nods=2\nranks x\nend\n", 3, 6, "\"nods\""},
        {TREE_HEAD TREE_METHODS TREE_CODE "[reduce]\n", 11, 1, "\"end\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[512];

        snprintf(text, sizeof text, BCAST "%s%s", bad[i].text, rest);
        if (parse(text) || fault_count != 1) {
            fail_msg("%zu faults in %s, first %s", fault_count, text,
                     faults[0].text);
        }
        expect_fault(0, bad[i].line, bad[i].column, bad[i].says);
        assert_non_null(strstr(faults[0].text, "this tree is ignored"));
        assert_int_equal(rules.count, 1);
    }
    assert_false(parse(BCAST TREE_HEAD));
    expect_fault(0, 5, 14, "this tree is ignored");
}

static void a_cut_file_is_noticed(void **state)
{
    static const char cut[] = BCAST "* * * * -> 3\n* * * * -> 3 segment=6";

    (void)state;
    assert_false(parse_bytes(cut, sizeof cut - 1));
    assert_int_equal(fault_count, 1);
    expect_fault(0, 4, 1, "as if it were cut off");
    assert_int_equal(rules.count, 1);
    expect_one_fault(BCAST "* * * * -> 3\n[reduce]\n* * * * -> 3\n[bcast]\n"
                           "* * * * -> 6\n[allreduce]\n* * * * -> 1\n",
                     3, 6, 2, "bcast has begun in line 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lists_of_ranks_arrive, free_rules),
        cmocka_unit_test_teardown(conditions_hold_or_not, free_rules),
        cmocka_unit_test_teardown(default_rows_come_last, free_rules),
        cmocka_unit_test_teardown(pairs_arrive, free_rules),
        cmocka_unit_test_teardown(sites_match_or_not, free_rules),
        cmocka_unit_test_teardown(trees_become_rows, free_rules),
        cmocka_unit_test_teardown(faulty_trees_are_ignored, free_rules),
        cmocka_unit_test_teardown(a_cut_file_is_noticed, free_rules),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
