/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tree in memory, as a block of a rules file and as rows says the same of
 * every call: at all points, between them and beyond.
 */
#include "cmocka_test.h"
#include "made_map.h"
#include "maps/tree_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 18, ROW = 256 };

static const tunedx_tree_scope_t scope = {
    .nodes = {.first = 2, .last = SIZE_MAX},
    .ppn = {.first = 4, .last = 4},
};

/* The text of the tree, made in `text`. */
static size_t write_tree(const tunedx_quadtree_t *tree, char *text)
{
    const size_t length = tunedx_tree_write(tree, &scope, text, TEXT);

    assert_true(length > 0 && length < TEXT);
    assert_int_equal(strlen(text), length);
    return length;
}

/* Reads the text as the parser of rules does. */
static void read_tree(const char *text, tunedx_arena_t *arena,
                      tunedx_tree_text_t *block, tunedx_tree_rows_t *rows)
{
    tunedx_complaint_t complaint;
    int line = 1;

    for (const char *end; (end = strchr(text, '\n')) != NULL;
         text = end + 1, line++) {
        tunedx_cursor_t cursor = {.text = text, .length = (size_t)(end - text)};
        const size_t indent = strspn(text, " ");

        assert_true(cursor.length <= 80);
        assert_true(line == 1 || strncmp(text, "end", 3) == 0 || indent == 2);
        if (line == 1) {
            assert_true(tunedx_word_is(tunedx_take_word(&cursor, ""), "tree"));
            assert_true(tunedx_tree_text_begin(block, arena, &cursor, line,
                                               &complaint));
        } else if (strncmp(text, "end", 3) != 0) {
            assert_true(
                tunedx_tree_text_take(block, &cursor, line, &complaint));
        }
    }
    assert_true(tunedx_tree_text_expand(block, &line, &complaint, rows));
}

/* The first row that holds. */
static const tunedx_tree_row_t *find_row(const tunedx_tree_rows_t *rows,
                                         size_t ranks, size_t bytes)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (tunedx_tree_row_holds(&rows->rows[i], (int)ranks, bytes)) {
            return &rows->rows[i];
        }
    }
    return NULL;
}

/* The method of a row of the block, parsed. */
static size_t method_of(const tunedx_map_t *map, tunedx_arena_t *arena,
                        const tunedx_tree_text_t *block,
                        const tunedx_tree_row_t *row)
{
    tunedx_complaint_t complaint;

    if (row->method >= block->methods_count || block->methods == NULL) {
        fail();
        return 0;
    }
    const tunedx_word_t text = block->methods[row->method].text;
    const tunedx_method_t *method = tunedx_method_parse(
        arena, TUNEDX_BCAST, text.text, text.length, &complaint);
    size_t i = 0;

    assert_non_null(method);
    while (!tunedx_method_equal(map->methods[i], method)) {
        i++;
        assert_true(i < map->methods_count);
    }
    return i;
}

static void compare_at(const tunedx_quadtree_t *tree,
                       const tunedx_tree_rows_t *rows,
                       const tunedx_tree_text_t *block,
                       const tunedx_tree_rows_t *leaves, size_t ranks,
                       size_t bytes)
{
    const size_t method = tunedx_quadtree_find(tree, ranks, bytes);
    const tunedx_tree_row_t *row = find_row(rows, ranks, bytes);
    tunedx_arena_t arena = tunedx_arena_empty();

    assert_non_null(row);
    assert_int_equal(row->method, method);
    if ((size_t)(row - rows->rows) >= tree->exceptions_count) {
        const tunedx_tree_row_t *leaf = find_row(leaves, ranks, bytes);

        assert_non_null(leaf);
        assert_int_equal(method_of(tree->map, &arena, block, leaf), method);
    }
    tunedx_arena_free(&arena);
}

