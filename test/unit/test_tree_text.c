/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decision trees as text: which rows a block stands for, and what is said of
 * one that is not understood.
 */
#include "cmocka_test.h"
#include "decision/tree_text.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 128 };

/* ---- blocks ---- */

typedef struct block {
    tunedx_arena_t arena;
    tunedx_tree_text_t tree;
    tunedx_tree_rows_t rows;
    tunedx_complaint_t complaint;
    int line;
} block_t;

/* Reads the lines up to the one that is NULL; true when all is understood. */
static bool read_block(block_t *block, const char *const *lines)
{
    *block = (block_t){.line = 1};
    for (; *lines != NULL; lines++, block->line++) {
        tunedx_cursor_t cursor = {.text = *lines, .length = strlen(*lines)};

        if (block->line == 1
                ? !tunedx_tree_text_begin(&block->tree, &block->arena, &cursor,
                                          1, &block->complaint)
                : !tunedx_tree_text_take(&block->tree, &cursor, block->line,
                                         &block->complaint)) {
            return false;
        }
    }
    return tunedx_tree_text_expand(&block->tree, &block->line,
                                   &block->complaint, &block->rows);
}

/* The letter of the method that serves a call. */
static char letter_of(const block_t *block, int ranks, size_t bytes)
{
    for (size_t i = 0; i < block->rows.count; i++) {
        const tunedx_tree_row_t *row = &block->rows.rows[i];

        if (tunedx_tree_row_holds(row, ranks, bytes)) {
            return block->tree.methods[row->method].letter.text[0];
        }
    }
    return '-';
}

static void a_block_stands_for_its_leaves(void **state)
{
    static const char *const lines[] = {
        "nodes=2.. ppn=4",
        "ranks 2 4 8",
        "ranks 16 32",
        "bytes 1 16 256 4k 64k 1M",
        "a = binomial",
        "  b=chain segment=8k ",
        "code (a a b",
        "code   (a b b b))",
        NULL,
    };
    block_t block;

    (void)state;
    assert_true(read_block(&block, lines));
    assert_int_equal(block.rows.count, 7);
    assert_true(block.tree.nodes.first == 2 &&
                block.tree.nodes.last == SIZE_MAX &&
                block.tree.ppn.first == 4 && block.tree.ppn.last == 4);
    /* The first half of five rank counts is 2 and 4. */
    assert_int_equal(letter_of(&block, 7, 1), 'a');
    assert_int_equal(letter_of(&block, 2, 1 << 20), 'a');
    assert_int_equal(letter_of(&block, 8, 1), 'b');
    assert_int_equal(letter_of(&block, 8, 4096), 'a');
    assert_int_equal(letter_of(&block, 15, 65535), 'a');
    assert_int_equal(letter_of(&block, 15, 65536), 'b');
    assert_int_equal(letter_of(&block, 16, 4096), 'b');
    assert_int_equal(letter_of(&block, 1000, SIZE_MAX), 'b');
    assert_int_equal(block.tree.methods[1].text.length,
                     strlen("chain segment=8k "));
    assert_int_equal(block.tree.methods[1].line, 6);
    assert_int_equal(block.tree.methods[1].text.at, 4);
    tunedx_arena_free(&block.arena);
}

/* A single point of an axis is not halved. */
static void halves_of_one_axis_are_two(void **state)
{
    static const char *const lines[] = {
        "",    "ranks 8", "bytes 1 100 10k", "a=x",
        "b=y", "c=z",     "code (a (b c))",  NULL,
    };
    static const char *const columns[] = {
        "",    "ranks 8 9 10", "bytes 1",        "a=x",
        "b=y", "c=z",          "code (a (b c))", NULL,
    };
    block_t block;

    (void)state;
    assert_true(read_block(&block, lines));
    assert_int_equal(letter_of(&block, 3, 99), 'a');
    assert_int_equal(letter_of(&block, 3, 100), 'b');
    assert_int_equal(letter_of(&block, 3, 10240), 'c');
    tunedx_arena_free(&block.arena);
    assert_true(read_block(&block, columns));
    assert_int_equal(letter_of(&block, 8, 0), 'a');
    assert_int_equal(letter_of(&block, 9, 0), 'b');
    assert_int_equal(letter_of(&block, 11, 0), 'c');
    tunedx_arena_free(&block.arena);
}

