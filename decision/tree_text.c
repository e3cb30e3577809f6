/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See tree_text.h: reading the lines.
 */
#include "decision/tree_text.h"

#include <stdint.h>
#include <string.h>

enum { MOST_LETTERS = 3 };

/* ---- faults ---- */

bool tunedx_tree_refuse(tunedx_complaint_t *complaint, tunedx_word_t word,
                        const char *expected)
{
    tunedx_complain_word(complaint, word, expected);
    return false;
}

static bool refuse_memory(tunedx_complaint_t *complaint, size_t at)
{
    tunedx_writer_t writer = tunedx_complain(complaint, at);

    tunedx_write(&writer, "memory is short");
    return false;
}

/* ---- the head ---- */

bool tunedx_tree_read_range(tunedx_word_t word, tunedx_range_t *range)
{
    tunedx_range_t read;
    const bool is_range = tunedx_range_parse(word.text, word.length, &read) &&
                          read.first <= read.last;

    *range = is_range ? read : *range;
    return is_range;
}

bool tunedx_tree_text_begin(tunedx_tree_text_t *tree, tunedx_arena_t *arena,
                            tunedx_cursor_t *cursor, int line,
                            tunedx_complaint_t *complaint)
{
    static const char expected[] =
        "nodes= or ppn= and a range, each at most once: 4, 2..8, 2.. or *";
    bool has_nodes = false, has_ppn = false;

    *tree = (tunedx_tree_text_t){
        .arena = arena,
        .line = line,
        .nodes = {.first = 0, .last = SIZE_MAX},
        .ppn = {.first = 0, .last = SIZE_MAX},
    };
    while (tunedx_skip_blanks(cursor)) {
        tunedx_word_t word = tunedx_take_word(cursor, "=");
        const bool is_nodes = tunedx_word_is(word, "nodes");
        bool *seen = is_nodes ? &has_nodes : &has_ppn;

        if ((!is_nodes && !tunedx_word_is(word, "ppn")) || *seen) {
            return tunedx_tree_refuse(complaint, word, expected);
        }
        *seen = true;
        const bool is_given = tunedx_take_character(cursor, '=');
        word = tunedx_take_word(cursor, "");
        if (!is_given || !tunedx_tree_read_range(word, is_nodes ? &tree->nodes
                                                                : &tree->ppn)) {
            return tunedx_tree_refuse(complaint, word, expected);
        }
    }
    return true;
}

/* ---- lines ---- */

static bool take_points(tunedx_tree_text_t *tree, tunedx_tree_points_t *points,
                        tunedx_cursor_t *cursor, tunedx_complaint_t *complaint)
{
    size_t number;

    do {
        const tunedx_word_t word = tunedx_take_word(cursor, "");
        const size_t count = points->count;

        if (word.length == 0 ||
            tunedx_number_parse(word.text, word.length, &number) !=
                word.length ||
            number == SIZE_MAX) {
            return tunedx_tree_refuse(complaint, word,
                                      "the points of the axis, decimal numbers "
                                      "that may end in k, M or G");
        }
        const bool fills =
            count > 1 && points->points[count - 1] == points->points[count - 2];
        if (count > 0 && (number < points->points[count - 1] ||
                          (fills && number != points->points[count - 1]))) {
            return tunedx_tree_refuse(
                complaint, word,
                "points that grow; only the last one may be repeated");
        }
        size_t *larger =
            tunedx_arena_grow(tree->arena, points->points, count,
                              &points->capacity, sizeof *points->points);
        if (larger == NULL) {
            return refuse_memory(complaint, word.at);
        }
        points->points = larger;
        points->points[points->count++] = number;
    } while (tunedx_skip_blanks(cursor));
    return true;
}

