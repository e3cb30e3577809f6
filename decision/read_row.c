/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parser of rules texts: a row.
 */
#include "decision/reader.h"

#include <string.h>

#define AND_THEN "; this row is ignored"

static const tunedx_range_t any_ranks = {.first = 0, .last = SIZE_MAX};

tunedx_rule_t tunedx_reader_row(const tunedx_reader_t *reader)
{
    return (tunedx_rule_t){
        .collective = reader->collective,
        .line = reader->line,
        .ranks = {.ranges = &any_ranks, .count = 1},
        .nodes = tunedx_range_any(),
        .ppn = tunedx_range_any(),
        .bytes = tunedx_range_any(),
        .expo_gap = tunedx_range_any(),
    };
}

bool tunedx_reader_add_row(tunedx_reader_t *reader, const tunedx_rule_t *rule)
{
    tunedx_rows_t *rows = rule->is_default ? &reader->defaults : &reader->rows;
    tunedx_rule_t *larger =
        tunedx_arena_grow(reader->arena, rows->rows, rows->count,
                          &rows->capacity, sizeof *rows->rows);

    if (larger == NULL) {
        tunedx_reader_report_memory(reader);
        return false;
    }
    rows->rows = larger;
    rows->rows[rows->count++] = *rule;
    return true;
}

/* ---- ranges ---- */

bool tunedx_range_parse(const char *text, size_t length, tunedx_range_t *range)
{
    *range = tunedx_range_any();
    if (length == 1 && *text == '*') {
        return true;
    }
    const size_t head = tunedx_number_parse(text, length, &range->first);

    if (head > 0 && head == length) {
        range->last = range->first;
        return true;
    }
    if (length - head < 2 || memcmp(text + head, "..", 2) != 0) {
        return false;
    }
    const size_t tail = length - head - 2;

    if (tail == 0) {
        return head > 0;
    }
    return tunedx_number_parse(text + head + 2, tail, &range->last) == tail;
}

/* Reports what is wrong with `word` in a column.  Returns false. */
static bool refuse_range(tunedx_reader_t *reader, const char *column,
                         tunedx_word_t word, const char *why)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, word.at);

    tunedx_write(&writer, "%s cannot be ", column);
    tunedx_write_quoted(&writer, word);
    tunedx_write(&writer,
                 "%s; expected a decimal number (no leading zero; k, M and G "
                 "are 1024-based), a range (2..15, 16.., ..4k) or *" AND_THEN,
                 why);
    tunedx_reader_report(reader, &complaint);
    return false;
}

/* One range; false and reported when it is none. */
static bool take_range(tunedx_reader_t *reader, const char *column,
                       tunedx_word_t word, tunedx_range_t *range)
{
    if (!tunedx_range_parse(word.text, word.length, range)) {
        return refuse_range(reader, column, word, "");
    }
    if (range->first > range->last) {
        return refuse_range(reader, column, word,
                            ", which ends before it begins");
    }
    return true;
}

/* Ranges by commas. */
static bool take_ranges(tunedx_reader_t *reader, const char *column,
                        tunedx_word_t word, tunedx_ranges_t *ranges)
{
    size_t count = 1, at = 0;

    for (size_t i = 0; i < word.length; i++) {
        count += word.text[i] == ',';
    }
    tunedx_range_t *all =
        tunedx_arena_take_array(reader->arena, count, sizeof *all);
    if (all == NULL) {
        tunedx_reader_report_memory(reader);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *first = word.text + at;
        const char *comma = memchr(first, ',', word.length - at);
        const size_t length =
            comma == NULL ? word.length - at : (size_t)(comma - first);
        const tunedx_word_t item = {first, length, word.at + at};

        if (!take_range(reader, column, item, &all[i])) {
            return false;
        }
        at += length + 1;
    }
    *ranges = (tunedx_ranges_t){.ranges = all, .count = count};
    return true;
}

/* ---- columns ---- */

/* Takes the word of a column: up to a blank or the arrow. */
static tunedx_word_t take_column(tunedx_reader_t *reader)
{
    tunedx_word_t word = tunedx_take_word(&reader->cursor, "");

    for (size_t i = 0; i + 1 < word.length; i++) {
        if (word.text[i] == '-' && word.text[i + 1] == '>') {
            word.length = i == 0 ? 2 : i;
        }
    }
    reader->cursor.at = word.at + word.length;
    return word;
}

/* The word of the next column; empty and reported when the row has no more. */
static tunedx_word_t next_column(tunedx_reader_t *reader)
{
    tunedx_word_t word = take_column(reader);

    if (word.length == 0 || tunedx_word_is(word, "->")) {
        tunedx_reader_report_word(reader, word,
                                  "ranks nodes ppn bytes -> method" AND_THEN);
        word.length = 0;
    }
    return word;
}

/* The four columns; false when the row has fewer.  *is_good becomes false when
 * one of them is refused. */
