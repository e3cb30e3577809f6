/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules: what is read, and which faults are found where.
 */
#include "rules_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what parses ---- */

static void columns_arrive(void **state)
{
    (void)state;
    expect_rows(FORMAT "# one\n"
                       "[allreduce]\n"
                       "  2..15  3  ..4  2k..64k -> ring segment=1M window=2\n"
                       "\n"
                       "  16..   *  1..  0       -> 3 # by number\n"
                       "[bcast]\n"
                       "*\t*\t*\t..4k->\tpipeline",
                3);
    const tunedx_rule_t *row = rules.rows;
    assert_int_equal(row->collective, TUNEDX_ALLREDUCE);
    expect_ranks(row, 2, 15);
    expect_range(row->nodes, 3, 3);
    expect_range(row->ppn, 0, 4);
    expect_range(row->bytes, 2048, 65536);
    assert_int_equal(row->line, 4);
    assert_string_equal(row->method->algorithm->name, "ring");
    assert_int_equal(row->method->common[TUNEDX_WINDOW].number, 2);

    row++;
    assert_int_equal(row->collective, TUNEDX_ALLREDUCE);
    expect_ranks(row, 16, SIZE_MAX);
    expect_range(row->nodes, 0, SIZE_MAX);
    expect_range(row->ppn, 1, SIZE_MAX);
    expect_range(row->bytes, 0, 0);
    assert_int_equal(row->line, 6);
    assert_string_equal(row->method->algorithm->name, "recursive_doubling");

    row++;
    assert_int_equal(row->collective, TUNEDX_BCAST);
    expect_range(row->bytes, 0, 4096);
    assert_int_equal(row->line, 8);
}

static void layout_is_free(void **state)
{
    (void)state;
    expect_rows(FORMAT, 0);
    expect_rows("tunedx-rules 1", 0);
    expect_rows("\n# c\n\t tunedx-rules\t1 # c\n\n", 0);
    expect_rows(FORMAT "[gather]\n[ bcast\t] # c\n* * * * -> binomial", 1);
    expect_rows("tunedx-rules 1\r\n[bcast]\r\n* * * * -> binomial\r\n\r\n", 1);
    expect_rows(BCAST "#* * * * -> binomial\n* * * * -> binomial#x\n#", 1);
}

static void there_is_room_for_many_rows(void **state)
{
    enum { ROWS = 5000, WIDTH = 64, ROOM = ROWS * WIDTH };
    char *text = malloc(ROOM);
    size_t length = (size_t)snprintf(text, WIDTH, BCAST);

    (void)state;
    for (int i = 0; i < ROWS; i++) {
        length += (size_t)snprintf(text + length, WIDTH,
                                   "* * * %d..%d -> pipeline\n", i, i + i);
    }
    assert_true(parse_bytes(text, length));
    free(text);
    assert_int_equal(rules.count, ROWS);
    for (int i = 0; i < ROWS; i++) {
        assert_int_equal(rules.rows[i].line, i + 3);
        expect_range(rules.rows[i].bytes, (size_t)i, 2 * (size_t)i);
    }
    check_slice(&rules, TUNEDX_BCAST, 2, 1, 2);
}

/* ---- faults ---- */

static void other_formats_are_refused(void **state)
{
    (void)state;
    expect_one_fault("", 0, 1, 1, "says nothing; expected the format");
    expect_one_fault("\n", 0, 1, 1, "says nothing");
    expect_one_fault("\n # tunedx-rules 1\n", 0, 2, 2, "says nothing");
    expect_one_fault("[bcast]\n* * * * -> binomial\n", 0, 1, 1,
                     "\"[bcast]\" is not understood; expected the format");
    expect_one_fault("\n tunedx-rule 1\n", 0, 2, 2, "tunedx-rules 1");
    expect_one_fault("tunedx-rules 2\n[bcast]\n* * * * -> binomial\n", 0, 1, 14,
                     "\"2\" is not understood; expected version 1");
    expect_one_fault("tunedx-rules\n", 0, 1, 13, "the line ends");
    expect_one_fault("tunedx-rules 01\n", 0, 1, 14, "\"01\"");
    expect_one_fault("\xef\xbb\xbf" BCAST "* * * * -> 3", 1, 1, 1,
                     "byte order mark");
    expect_one_fault("{\"collectives\": {}}", 0, 1, 1, "expected the format");
    expect_one_fault("tunedx-rules 1 x\n[bcast]\n* * * * -> binomial\n", 1, 1,
                     16, "expected nothing after the version");
}

