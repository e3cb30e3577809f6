/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parser of rules texts: a tree, which becomes one row for each leaf.  A
 * tree with a fault in it gives no row.
 */
#include "decision/reader.h"

#include <string.h>

#define AND_THEN "; this tree is ignored"

/* Reports a fault at `line` and gives the tree up. */
static void refuse_tree(tunedx_reader_t *reader, int line,
                        tunedx_complaint_t *complaint)
{
    const int own_line = reader->line;
    const size_t used = strlen(complaint->text);

    if (used + sizeof AND_THEN <= sizeof complaint->text) {
        memcpy(complaint->text + used, AND_THEN, sizeof AND_THEN);
    }
    reader->line = line;
    tunedx_reader_report(reader, complaint);
    reader->line = own_line;
    reader->is_tree_good = false;
}

/* The methods of the letters; NULL and reported when one is none. */
static const tunedx_method_t **parse_methods(tunedx_reader_t *reader)
{
    const tunedx_tree_text_t *tree = &reader->tree;
    const tunedx_method_t **methods = tunedx_arena_take_array(
        reader->arena, tree->methods_count + 1, sizeof(tunedx_method_t *));

    if (methods == NULL) {
        tunedx_reader_report_memory(reader);
        return NULL;
    }
    for (size_t i = 0; i < tree->methods_count; i++) {
        const tunedx_tree_method_t *method = &tree->methods[i];
        tunedx_complaint_t complaint;

        if (tunedx_word_is(method->text, TUNEDX_NEXT_SOURCE)) {
            continue;
        }
        methods[i] = tunedx_method_parse(reader->arena, reader->collective,
                                         method->text.text, method->text.length,
                                         &complaint);
        if (methods[i] == NULL) {
            complaint.column += method->text.at;
            refuse_tree(reader, method->line, &complaint);
        }
    }
    return reader->is_tree_good ? methods : NULL;
}

static bool add_leaf(tunedx_reader_t *reader, const tunedx_tree_row_t *leaf,
                     const tunedx_method_t *method)
{
    tunedx_rule_t rule = tunedx_reader_row(reader);
    tunedx_range_t *ranks = tunedx_arena_take(reader->arena, sizeof *ranks);

    if (ranks == NULL) {
        tunedx_reader_report_memory(reader);
        return false;
    }
    *ranks = leaf->ranks;
    rule.line = reader->tree.line;
    rule.ranks = (tunedx_ranges_t){.ranges = ranks, .count = 1};
    rule.nodes = reader->tree.nodes;
    rule.ppn = reader->tree.ppn;
    rule.bytes = leaf->bytes;
    rule.expo_gap = leaf->expo_gap;
    rule.method = method;
    if (leaf->power_of_two != 0) {
        rule.conditions =
            tunedx_condition_named("power_of_two", leaf->power_of_two > 0);
    }
    return tunedx_reader_add_row(reader, &rule);
}

static void end_tree(tunedx_reader_t *reader)
{
    const tunedx_method_t **methods = parse_methods(reader);
    tunedx_complaint_t complaint;
    tunedx_tree_rows_t rows = {.rows = NULL};
    int line = reader->line;

    if (methods == NULL) {
        return;
    }
    if (!tunedx_tree_text_expand(&reader->tree, &line, &complaint, &rows)) {
        refuse_tree(reader, line, &complaint);
        return;
    }
    for (size_t i = 0; i < rows.count; i++) {
        const tunedx_tree_row_t *leaf = &rows.rows[i];

        if (!add_leaf(reader, leaf, methods[leaf->method])) {
            return;
        }
    }
}

void tunedx_reader_begin_tree(tunedx_reader_t *reader)
{
    tunedx_complaint_t complaint;

    reader->is_in_tree = true;
    reader->is_tree_good = true;
    if (!tunedx_tree_text_begin(&reader->tree, reader->arena, &reader->cursor,
                                reader->line, &complaint)) {
        refuse_tree(reader, reader->line, &complaint);
    }
}

void tunedx_reader_take_tree(tunedx_reader_t *reader)
{
    tunedx_cursor_t rest = reader->cursor;
    const tunedx_word_t word = tunedx_take_word(&rest, "");
    tunedx_complaint_t complaint;

    if (tunedx_word_is(word, "end") && !tunedx_skip_blanks(&rest)) {
        reader->is_in_tree = false;
        if (reader->is_tree_good) {
            end_tree(reader);
        }
    } else if (reader->is_tree_good &&
               !tunedx_tree_text_take(&reader->tree, &reader->cursor,
                                      reader->line, &complaint)) {
        refuse_tree(reader, reader->line, &complaint);
    }
}

void tunedx_reader_drop_tree(tunedx_reader_t *reader)
{
    const tunedx_word_t nothing = {.at = reader->cursor.at};

    if (reader->is_in_tree && reader->is_tree_good) {
        tunedx_reader_report_word(reader, nothing,
                                  "\"end\" after the tree" AND_THEN);
    }
    reader->is_in_tree = false;
}