/* Points of both axes, their neighbours, and beyond. */
static void compare_everywhere(const tunedx_quadtree_t *tree)
{
    static char text[TEXT];
    const tunedx_map_t *map = tree->map;
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_tree_text_t block = {.arena = NULL};
    tunedx_tree_rows_t rows = {.count = 0}, leaves = {.count = 0};

    write_tree(tree, text);
    read_tree(text, &arena, &block, &leaves);
    assert_true(block.ppn.first == 4 && block.nodes.last == SIZE_MAX);
    assert_true(tunedx_tree_rows(tree, &arena, &rows));
    assert_int_equal(rows.count, tree->exceptions_count + leaves.count);
    for (size_t ranks = 1; ranks < 100; ranks++) {
        compare_at(tree, &rows, &block, &leaves, ranks, 0);
        compare_at(tree, &rows, &block, &leaves, ranks, SIZE_MAX);
        for (size_t k = 0; k < map->bytes_count; k++) {
            const size_t bytes = map->bytes[k];

            for (size_t near = 0; near < 3; near++) {
                compare_at(tree, &rows, &block, &leaves, ranks,
                           bytes + near - (bytes > 0));
            }
            compare_at(tree, &rows, &block, &leaves, ranks,
                       tree->bytes.starts[k]);
            compare_at(tree, &rows, &block, &leaves, ranks,
                       bytes + bytes / 3 + 1);
        }
    }
    tunedx_arena_free(&arena);
}

/* Whether the text has a cut that is not in the middle. */
static bool has_cut(const tunedx_quadtree_t *tree)
{
    static char text[TEXT];

    write_tree(tree, text);
    return strchr(strstr(text, "  code "), ':') != NULL;
}

static void encodings_say_the_same(void **state)
{
    random_t random = {.state = 5};
    size_t tested = 0, excepted = 0, cut = 0;

    (void)state;
    for (int i = 0; i < 60; i++) {
        tunedx_quadtree_options_t options = tunedx_quadtree_exact();
        tunedx_quadtree_t tree;
        made_map_t made;

        options.by_time = random_chance(&random, 70);
        options.pads = random_chance(&random, 30);
        options.boundary = (tunedx_boundary_t)random_below(&random, 2);
        options.tests = (unsigned)random_below(&random, 4);
        options.cuts_best = random_chance(&random, 50);
        options.most_depth = (size_t)random_below(&random, 8);
        if (random_chance(&random, 50)) {
            options.exception_penalty = 0.3;
        }
        made_random(&made, &random);
        assert_true(tunedx_quadtree_build(&made.map, &options, &tree));
        compare_everywhere(&tree);
        for (size_t k = 0; k < tree.nodes_count; k++) {
            tested += tree.nodes[k].test != TUNEDX_NODE_QUADRANTS;
        }
        excepted += tree.exceptions_count;
        cut += has_cut(&tree);
        tunedx_quadtree_free(&tree);
        made_free(&made);
    }
    assert_true(tested > 10 && excepted > 10 && cut > 10); /* all were there */
}

/* ---- texts ---- */

static double halves(void *context, int method, size_t ranks, size_t bytes)
{
    (void)context;
    return method == (bytes < 100 ? 1 : 3) ? (double)ranks : 1000;
}

static void a_small_tree(tunedx_quadtree_t *tree, made_map_t *made)
{
    static const size_t ranks[] = {2}, bytes[] = {1, 64, 1024};
    const tunedx_quadtree_options_t options = tunedx_quadtree_exact();

    made_fill(made, ranks, 1, bytes, 3, halves, NULL);
    assert_true(tunedx_quadtree_build(&made->map, &options, tree));
}