static void sections_are_refused_with_their_rows(void **state)
{
    const char *const rest = "\n* * * * -> x\n[bcast]\n* * * * -> binomial\n";
    static const struct {
        const char *line;
        size_t column;
        const char *says;
    } bad[] = {
        {"[allreduc]", 2, "did you mean \"allreduce\"?"},
        {"[Bcast]", 2, "did you mean \"bcast\"?"},
        {"[metta]", 2, "did you mean \"meta\"?"},
        {"[]", 2, "no section is called \"\""},
        {" [ bcst ]", 4, "did you mean \"bcast\"?"},
        {"[bcast", 7, "the line ends; expected ]"},
        {"[all reduce]", 6, "\"reduce]\" is not understood; expected ]"},
        {"[bcast] x", 9, "\"x\" is not understood; expected nothing"},
        {"[bcast]]", 8, "\"]\" is not understood; expected nothing"},
    };
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(text, sizeof text, FORMAT "%s%s", bad[i].line, rest);
        expect_one_fault(text, 1, 2, bad[i].column, bad[i].says);
        assert_non_null(strstr(faults[0].text, "are ignored"));
        assert_int_equal(rules.rows[0].line, 5);
    }
    expect_one_fault(FORMAT "* * * * -> x", 0, 2, 1, "expected a section");
}

static void ranges_are_refused(void **state)
{
    static const char *const bad[] = {
        "-1",
        "1-4",
        "..",
        "1..2..",
        "1...2",
        "010",
        "0x10",
        "1e6",
        "8q",
        "**",
        "x",
        "1..y",
        "x..1",
        "1.",
        ".1",
        "*..1",
        "1..010",
        "+1",
        "1..-2",
        "=",
        "5..4",
        "1k..1023",
        "99999999999999999999",
        "1..99999999999999999999",
    };
    static const char *const columns[] = {"ranks", "nodes", "ppn", "bytes"};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (size_t j = 0; j < 4; j++) {
            char text[256], says[64];

            snprintf(text, sizeof text,
                     BCAST "%s %s %s %s -> binomial\n* * * * -> pipeline\n",
                     j == 0 ? bad[i] : "*", j == 1 ? bad[i] : "*",
                     j == 2 ? bad[i] : "*", j == 3 ? bad[i] : "*");
            snprintf(says, sizeof says, "%s cannot be \"%s\"", columns[j],
                     bad[i]);
            expect_one_fault(text, 1, 3, 1 + 2 * j, says);
            assert_int_equal(rules.rows[0].line, 4);
        }
    }
    expect_one_fault(BCAST "* * * 5..4 -> 3", 0, 3, 7, "ends before it begins");
}

static void rows_are_refused(void **state)
{
    (void)state;
    expect_one_fault(BCAST "* * *", 0, 3, 6, "the line ends");
    expect_one_fault(BCAST "* * * *", 0, 3, 8, "the line ends; expected ->");
    assert_non_null(strstr(faults[0].text, "this row is ignored"));
    expect_one_fault(BCAST "->", 0, 3, 1, "expected ranks nodes ppn bytes");
    expect_one_fault(BCAST "* * * -> 3", 0, 3, 7, "expected ranks nodes");
    expect_one_fault(BCAST "* * * * * -> 3", 0, 3, 9, "no condition is");
    expect_one_fault(BCAST "* * * * binomial -> 3", 0, 3, 9,
                     "no condition is called \"binomial\"");
    assert_false(parse(BCAST "* * * * - > 3"));
    assert_int_equal(fault_count, 4);
    expect_fault(0, 3, 9, "no condition is called \"-\"");
    expect_one_fault(BCAST "* * * * ->", 0, 3, 11, "an algorithm of bcast");
    expect_one_fault(BCAST "* * * * -> # 3", 0, 3, 12, "an algorithm of bcast");
    expect_one_fault(BCAST "* * * * -> auto", 0, 3, 12, "\"auto\"");
    expect_one_fault(BCAST " * * * * ->pipline", 0, 3, 12, "\"pipeline\"?");
    expect_one_fault(BCAST "* * * * -> 3 segmnt=4", 0, 3, 14, "\"segment\"?");
    expect_one_fault(BCAST "* * * * -> 3 segment=4q", 0, 3, 22, "\"4q\"");
}

