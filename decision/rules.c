/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parser of rules texts, line by line.
 */
#include "decision/rules.h"

#include "decision/text.h"

#include <stdint.h>
#include <string.h>

enum { FIRST_ROWS = 32 };

typedef enum section {
    NO_SECTION,     /* rows here are faults */
    KNOWN_SECTION,  /* rows here belong to reader.collective */
    FAULTY_SECTION, /* reported already; its rows are passed over */
} section_t;

typedef struct reader {
    tunedx_arena_t *arena;
    const char *name;
    tunedx_rules_report_t *report;
    void *context;
    bool is_faultless;

    tunedx_rule_t *rows;
    size_t count, capacity;

    tunedx_cursor_t cursor; /* over one line, without its comment */
    int line;               /* from 1 */
    section_t section;
    tunedx_collective_t collective;
} reader_t;

/* ---- faults ---- */

static void report_fault(reader_t *reader, const tunedx_complaint_t *complaint)
{
    reader->is_faultless = false;
    reader->report(reader->context, reader->name, reader->line,
                   complaint->column, complaint->text);
}

/* Reports that something else was expected where `word` stands. */
static void report_word(reader_t *reader, tunedx_word_t word,
                        const char *expected)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, word.at);

    if (word.length == 0) {
        tunedx_write(&writer, "the line ends; ");
    } else {
        tunedx_write_quoted(&writer, word);
        tunedx_write(&writer, " is not understood; ");
    }
    tunedx_write(&writer, "expected %s", expected);
    report_fault(reader, &complaint);
}

static void report_memory(reader_t *reader)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, reader->cursor.at);

    tunedx_write(&writer, "memory is short");
    report_fault(reader, &complaint);
}

/* ---- rows ---- */

static bool add_row(reader_t *reader, const tunedx_rule_t *rule)
{
    if (reader->count == reader->capacity) {
        const size_t capacity =
            reader->capacity == 0 ? FIRST_ROWS : 2 * reader->capacity;
        tunedx_rule_t *rows =
            tunedx_arena_take_array(reader->arena, capacity, sizeof *rows);

        if (rows == NULL) {
            return false;
        }
        if (reader->count > 0) {
            memcpy(rows, reader->rows, reader->count * sizeof *rows);
        }
        reader->rows = rows;
        reader->capacity = capacity;
    }
    reader->rows[reader->count++] = *rule;
    return true;
}

/* The whole of `word` is a range, perhaps a reversed one. */
static bool read_range(tunedx_word_t word, tunedx_range_t *range)
{
    *range = (tunedx_range_t){.first = 0, .last = SIZE_MAX};
    if (tunedx_word_is(word, "*")) {
        return true;
    }
    const size_t head =
        tunedx_number_parse(word.text, word.length, &range->first);
    if (head == word.length) {
        range->last = range->first;
        return true;
    }
    if (word.length - head < 2 || memcmp(word.text + head, "..", 2) != 0) {
        return false;
    }
    const size_t tail = word.length - head - 2;
    if (tail == 0) {
        return head > 0;
    }
    return tunedx_number_parse(word.text + head + 2, tail, &range->last) ==
           tail;
}

/* Takes the word of a column: up to a blank or the arrow. */
static tunedx_word_t take_column(reader_t *reader)
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

/* One range; false when there is none.  A bad one is reported and makes
 * *is_good false. */
static bool parse_range(reader_t *reader, const char *column,
                        tunedx_range_t *range, bool *is_good)
{
    const tunedx_word_t word = take_column(reader);

    if (word.length == 0 || tunedx_word_is(word, "->")) {
        report_word(reader, word, "ranks nodes ppn bytes -> method");
        return false;
    }
    const bool is_range = read_range(word, range);
    if (!is_range || range->first > range->last) {
        tunedx_complaint_t complaint;
        tunedx_writer_t writer = tunedx_complain(&complaint, word.at);

        tunedx_write(&writer, "%s cannot be ", column);
        tunedx_write_quoted(&writer, word);
        tunedx_write(&writer,
                     "%s; expected a decimal number (no leading zero; k, M and "
                     "G are 1024-based), a range (2..15, 16.., ..4k) or *",
                     is_range ? ", which ends before it begins" : "");
        report_fault(reader, &complaint);
        *is_good = false;
    }
    return true;
}

static bool parse_arrow(reader_t *reader)
{
    const tunedx_word_t arrow = take_column(reader);
    const bool is_arrow = tunedx_word_is(arrow, "->");

    if (!is_arrow) {
        report_word(reader, arrow, "-> after ranks nodes ppn bytes");
    }
    return is_arrow;
}