static bool take_columns(tunedx_reader_t *reader, tunedx_rule_t *rule,
                         bool *is_good)
{
    static const char *const names[] = {"ranks", "nodes", "ppn", "bytes"};
    tunedx_range_t *const ranges[] = {NULL, &rule->nodes, &rule->ppn,
                                      &rule->bytes};

    for (int i = 0; i < 4; i++) {
        const tunedx_word_t word =
            i == 0 ? take_column(reader) : next_column(reader);

        if (i == 0 && tunedx_word_is(word, "default")) {
            rule->is_default = true;
            return true;
        }
        if (i == 0 && tunedx_word_is(word, "->")) {
            tunedx_reader_report_word(
                reader, word, "ranks nodes ppn bytes -> method" AND_THEN);
            return false;
        }
        if (word.length == 0) {
            return false;
        }
        *is_good &= ranges[i] == NULL
                        ? take_ranges(reader, names[i], word, &rule->ranks)
                        : take_range(reader, names[i], word, ranges[i]);
    }
    return true;
}

/* ---- conditions ---- */

static bool refuse_condition(tunedx_reader_t *reader, tunedx_word_t word)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, word.at);
    tunedx_choices_t choices = {.count = 0};

    if (word.length == 0) {
        tunedx_write(&writer, "the line ends; expected -> and a method, or "
                              "a condition" AND_THEN);
    } else {
        tunedx_write(&writer, "no condition is called ");
        tunedx_write_quoted(&writer, word);
        tunedx_write(&writer, AND_THEN);
        tunedx_choices_add(&choices, "->");
        tunedx_choices_add(&choices, "expo_gap=a..b");
        tunedx_choices_add(&choices, "size=total");
        tunedx_choices_add(&choices, "size=type_total");
        for (int i = 0; tunedx_condition_name(i) != NULL; i++) {
            tunedx_choices_add(&choices, tunedx_condition_name(i));
        }
        tunedx_write_choices(&writer, word, &choices);
    }
    tunedx_reader_report(reader, &complaint);
    return false;
}

static bool take_condition(tunedx_reader_t *reader, tunedx_word_t word,
                           tunedx_rule_t *rule)
{
    static const char gap[] = "expo_gap=";
    const size_t gap_length = sizeof gap - 1;
    const bool is_negated = word.length > 0 && word.text[0] == '!';
    const tunedx_word_t name = {word.text + is_negated,
                                word.length - is_negated, word.at + is_negated};

    if (word.length > gap_length && memcmp(word.text, gap, gap_length) == 0) {
        const tunedx_word_t range = {word.text + gap_length,
                                     word.length - gap_length,
                                     word.at + gap_length};

        return take_range(reader, "expo_gap", range, &rule->expo_gap);
    }
    if (tunedx_word_is(word, "size=total")) {
        rule->measure = TUNEDX_MEASURE_TOTAL;
        return true;
    }
    if (tunedx_word_is(word, "size=type_total")) {
        rule->measure = TUNEDX_MEASURE_TYPE_TOTAL;
        return true;
    }
    for (int i = 0; tunedx_condition_name(i) != NULL; i++) {
        if (tunedx_word_is(name, tunedx_condition_name(i))) {
            *(is_negated ? &rule->conditions.unwanted
                         : &rule->conditions.wanted) |= (uint32_t)1 << i;
            return true;
        }
    }
    return refuse_condition(reader, word);
}

/* Conditions up to the arrow; false when there is none. */
static bool take_conditions(tunedx_reader_t *reader, tunedx_rule_t *rule,
                            bool *is_good)
{
    tunedx_word_t word = take_column(reader);

    while (!tunedx_word_is(word, "->")) {
        *is_good &= take_condition(reader, word, rule);
        if (word.length == 0) {
            return false;
        }
        word = take_column(reader);
    }
    return true;
}

/* ---- the row ---- */

/* What stands after the arrow; false and reported when it is no method. */
static bool take_method(tunedx_reader_t *reader, tunedx_rule_t *rule)
{
    const size_t first = reader->cursor.at;
    tunedx_cursor_t rest = reader->cursor;
    const tunedx_word_t word = tunedx_take_word(&rest, "");
    tunedx_complaint_t complaint;

    if (tunedx_word_is(word, TUNEDX_NEXT_SOURCE) &&
        !tunedx_skip_blanks(&rest)) {
        return true;
    }
    rule->method = tunedx_method_parse(
        reader->arena, rule->collective, reader->cursor.text + first,
        reader->cursor.length - first, &complaint);
    if (rule->method == NULL) {
        const size_t used = strlen(complaint.text);

        complaint.column += first;
        if (used + sizeof AND_THEN <= sizeof complaint.text) {
            memcpy(complaint.text + used, AND_THEN, sizeof AND_THEN);
        }
        tunedx_reader_report(reader, &complaint);
    }
    return rule->method != NULL;
}

/* Every fault in it is reported, unless the columns cannot be told apart. */
void tunedx_reader_take_row(tunedx_reader_t *reader)
{
    tunedx_rule_t rule = tunedx_reader_row(reader);
    bool is_good = true;

    if (take_columns(reader, &rule, &is_good) &&
        take_conditions(reader, &rule, &is_good) &&
        take_method(reader, &rule) && is_good) {
        tunedx_reader_add_row(reader, &rule);
    }
}
