/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parser of rules texts: lines and sections.
 */
#include "decision/reader.h"

#include <string.h>

static const char byte_order_mark[] = "\xEF\xBB\xBF";

/* ---- complaints ---- */

void tunedx_reader_report(tunedx_reader_t *reader,
                          const tunedx_complaint_t *complaint)
{
    reader->is_faultless = false;
    reader->report(reader->context, reader->name, reader->line,
                   complaint->column, complaint->text);
}

void tunedx_reader_report_word(tunedx_reader_t *reader, tunedx_word_t word,
                               const char *expected)
{
    tunedx_complaint_t complaint;

    tunedx_complain_word(&complaint, word, expected);
    tunedx_reader_report(reader, &complaint);
}

void tunedx_reader_report_memory(tunedx_reader_t *reader)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, reader->cursor.at);

    tunedx_write(&writer, "memory is short; nothing of this file is used");
    reader->is_refused = true;
    tunedx_reader_report(reader, &complaint);
}

/* ---- sections ---- */

/* The first line that says anything; false when nothing after it can be
 * understood. */
static bool parse_format(tunedx_reader_t *reader)
{
    const tunedx_word_t format = tunedx_take_word(&reader->cursor, "");

    if (!tunedx_word_is(format, "tunedx-rules")) {
        tunedx_reader_report_word(
            reader, format,
            "the format first, \"tunedx-rules 1\"; nothing of this file is "
            "used");
        return false;
    }
    const tunedx_word_t version = tunedx_take_word(&reader->cursor, "");
    if (!tunedx_word_is(version, "1")) {
        tunedx_reader_report_word(
            reader, version,
            "version 1 of the format, the only one known; nothing of this file "
            "is used");
        return false;
    }
    const tunedx_word_t more = tunedx_take_word(&reader->cursor, "");
    if (more.length > 0) {
        tunedx_reader_report_word(
            reader, more, "nothing after the version; what follows is ignored");
    }
    return true;
}

static void report_section(tunedx_reader_t *reader, tunedx_word_t name)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, name.at);
    tunedx_choices_t choices = {.count = 0};

    tunedx_write(&writer, "no section is called ");
    tunedx_write_quoted(&writer, name);
    tunedx_write(&writer, ", its rows are ignored");
    tunedx_choices_add(&choices, "meta");
    tunedx_choices_add(&choices, "match");
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        tunedx_choices_add(&choices,
                           tunedx_collective_name((tunedx_collective_t)i));
    }
    tunedx_write_choices(&writer, name, &choices);
    tunedx_reader_report(reader, &complaint);
}

/* The section's place in reader->first_line, or -1. */
static int find_section(tunedx_reader_t *reader, tunedx_word_t name,
                        tunedx_section_t *section)
{
    if (tunedx_word_is(name, "meta")) {
        *section = TUNEDX_SECTION_META;
        return TUNEDX_COLLECTIVES;
    }
    if (tunedx_word_is(name, "match")) {
        *section = TUNEDX_SECTION_MATCH;
        return TUNEDX_COLLECTIVES + 1;
    }
    *section = TUNEDX_SECTION_ROWS;
    return tunedx_collective_find(name.text, name.length, &reader->collective)
               ? (int)reader->collective
               : -1;
}

static void begin_section(tunedx_reader_t *reader, tunedx_word_t name)
{
    tunedx_section_t section;
    const int place = find_section(reader, name, &section);

    if (place < 0) {
        report_section(reader, name);
    } else if (reader->first_line[place] > 0) {
        tunedx_complaint_t complaint;
        tunedx_writer_t writer = tunedx_complain(&complaint, name.at);

        tunedx_write(&writer,
                     "section %.*s has begun in line %d; expected each section "
                     "once; the lines that follow are ignored",
                     (int)name.length, name.text, reader->first_line[place]);
        tunedx_reader_report(reader, &complaint);
    } else {
        reader->first_line[place] = reader->line;
        reader->section = section;
    }
}

static void parse_section(tunedx_reader_t *reader)
{
    tunedx_take_character(&reader->cursor, '[');
    const tunedx_word_t name = tunedx_take_word(&reader->cursor, "]");
    const bool is_closed = tunedx_take_character(&reader->cursor, ']');
    const tunedx_word_t more = tunedx_take_word(&reader->cursor, "");

    reader->section = TUNEDX_SECTION_FAULTY;
    if (!is_closed) {
        tunedx_reader_report_word(
            reader, more,
            "] after the section's name; the rows that follow are ignored");
    } else if (more.length > 0) {
        tunedx_reader_report_word(
            reader, more,
            "nothing after the section's name; the rows that follow are "
            "ignored");
    } else {
        begin_section(reader, name);
    }
}

/* ---- lines ---- */

/* A row, or a line of a tree. */
static void parse_rule(tunedx_reader_t *reader)
{
    tunedx_cursor_t rest = reader->cursor;

    if (reader->is_in_tree) {
        tunedx_reader_take_tree(reader);
    } else if (tunedx_word_is(tunedx_take_word(&rest, ""), "tree")) {
        reader->cursor = rest;
        tunedx_reader_begin_tree(reader);
    } else {
        tunedx_reader_take_row(reader);
    }
}

/* A line that says something, after the one with the format. */
static void parse_line(tunedx_reader_t *reader)
{
    if (reader->cursor.text[reader->cursor.at] == '[') {
        tunedx_reader_drop_tree(reader);
        parse_section(reader);
        return;
    }
    switch (reader->section) {
    case TUNEDX_SECTION_ROWS:
        parse_rule(reader);
        break;
    case TUNEDX_SECTION_META:
    case TUNEDX_SECTION_MATCH:
        tunedx_reader_take_pairs(reader);
        break;
    case TUNEDX_SECTION_NONE:
        tunedx_reader_report_word(
            reader, tunedx_take_word(&reader->cursor, ""),
            "a section first, as [bcast]; this line is ignored");
        break;
    case TUNEDX_SECTION_FAULTY:
        break;
    }
}