/* Every fault in it is reported, unless the columns cannot be told apart. */
static void parse_row(reader_t *reader)
{
    tunedx_rule_t rule = {
        .collective = reader->collective,
        .line = reader->line,
    };
    tunedx_complaint_t complaint;
    bool is_good = true;

    if (!parse_range(reader, "ranks", &rule.ranks, &is_good) ||
        !parse_range(reader, "nodes", &rule.nodes, &is_good) ||
        !parse_range(reader, "ppn", &rule.ppn, &is_good) ||
        !parse_range(reader, "bytes", &rule.bytes, &is_good) ||
        !parse_arrow(reader)) {
        return;
    }
    const size_t first = reader->cursor.at;
    rule.method = tunedx_method_parse(
        reader->arena, rule.collective, reader->cursor.text + first,
        reader->cursor.length - first, &complaint);
    if (rule.method == NULL) {
        complaint.column += first;
        report_fault(reader, &complaint);
    } else if (is_good && !add_row(reader, &rule)) {
        report_memory(reader);
    }
}

/* ---- lines ---- */

/* The first line that says anything; false when nothing after it can be
 * understood. */
static bool parse_format(reader_t *reader)
{
    const tunedx_word_t format = tunedx_take_word(&reader->cursor, "");

    if (!tunedx_word_is(format, "tunedx-rules")) {
        report_word(reader, format,
                    "the format first, \"tunedx-rules 1\"; nothing of this "
                    "file is used");
        return false;
    }
    const tunedx_word_t version = tunedx_take_word(&reader->cursor, "");
    if (!tunedx_word_is(version, "1")) {
        report_word(reader, version,
                    "version 1 of the format, the only one known; nothing of "
                    "this file is used");
        return false;
    }
    const tunedx_word_t more = tunedx_take_word(&reader->cursor, "");
    if (more.length > 0) {
        report_word(reader, more, "nothing after the version");
    }
    return true;
}

static void report_section(reader_t *reader, tunedx_word_t name)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, name.at);
    tunedx_choices_t choices = {.count = 0};

    tunedx_write(&writer, "no section is called ");
    tunedx_write_quoted(&writer, name);
    tunedx_write(&writer, ", its rows are ignored");
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        tunedx_choices_add(&choices,
                           tunedx_collective_name((tunedx_collective_t)i));
    }
    tunedx_write_choices(&writer, name, &choices);
    report_fault(reader, &complaint);
}

static void parse_section(reader_t *reader)
{
    tunedx_take_character(&reader->cursor, '[');
    const tunedx_word_t name = tunedx_take_word(&reader->cursor, "]");
    const bool is_closed = tunedx_take_character(&reader->cursor, ']');
    const tunedx_word_t more = tunedx_take_word(&reader->cursor, "");

    reader->section = FAULTY_SECTION;
    if (!is_closed) {
        report_word(reader, more,
                    "] after the section's name; the rows that follow are "
                    "ignored");
    } else if (more.length > 0) {
        report_word(reader, more,
                    "nothing after the section's name; the rows that follow "
                    "are ignored");
    } else if (!tunedx_collective_find(name.text, name.length,
                                       &reader->collective)) {
        report_section(reader, name);
    } else {
        reader->section = KNOWN_SECTION;
    }
}

/* A line that says something, after the one with the format. */
static void parse_line(reader_t *reader)
{
    if (reader->cursor.text[reader->cursor.at] == '[') {
        parse_section(reader);
    } else if (reader->section == KNOWN_SECTION) {
        parse_row(reader);
    } else if (reader->section == NO_SECTION) {
        report_word(reader, tunedx_take_word(&reader->cursor, ""),
                    "a section first, as [bcast]");
    }
}

/* Makes the line that begins at `first` the reader's, without its comment.
 * Returns its length with all that is on it. */
static size_t take_line(reader_t *reader, const char *first, size_t length)
{
    const char *end = memchr(first, '\n', length);
    const size_t whole = end == NULL ? length : (size_t)(end - first);
    const char *comment = memchr(first, '#', whole);

    reader->cursor = (tunedx_cursor_t){
        .text = first,
        .length = comment == NULL ? whole : (size_t)(comment - first),
    };
    reader->line++;
    return whole;
}

static void report_empty(reader_t *reader)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, reader->cursor.at);

    tunedx_write(&writer, "the file ends and says nothing; expected the format "
                          "first, \"tunedx-rules 1\"");
    if (reader->line == 0) { /* not even an empty one */
        reader->line = 1;
    }
    report_fault(reader, &complaint);
}

static void parse_lines(reader_t *reader, const char *text, size_t length)
{
    bool has_format = false;

    for (size_t at = 0; at < length; at++) { /* over the end of the line */
        at += take_line(reader, text + at, length - at);
        if (!tunedx_skip_blanks(&reader->cursor)) {
            continue;
        }
        if (has_format) {
            parse_line(reader);
        } else if (parse_format(reader)) {
            has_format = true;
        } else {
            return;
        }
    }
    if (!has_format) {
        report_empty(reader);
    }
}

bool tunedx_rules_parse(tunedx_arena_t *arena, const char *name,
                        const char *text, size_t length,
                        tunedx_rules_report_t *report, void *context,
                        tunedx_rules_t *rules)
{
    reader_t reader = {
        .arena = arena,
        .name = name,
        .report = report,
        .context = context,
        .is_faultless = true,
        .section = NO_SECTION,
    };

    parse_lines(&reader, text, length);
    *rules = (tunedx_rules_t){
        .name = name,
        .rows = reader.rows,
        .count = reader.count,
    };
    return reader.is_faultless;
}