static void a_block_is_written(void **state)
{
    tunedx_quadtree_t tree;
    made_map_t made;
    char text[1024];

    (void)state;
    a_small_tree(&tree, &made);
    const size_t length = tunedx_tree_write(&tree, &scope, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(text, "tree nodes=2.. ppn=4\n"
                              "  ranks 2\n"
                              "  bytes 1 64 1k\n"
                              "  a = binomial\n"
                              "  b = pipeline segment=1k\n"
                              "  code ( a ( a b ) )\n"
                              "end\n");
    /* What does not fit is left out. */
    assert_int_equal(tunedx_tree_write(&tree, &scope, text, 10), length);
    assert_string_equal(text, "tree node");
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* Without conditions rows are those that any parser of rules reads. */
static void rows_are_written(void **state)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_tree_rows_t rows = {.count = 0};
    tunedx_quadtree_t tree;
    made_map_t made;
    char text[ROW];

    (void)state;
    a_small_tree(&tree, &made);
    assert_true(tunedx_tree_rows(&tree, &arena, &rows));
    assert_int_equal(rows.count, 3);
    tunedx_tree_row_write(&made.map, &rows.rows[1], &scope, text, sizeof text);
    assert_string_equal(text,
                        "  *        2..    4      64..1023    -> binomial");
    rows.rows[2].ranks = (tunedx_range_t){.first = 6, .last = 6};
    rows.rows[2].power_of_two = -1;
    rows.rows[2].expo_gap = (tunedx_range_t){.first = 0, .last = 2};
    tunedx_tree_row_write(&made.map, &rows.rows[2], &scope, text, sizeof text);
    assert_string_equal(text, "  6        2..    4      1k..        "
                              "!power_of_two expo_gap=..2 -> "
                              "pipeline segment=1k");
    tunedx_arena_free(&arena);
    tunedx_quadtree_free(&tree);
    made_free(&made);
}

/* ---- as a rules file ---- */

static void no_fault(void *context, const char *name, int line, size_t column,
                     const char *text)
{
    (void)context;
    fail_msg("%s:%d:%zu: %s", name, line, column, text);
}

static bool is_exception(const tunedx_quadtree_t *tree, size_t ranks)
{
    for (size_t i = 0; i < tree->exceptions_count; i++) {
        if (tree->ranks.points[tree->exceptions[i].ranks] == ranks) {
            return true;
        }
    }
    return false;
}

/* Whether the rules decide as the tree does, which may leave ranks that are
 * exceptions to others. */
static void compare_rules(const tunedx_quadtree_t *tree, const char *text,
                          size_t length, bool has_exceptions)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_rules_t rules;

    assert_true(tunedx_rules_parse(&arena, "rules", text, length, no_fault,
                                   NULL, &rules));
    for (int ranks = 1; ranks < 100; ranks++) {
        for (size_t k = 0; k < tree->map->bytes_count; k++) {
            const tunedx_key_t key = {
                .collective = TUNEDX_BCAST,
                .size = ranks,
                .nodes = 2,
                .ppn = 4,
                .bytes = tree->map->bytes[k] + (size_t)(ranks % 3),
            };
            const tunedx_rule_t *rule = tunedx_rules_find(&rules, 0, &key);
            const size_t method =
                tunedx_quadtree_find(tree, (size_t)ranks, key.bytes);

            assert_non_null(rule);
            if (has_exceptions || !is_exception(tree, (size_t)ranks)) {
                assert_true(tunedx_method_equal(rule->method,
                                                tree->map->methods[method]));
            }
        }
    }
    tunedx_arena_free(&arena);
}

static void compare_rows(const tunedx_quadtree_t *tree)
{
    static char text[TEXT];
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_writer_t writer = tunedx_writer(text, sizeof text);
    tunedx_tree_rows_t rows = {.count = 0};
    char row[ROW];

    assert_true(tunedx_tree_rows(tree, &arena, &rows));
    tunedx_write(&writer, "tunedx-rules 1\n[bcast]\n");
    for (size_t i = 0; i < rows.count; i++) {
        assert_true(tunedx_tree_row_write(tree->map, &rows.rows[i], &scope, row,
                                          sizeof row) < sizeof row);
        tunedx_write(&writer, "%s\n", row);
    }
    assert_true(writer.length < sizeof text);
    compare_rules(tree, text, writer.length, true);
    tunedx_arena_free(&arena);
}

static void compare_block(const tunedx_quadtree_t *tree)
{
    static const char head[] = "tunedx-rules 1\n[bcast]\n";
    static char text[TEXT];
    const size_t used = sizeof head - 1;

    memcpy(text, head, used);
    const size_t length =
        tunedx_tree_write(tree, &scope, text + used, TEXT - used);
    assert_true(length + used < TEXT);
    compare_rules(tree, text, used + length, false);
}

static void rules_say_the_same(void **state)
{
    random_t random = {.state = 9};

    (void)state;
    for (int i = 0; i < 20; i++) {
        tunedx_quadtree_options_t options = tunedx_quadtree_exact();
        tunedx_quadtree_t tree;
        made_map_t made;

        options.by_time = true;
        options.tests = 3;
        options.cuts_best = i % 2 == 0;
        options.boundary = (tunedx_boundary_t)random_below(&random, 2);
        options.most_depth = (size_t)random_below(&random, 7);
        options.exception_penalty = 0.4;
        made_random(&made, &random);
        assert_true(tunedx_quadtree_build(&made.map, &options, &tree));
        compare_rows(&tree);
        compare_block(&tree);
        tunedx_quadtree_free(&tree);
        made_free(&made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encodings_say_the_same),
        cmocka_unit_test(a_block_is_written),
        cmocka_unit_test(rows_are_written),
        cmocka_unit_test(rules_say_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