static bool take_boundary(tunedx_tree_text_t *tree, tunedx_cursor_t *cursor,
                          tunedx_complaint_t *complaint)
{
    const tunedx_word_t word = tunedx_take_word(cursor, "");
    const tunedx_word_t more = tunedx_take_word(cursor, "");
    const bool is_geometric = tunedx_word_is(word, "geometric");

    if (!is_geometric && !tunedx_word_is(word, "next")) {
        return tunedx_tree_refuse(complaint, word, "next or geometric");
    }
    if (more.length > 0) {
        return tunedx_tree_refuse(complaint, more,
                                  "nothing after the boundary");
    }
    tree->boundary =
        is_geometric ? TUNEDX_BOUNDARY_GEOMETRIC : TUNEDX_BOUNDARY_NEXT;
    return true;
}

static bool is_letter(tunedx_word_t word)
{
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < 'a' || word.text[i] > 'z') {
            return false;
        }
    }
    return word.length > 0 && word.length <= MOST_LETTERS;
}

static bool is_known(const tunedx_tree_text_t *tree, tunedx_word_t letter)
{
    for (size_t i = 0; i < tree->methods_count; i++) {
        const tunedx_word_t known = tree->methods[i].letter;

        if (known.length == letter.length &&
            memcmp(known.text, letter.text, known.length) == 0) {
            return true;
        }
    }
    return false;
}

static bool take_method(tunedx_tree_text_t *tree, tunedx_word_t letter,
                        tunedx_cursor_t *cursor, int line,
                        tunedx_complaint_t *complaint)
{
    if (!is_letter(letter) || !tunedx_take_character(cursor, '=')) {
        return tunedx_tree_refuse(complaint, letter,
                                  "ranks, bytes, boundary, code, end, or a "
                                  "letter (one to three of a..z), = and a "
                                  "method");
    }
    if (is_known(tree, letter)) {
        return tunedx_tree_refuse(complaint, letter,
                                  "another letter: this one has a method");
    }
    tunedx_skip_blanks(cursor);
    tunedx_tree_method_t *larger =
        tunedx_arena_grow(tree->arena, tree->methods, tree->methods_count,
                          &tree->methods_capacity, sizeof *tree->methods);
    if (larger == NULL) {
        return refuse_memory(complaint, letter.at);
    }
    tree->methods = larger;
    tree->methods[tree->methods_count++] = (tunedx_tree_method_t){
        .letter = letter,
        .text =
            {
                .text = cursor->text + cursor->at,
                .length = cursor->length - cursor->at,
                .at = cursor->at,
            },
        .line = line,
    };
    cursor->at = cursor->length;
    return true;
}

static bool take_code(tunedx_tree_text_t *tree, const tunedx_cursor_t *cursor,
                      int line, tunedx_complaint_t *complaint)
{
    tunedx_tree_piece_t *larger =
        tunedx_arena_grow(tree->arena, tree->code, tree->code_count,
                          &tree->code_capacity, sizeof *tree->code);

    if (larger == NULL) {
        return refuse_memory(complaint, cursor->at);
    }
    tree->code = larger;
    tree->code[tree->code_count++] =
        (tunedx_tree_piece_t){.cursor = *cursor, .line = line};
    return true;
}

bool tunedx_tree_text_take(tunedx_tree_text_t *tree, tunedx_cursor_t *cursor,
                           int line, tunedx_complaint_t *complaint)
{
    const tunedx_word_t word = tunedx_take_word(cursor, "=");

    if (tunedx_word_is(word, "code")) {
        return take_code(tree, cursor, line, complaint);
    }
    if (tree->code_count > 0) {
        return tunedx_tree_refuse(complaint, word,
                                  "more code, or end: the code comes last");
    }
    if (tunedx_word_is(word, "ranks")) {
        return take_points(tree, &tree->ranks, cursor, complaint);
    }
    if (tunedx_word_is(word, "bytes")) {
        return take_points(tree, &tree->bytes, cursor, complaint);
    }
    if (tunedx_word_is(word, "boundary")) {
        return take_boundary(tree, cursor, complaint);
    }
    return take_method(tree, word, cursor, line, complaint);
}