static void tests_look_at_the_ranks(void **state)
{
    static const char *const lines[] = {
        "",
        "ranks 2",
        "bytes 1",
        "a=x",
        "b=y",
        "c=z",
        "d=w",
        "code { power_of_two a {expo_gap 2..3 b {expo_gap 1 c d} } }",
        NULL,
    };
    block_t block;

    (void)state;
    assert_true(read_block(&block, lines));
    for (int ranks = 2; ranks < 300; ranks++) {
        int gap = 0; /* as Rabenseifner has it, by its definition */
        for (int i = 0; i < 10; i++) {
            for (int k = i + 1; k < 10; k++) {
                const int between =
                    (ranks >> (i + 1)) & ((1 << (k - i - 1)) - 1);

                if ((ranks >> i & 1) && (ranks >> k & 1) && between == 0) {
                    gap = k - i > gap ? k - i : gap;
                }
            }
        }
        assert_int_equal(letter_of(&block, ranks, 5), gap == 0 ? 'a'
                                                      : gap == 2 || gap == 3
                                                          ? 'b'
                                                      : gap == 1 ? 'c'
                                                                 : 'd');
    }
    tunedx_arena_free(&block.arena);
}

/* What a test lets through can be tested again: one side stays empty. */
static void tests_within_tests(void **state)
{
    static const char *const lines[] = {
        "",
        "ranks 2",
        "bytes 1",
        "a=x",
        "b=y",
        "c=z",
        /* NOLINTNEXTLINE(*-missing-comma): one line of the text. */
        "code {power_of_two {power_of_two a b} {power_of_two b "
        "{expo_gap * c {expo_gap 0 b b}}}}",
        NULL,
    };
    block_t block;

    (void)state;
    assert_true(read_block(&block, lines));
    for (int ranks = 2; ranks < 70; ranks++) {
        assert_int_equal(letter_of(&block, ranks, 5),
                         (ranks & (ranks - 1)) == 0 ? 'a' : 'c');
    }
    tunedx_arena_free(&block.arena);
}

static void the_boundary_may_be_geometric(void **state)
{
    static const char *const lines[] = {
        "nodes=*", "ranks 2 8", "bytes 16 256",   "boundary geometric",
        "a=x",     "b=y",       "code (a b b a)", NULL,
    };
    block_t block;

    (void)state;
    assert_true(read_block(&block, lines));
    assert_int_equal(letter_of(&block, 7, 63), 'a');
    assert_int_equal(letter_of(&block, 7, 64), 'b');
    assert_int_equal(letter_of(&block, 8, 63), 'b');
    tunedx_arena_free(&block.arena);
}

/* Cuts say where the second halves begin, on one axis or both. */
static void cuts_are_where_they_are_named(void **state)
{
    static const char *const lines[] = {
        "",
        "ranks 2 4 8 16",
        "bytes 1 1k 64k 1M",
        "a=x",
        "b=y",
        "c=z",
        "d=w",
        "code (8:64k a (:1M b c)",
        "code  (16: c d) d)",
        NULL,
    };
    block_t block;

    (void)state;
    assert_true(read_block(&block, lines));
    assert_int_equal(letter_of(&block, 3, 65535), 'a');
    assert_int_equal(letter_of(&block, 7, 65536), 'b');
    assert_int_equal(letter_of(&block, 7, 1 << 20), 'c');
    assert_int_equal(letter_of(&block, 8, 65535), 'c');
    assert_int_equal(letter_of(&block, 16, 65535), 'd');
    assert_int_equal(letter_of(&block, 8, 65536), 'd');
    tunedx_arena_free(&block.arena);
}

/* ---- faults ---- */

/* Lines after a good head, separated by |; where the fault is and part of what
 * is said. */
typedef struct fault {
    const char *lines;
    int line;
    size_t column;
    const char *said;
} fault_t;

