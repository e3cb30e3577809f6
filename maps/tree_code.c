/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See tree_code.h.
 */
#include "maps/tree_code.h"

#include "decision/print_rule.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 78, LETTERS = 26, METHOD_TEXT = 512 };

/* Lines of words. */
typedef struct lines {
    tunedx_writer_t writer;
    const char *keyword; /* that each line begins with */
    size_t begin;        /* of the current one */
} lines_t;

static void begin_lines(lines_t *lines, const char *keyword)
{
    lines->keyword = keyword;
    lines->begin = lines->writer.length;
    tunedx_write(&lines->writer, "  %s", keyword);
}

static void write_word(lines_t *lines, const char *word)
{
    if (lines->writer.length - lines->begin + strlen(word) > LINE) {
        tunedx_write(&lines->writer, "\n");
        begin_lines(lines, lines->keyword);
    }
    tunedx_write(&lines->writer, " %s", word);
}

/* ---- the head ---- */

static void write_axis(lines_t *lines, const char *keyword,
                       const tunedx_axis_t *axis)
{
    char word[32];

    begin_lines(lines, keyword);
    for (size_t i = 0; i < axis->count; i++) {
        tunedx_writer_t writer = tunedx_writer(word, sizeof word);

        tunedx_write_number(&writer, axis->points[i]);
        write_word(lines, word);
    }
    tunedx_write(&lines->writer, "\n");
}

/* a to z, aa to az, ba ... */
static void name_letter(size_t number, char *name)
{
    size_t letters = 1, names = LETTERS;

    while (number >= names) {
        number -= names;
        names *= LETTERS;
        letters++;
    }
    name[letters] = '\0';
    while (letters-- > 0) {
        name[letters] = (char)('a' + number % LETTERS);
        number /= LETTERS;
    }
}

/* ---- the code ---- */

/* Which methods have leaves, and their letters: by first leaf. */
typedef struct letters {
    size_t *methods; /* of every letter */
    size_t *letters; /* of every method; SIZE_MAX: none */
    size_t count;
} letters_t;

static void find_letters(const tunedx_quadtree_t *tree, letters_t *letters)
{
    for (size_t i = 0; i < tree->map->methods_count; i++) {
        letters->letters[i] = SIZE_MAX;
    }
    for (size_t i = 0; i < tree->nodes_count; i++) { /* in preorder */
        const tunedx_node_t *node = &tree->nodes[i];

        if (tunedx_node_is_leaf(node) &&
            letters->letters[node->method] == SIZE_MAX) {
            letters->methods[letters->count] = node->method;
            letters->letters[node->method] = letters->count++;
        }
    }
}

/* Points of the axes, without the tests. */
typedef struct region {
    size_t north, south, west, east;
} region_t;

static unsigned middle_of(size_t first, size_t end)
{
    return end - first > 1 ? (unsigned)tunedx_axis_middle(first, end)
                           : TUNEDX_NO_CUT;
}

/* What comes before the children.  Halves need no cut. */
static void write_question(lines_t *lines, const tunedx_quadtree_t *tree,
                           const region_t *region, const tunedx_node_t *node)
{
    char word[64];
    tunedx_writer_t writer = tunedx_writer(word, sizeof word);

    if (node->test == TUNEDX_NODE_POWER_OF_TWO) {
        write_word(lines, "{ power_of_two");
        return;
    }
    if (node->test == TUNEDX_NODE_EXPO_GAP) {
        tunedx_write(&writer, "{ expo_gap 0..%d", node->widest);
        write_word(lines, word);
        return;
    }
    write_word(lines, "(");
    if (node->south != middle_of(region->north, region->south) ||
        node->east != middle_of(region->west, region->east)) {
        if (node->south != TUNEDX_NO_CUT) {
            tunedx_write_number(&writer, tree->ranks.points[node->south]);
        }
        tunedx_write(&writer, ":");
        if (node->east != TUNEDX_NO_CUT) {
            tunedx_write_number(&writer, tree->bytes.points[node->east]);
        }
        write_word(lines, word);
    }
}

static void write_node(lines_t *lines, const tunedx_quadtree_t *tree,
                       const letters_t *letters, const region_t *region,
                       const tunedx_node_t *node)
{
    char word[32];

    if (tunedx_node_is_leaf(node)) {
        name_letter(letters->letters[node->method], word);
        write_word(lines, word);
        return;
    }
    const bool is_cut = node->test == TUNEDX_NODE_QUADRANTS;
    write_question(lines, tree, region, node);
    for (int child = 0; child < 4; child++) {
        region_t part = *region;

        if (is_cut && node->south != TUNEDX_NO_CUT) {
            *(child >= 2 ? &part.north : &part.south) = node->south;
        }
        if (is_cut && node->east != TUNEDX_NO_CUT) {
            *(child % 2 == 1 ? &part.west : &part.east) = node->east;
        }
        if (node->children[child] != NULL) {
            write_node(lines, tree, letters, &part, node->children[child]);
        }
    }
    write_word(lines, is_cut ? ")" : "}");
}

static void write_methods(lines_t *lines, const tunedx_map_t *map,
                          const letters_t *letters)
{
    char text[METHOD_TEXT], name[16];

    for (size_t i = 0; i < letters->count; i++) {
        tunedx_method_print(map->methods[letters->methods[i]], text,
                            sizeof text);
        name_letter(i, name);
        tunedx_write(&lines->writer, "  %s = %s\n", name, text);
    }
}