/* The length of a line without its comment, which begins with a # that is not
 * in quotes. */
static size_t find_comment(const char *line, size_t length)
{
    bool is_quoted = false;

    for (size_t i = 0; i < length; i++) {
        if (line[i] == '"') {
            is_quoted = !is_quoted;
        } else if (line[i] == '#' && !is_quoted) {
            return i;
        }
    }
    return length;
}

/* Makes the line that begins at `first` the reader's, without its comment.
 * Returns its length with all that is on it; *has_end tells whether it ends. */
static size_t take_line(tunedx_reader_t *reader, const char *first,
                        size_t length, bool *has_end)
{
    const char *end = memchr(first, '\n', length);
    const size_t whole = end == NULL ? length : (size_t)(end - first);

    *has_end = end != NULL;
    reader->cursor = (tunedx_cursor_t){
        .text = first,
        .length = find_comment(first, whole),
    };
    reader->line++;
    return whole;
}

static void report_end(tunedx_reader_t *reader, const char *text)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, reader->cursor.at);

    tunedx_write(&writer, "%s", text);
    if (reader->line == 0) { /* not even an empty one */
        reader->line = 1;
    }
    tunedx_reader_report(reader, &complaint);
}

/* Passes over what some editors begin a file with. */
static size_t skip_mark(tunedx_reader_t *reader, const char *text,
                        size_t length)
{
    const size_t mark = sizeof byte_order_mark - 1;

    if (length < mark || memcmp(text, byte_order_mark, mark) != 0) {
        return 0;
    }
    reader->line = 1;
    report_end(reader, "the file begins with a byte order mark; expected plain "
                       "text; the mark is passed over");
    reader->line = 0;
    return mark;
}

static void parse_lines(tunedx_reader_t *reader, const char *text,
                        size_t length)
{
    bool has_format = false, has_end = true;

    for (size_t at = skip_mark(reader, text, length); at < length; at++) {
        at += take_line(reader, text + at, length - at, &has_end);
        if (!tunedx_skip_blanks(&reader->cursor)) {
            continue;
        }
        if (has_format && !has_end) {
            report_end(reader,
                       "the file ends within this line, as if it were cut off; "
                       "expected a newline at the end; this line is ignored");
        } else if (has_format) {
            parse_line(reader);
        } else if (parse_format(reader)) {
            has_format = true;
        } else {
            reader->is_refused = true;
            return;
        }
    }
    tunedx_reader_drop_tree(reader);
    if (!has_format) {
        report_end(reader, "the file ends and says nothing; expected the "
                           "format first, \"tunedx-rules 1\"; nothing of this "
                           "file is used");
    }
}

/* ---- the whole ---- */

/* [meta] may say how many rows there are, so that a file that has lost some is
 * noticed. */
static void check_rows(tunedx_reader_t *reader, size_t rows)
{
    for (size_t i = 0; i < reader->meta.count; i++) {
        const tunedx_pair_t *pair = &reader->meta.pairs[i];
        size_t wanted = 0;

        if (strcmp(pair->name, "rows") != 0) {
            continue;
        }
        const size_t length = strlen(pair->value);
        tunedx_complaint_t complaint;
        tunedx_writer_t writer = tunedx_complain(&complaint, pair->column - 1);

        reader->line = pair->line;
        if (tunedx_number_parse(pair->value, length, &wanted) != length) {
            tunedx_write(&writer, "rows has to be a number; it is ignored");
            tunedx_reader_report(reader, &complaint);
        } else if (wanted != rows) {
            tunedx_write(&writer,
                         "%zu rows are announced, but %zu without fault are "
                         "there; nothing of this file is used",
                         wanted, rows);
            reader->is_refused = true;
            tunedx_reader_report(reader, &complaint);
        }
    }
}

/* Default rows come after the others. */
static bool join_rows(tunedx_reader_t *reader, tunedx_rules_t *rules)
{
    for (size_t i = 0; i < reader->defaults.count; i++) {
        tunedx_rows_t *rows = &reader->rows;

        rows->rows = tunedx_arena_grow(reader->arena, rows->rows, rows->count,
                                       &rows->capacity, sizeof *rows->rows);
        if (rows->rows == NULL) {
            return false;
        }
        rows->rows[rows->count++] = reader->defaults.rows[i];
    }
    rules->rows = reader->rows.rows;
    rules->count = reader->rows.count;
    return true;
}

bool tunedx_rules_parse(tunedx_arena_t *arena, const char *name,
                        const char *text, size_t length,
                        tunedx_rules_report_t *report, void *context,
                        tunedx_rules_t *rules)
{
    tunedx_reader_t reader = {
        .arena = arena,
        .name = name,
        .report = report,
        .context = context,
        .is_faultless = true,
        .section = TUNEDX_SECTION_NONE,
    };
    tunedx_rules_t made = {.name = name};

    parse_lines(&reader, text, length);
    check_rows(&reader, reader.rows.count + reader.defaults.count);
    if (!join_rows(&reader, &made)) {
        tunedx_reader_report_memory(&reader);
    }
    made.meta = (tunedx_pairs_t){reader.meta.pairs, reader.meta.count};
    made.match = (tunedx_pairs_t){reader.match.pairs, reader.match.count};
    *rules = reader.is_refused ? (tunedx_rules_t){.name = name} : made;
    return reader.is_faultless;
}