static const fault_t faults[] = {
    {"ranks", 2, 6, "the line ends; expected the points"},
    {"ranks 4 2", 2, 9, "points that grow"},
    {"ranks 4 4 5", 2, 11, "only the last one may be repeated"},
    {"bytes 1 x", 2, 9, "\"x\" is not understood; expected the points"},
    {"bytes 18446744073709551615", 2, 7, "expected the points"},
    {"boundary", 2, 9, "expected next or geometric"},
    {"boundary middle", 2, 10, "expected next or geometric"},
    {"boundary next x", 2, 15, "expected nothing after the boundary"},
    {"A = x", 2, 1, "expected ranks, bytes, boundary, code, end"},
    {"abcd = x", 2, 1, "expected ranks, bytes"},
    {"a x", 2, 1, "expected ranks, bytes"},
    {"a = x|a = y", 3, 1, "expected another letter"},
    {"code a|b = x", 3, 1, "the code comes last"},
    {"bytes 1|a = x|code a", 5, 1, "without a line that begins with ranks"},
    {"ranks 1|a = x|code a", 5, 1, "without a line that begins with bytes"},
    {"ranks 1|bytes 1|a = x", 5, 1, "without a line that begins with code"},
    {"ranks 1|bytes 1|a=x|code", 5, 5, "the code is not complete"},
    {"ranks 1|bytes 1 2|a=x|code (a", 5, 8, "the code is not complete"},
    {"ranks 1|bytes 1 2|a=x|code (a a", 5, 10, "expected ) after two"},
    {"ranks 1|bytes 1 2|a=x|code (:3 a a)", 5, 7, "the second halves begin"},
    {"ranks 1|bytes 1 2|a=x|code (:1 a a)", 5, 7, "inside of this block"},
    {"ranks 1|bytes 1 2|a=x|code (: a a)", 5, 7, "as 16:64k"},
    {"ranks 1|bytes 1 2|a=x|code (2 a a)", 5, 7, "as 16:64k"},
    {"ranks 1|bytes 1 2|a=x|code (1:2 a a)", 5, 7, "points of ranks"},
    {"ranks 1|bytes 1 2|a=x|code (:2:2 a a)", 5, 7, "as 16:64k"},
    {"ranks 1|bytes 1 2 2|a=x|code (a (:2 a a))", 5, 10, "as 16:64k"},
    {"ranks 1|bytes 1 2 4|a=x|code (:2 (:2 a a) a)", 5, 11, "as 16:64k"},
    {"ranks 1 2|bytes 1 2|a=x|code (2: a a a a)", 5, 14, ") after two"},
    {"ranks 1|bytes 1 2|a=x|code (a a a)", 5, 11, "expected ) after two"},
    {"ranks 1 2|bytes 1 2|a=x|code (a a a)", 5, 12, "expected ( or {"},
    {"ranks 1 2|bytes 1 2|a=x|code (a a a a a)", 5, 15,
     "expected ) after four"},
    {"ranks 1|bytes 1|a=x|code (a a)", 5, 6, "one point is left"},
    {"ranks 1|bytes 1|a=x|code b", 5, 6, "\"b\" is not understood"},
    {"ranks 1|bytes 1|a=x|code a|code a", 6, 6, "expected end after the tree"},
    {"ranks 1|bytes 1|a=x|code {odd a a}", 5, 7,
     "expected power_of_two or expo_gap"},
    {"ranks 1|bytes 1|a=x|code {expo_gap 3..1 a a}", 5, 16,
     "expected a range of gaps"},
    {"ranks 1|bytes 1|a=x|code {power_of_two a}", 5, 21, "expected ( or {"},
    {"ranks 1|bytes 1|a=x|code {power_of_two a a a", 5, 24,
     "expected } after two"},
};

static void faults_are_named_where_they_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        char text[TEXT];
        const char *lines[16] = {"nodes=1"};
        block_t block;
        int count = 1;

        snprintf(text, sizeof text, "%s", faults[i].lines);
        for (char *at = strtok(text, "|"); at != NULL; at = strtok(NULL, "|")) {
            lines[count++] = at;
        }
        assert_false(read_block(&block, lines));
        if (block.line != faults[i].line ||
            block.complaint.column != faults[i].column ||
            strstr(block.complaint.text, faults[i].said) == NULL) {
            fail_msg("%s: line %d, column %zu: %s", faults[i].lines, block.line,
                     block.complaint.column, block.complaint.text);
        }
        tunedx_arena_free(&block.arena);
    }
}

static void heads_are_refused(void **state)
{
    static const char *const heads[] = {
        "node=1",  "nodes=",        "nodes 1",         "nodes=4..2",
        "ppn=4 4", "ppn=1 ppn=2",   "nodes=1 nodes=1", "nodes=..",
        "=",       "nodes=1 ppn=x",
    };

    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        const char *const lines[] = {heads[i], NULL};
        block_t block;

        assert_false(read_block(&block, lines));
        assert_int_equal(block.line, 1);
        assert_non_null(
            strstr(block.complaint.text, "expected nodes= or ppn="));
        tunedx_arena_free(&block.arena);
    }
}

/* Deep nesting is refused, not run out of stack. */
static void nesting_has_an_end(void **state)
{
    static char code[20 + 1000 * 16] = "code ";
    const char *const lines[] = {"", "ranks 1", "bytes 1", "a=x", code, NULL};
    block_t block;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        memcpy(code + 5 + (ptrdiff_t)16 * i, "{power_of_two   ", 16);
    }
    assert_false(read_block(&block, lines));
    assert_non_null(strstr(block.complaint.text, "at most 128 nodes"));
    tunedx_arena_free(&block.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_stands_for_its_leaves),
        cmocka_unit_test(halves_of_one_axis_are_two),
        cmocka_unit_test(tests_look_at_the_ranks),
        cmocka_unit_test(tests_within_tests),
        cmocka_unit_test(the_boundary_may_be_geometric),
        cmocka_unit_test(faults_are_named_where_they_are),
        cmocka_unit_test(cuts_are_where_they_are_named),
        cmocka_unit_test(heads_are_refused),
        cmocka_unit_test(nesting_has_an_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