static void all_faults_are_found(void **state)
{
    (void)state;
    assert_false(parse("tunedx-rules 1 x\n"
                       "* * * * -> ring\n"
                       "[bcast]\n"
                       "3..2 x 010 1..y -> pipline\n"
                       "* * * * -> binomial\n"
                       "[bcst]\n"
                       "nothing here is looked at\n"
                       "[reduce]\n"
                       "* * * * -> ring\n"
                       "* * * * -> pipeline\n"));
    assert_int_equal(fault_count, 9);
    expect_fault(0, 1, 16, "version");
    expect_fault(1, 2, 1, "section first");
    expect_fault(2, 4, 1, "ranks cannot be");
    expect_fault(3, 4, 6, "nodes cannot be");
    expect_fault(4, 4, 8, "ppn cannot be");
    expect_fault(5, 4, 12, "bytes cannot be");
    expect_fault(6, 4, 20, "no algorithm of bcast");
    expect_fault(7, 6, 2, "no section is called");
    expect_fault(8, 9, 12, "no algorithm of reduce is called \"ring\"");
    assert_int_equal(rules.count, 2);
    assert_int_equal(rules.rows[0].line, 5);
    assert_int_equal(rules.rows[1].line, 10);
}

static void put(char *at, const char *word)
{
    while (*word != '\0') {
        *at++ = *word++;
    }
}

static void any_bytes_do_no_harm(void **state)
{
    static const char nul[] = BCAST "*\0* * * * -> binomial\n"
                                    "# \0\n* * * * -> binomial\n";
    static const char fill[] = {'*', ' ', '\n', '#', '[', '9', '(', '\0'};
    const size_t length = 1 << 20;
    char *text = malloc(length);

    (void)state;
    assert_false(parse_bytes(nul, sizeof nul - 1));
    assert_int_equal(fault_count, 1);
    expect_fault(0, 3, 1, "ranks cannot be \"*\\x00*\"");
    assert_int_equal(rules.count, 1);

    assert_non_null(text);
    for (size_t i = 0; i < sizeof fill; i++) {
        memset(text, fill[i], length);
        (void)check_rules(text, length);
        put(text, BCAST);
        (void)check_rules(text, length);
        put(text, BCAST "* * * * -> pipeline segment=");
        (void)check_rules(text, length);
    }
    memset(text, '#', length);
    put(text, BCAST "* * * * -> pipeline # ");
    text[length - 1] = '\n';
    assert_true(parse_bytes(text, length));
    assert_int_equal(rules.count, 1);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(columns_arrive, free_rules),
        cmocka_unit_test_teardown(layout_is_free, free_rules),
        cmocka_unit_test_teardown(there_is_room_for_many_rows, free_rules),
        cmocka_unit_test_teardown(other_formats_are_refused, free_rules),
        cmocka_unit_test_teardown(sections_are_refused_with_their_rows,
                                  free_rules),
        cmocka_unit_test_teardown(ranges_are_refused, free_rules),
        cmocka_unit_test_teardown(rows_are_refused, free_rules),
        cmocka_unit_test_teardown(all_faults_are_found, free_rules),
        cmocka_unit_test_teardown(any_bytes_do_no_harm, free_rules),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