size_t tunedx_tree_write(const tunedx_quadtree_t *tree,
                         const tunedx_tree_scope_t *scope, char *text,
                         size_t size)
{
    const size_t methods = tree->map->methods_count;
    size_t *numbers = calloc(2 * methods, sizeof *numbers);
    letters_t letters = {.methods = numbers};
    lines_t lines = {.writer = tunedx_writer(text, size)};

    if (numbers == NULL) {
        return 0;
    }
    letters.letters = numbers + methods;
    find_letters(tree, &letters);
    tunedx_write(&lines.writer, "tree nodes=");
    tunedx_write_range(&lines.writer, scope->nodes);
    tunedx_write(&lines.writer, " ppn=");
    tunedx_write_range(&lines.writer, scope->ppn);
    tunedx_write(&lines.writer, "\n");
    write_axis(&lines, "ranks", &tree->ranks);
    write_axis(&lines, "bytes", &tree->bytes);
    if (tree->boundary == TUNEDX_BOUNDARY_GEOMETRIC) {
        tunedx_write(&lines.writer, "  boundary geometric\n");
    }
    write_methods(&lines, tree->map, &letters);
    begin_lines(&lines, "code");
    write_node(&lines, tree, &letters,
               &(region_t){
                   .south = tree->ranks.count,
                   .east = tree->bytes.count,
               },
               tree->nodes);
    tunedx_write(&lines.writer, "\nend\n");
    free(numbers);
    return lines.writer.length;
}

/* ---- rows ---- */

/* Reads what was written; lines are numbered from 1. */
static bool read_back(const char *text, size_t length, tunedx_arena_t *arena,
                      tunedx_tree_text_t *block, tunedx_tree_rows_t *rows)
{
    tunedx_complaint_t complaint;
    int line = 0;

    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        tunedx_cursor_t cursor = {
            .text = text + at,
            .length = (size_t)(end - (text + at)),
        };
        bool is_good;

        at += cursor.length + 1;
        line++;
        if (at == length) { /* "end" */
            return tunedx_tree_text_expand(block, &line, &complaint, rows);
        }
        if (line == 1) {
            tunedx_take_word(&cursor, ""); /* "tree" */
            is_good =
                tunedx_tree_text_begin(block, arena, &cursor, line, &complaint);
        } else {
            is_good = tunedx_tree_text_take(block, &cursor, line, &complaint);
        }
        if (!is_good) {
            return false;
        }
    }
    return false;
}

/* The method of the map that a letter of the block stands for: both number the
 * leaves' methods in the same order. */
static void name_methods(const letters_t *letters, tunedx_tree_rows_t *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        rows->rows[i].method = letters->methods[rows->rows[i].method];
    }
}

static bool put_exceptions(const tunedx_quadtree_t *tree, tunedx_arena_t *arena,
                           tunedx_tree_rows_t *rows)
{
    const size_t count = tree->exceptions_count + rows->count;
    tunedx_tree_row_t *all = tunedx_arena_take_array(arena, count, sizeof *all);
    size_t made = 0;

    if (all == NULL) {
        return false;
    }
    for (size_t i = 0; i < tree->exceptions_count; i++) {
        const tunedx_exception_t *exception = &tree->exceptions[i];
        const size_t ranks = tree->ranks.points[exception->ranks];
        const bool is_last = exception->end == tree->map->bytes_count;

        all[made] = (tunedx_tree_row_t){
            .ranks = {.first = ranks, .last = ranks},
            .expo_gap = {.first = 0, .last = SIZE_MAX},
            .method = exception->method,
        };
        tunedx_axis_range(&tree->bytes, exception->first,
                          is_last ? tree->bytes.count : exception->end,
                          &all[made++].bytes);
    }
    if (rows->count > 0) {
        memcpy(all + made, rows->rows, rows->count * sizeof *all);
    }
    *rows = (tunedx_tree_rows_t){.rows = all, .count = count};
    return true;
}

bool tunedx_tree_rows(const tunedx_quadtree_t *tree, tunedx_arena_t *arena,
                      tunedx_tree_rows_t *rows)
{
    const tunedx_tree_scope_t scope = {
        .nodes = {.first = 0, .last = SIZE_MAX},
        .ppn = {.first = 0, .last = SIZE_MAX},
    };
    const size_t methods = tree->map->methods_count;
    const size_t length = tunedx_tree_write(tree, &scope, (char[1]){0}, 1);
    char *text = tunedx_arena_take(arena, length + 1);
    size_t *numbers =
        tunedx_arena_take_array(arena, 2 * methods, sizeof *numbers);
    tunedx_tree_text_t block;
    tunedx_tree_rows_t read = {.count = 0};

    if (length == 0 || text == NULL || numbers == NULL) {
        return false;
    }
    letters_t letters = {.methods = numbers, .letters = numbers + methods};
    find_letters(tree, &letters);
    tunedx_tree_write(tree, &scope, text, length + 1);
    if (!read_back(text, length, arena, &block, &read)) {
        return false;
    }
    name_methods(&letters, &read);
    if (!put_exceptions(tree, arena, &read)) {
        return false;
    }
    *rows = read;
    return true;
}

size_t tunedx_tree_row_write(const tunedx_map_t *map,
                             const tunedx_tree_row_t *row,
                             const tunedx_tree_scope_t *scope, char *text,
                             size_t size)
{
    tunedx_rule_t rule = {
        .collective = map->class.collective,
        .ranks = {.ranges = &row->ranks, .count = 1},
        .nodes = scope->nodes,
        .ppn = scope->ppn,
        .bytes = row->bytes,
        .expo_gap = row->expo_gap,
        .method = map->methods[row->method],
    };

    if (row->power_of_two != 0) {
        rule.conditions =
            tunedx_condition_named("power_of_two", row->power_of_two > 0);
    }
    return tunedx_rule_print(&rule, text, size);
}
