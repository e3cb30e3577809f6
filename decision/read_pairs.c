/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parser of rules texts: pairs of [meta] and [match].
 *
 *     name = word   name = "some words"
 */
#include "decision/match.h"
#include "decision/reader.h"

#include <string.h>

#define AND_THEN "; the rest of this line is ignored"

static bool is_name(tunedx_word_t word)
{
    for (size_t i = 0; i < word.length; i++) {
        const char c = word.text[i];

        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '_') {
            return false;
        }
    }
    return word.length > 0;
}

/* Takes what stands in quotes, or a word without them; false when the quotes
 * are not closed. */
static bool take_value(tunedx_reader_t *reader, tunedx_word_t *value)
{
    tunedx_cursor_t *cursor = &reader->cursor;

    if (!tunedx_take_character(cursor, '"')) {
        *value = tunedx_take_word(cursor, "");
        return true;
    }
    const char *first = cursor->text + cursor->at;
    const char *end = memchr(first, '"', cursor->length - cursor->at);

    *value = (tunedx_word_t){first, 0, cursor->at};
    if (end == NULL) {
        return false;
    }
    value->length = (size_t)(end - first);
    cursor->at += value->length + 1;
    return true;
}

static void add_pair(tunedx_reader_t *reader, tunedx_word_t name,
                     tunedx_word_t value)
{
    tunedx_pair_list_t *list =
        reader->section == TUNEDX_SECTION_META ? &reader->meta : &reader->match;
    const tunedx_pair_t pair = {
        .name = tunedx_arena_copy_text(reader->arena, name.text, name.length),
        .value =
            tunedx_arena_copy_text(reader->arena, value.text, value.length),
        .line = reader->line,
        .column = value.at + 1,
    };
    tunedx_pair_t *larger =
        tunedx_arena_grow(reader->arena, list->pairs, list->count,
                          &list->capacity, sizeof *list->pairs);

    if (larger == NULL || pair.name == NULL || pair.value == NULL) {
        tunedx_reader_report_memory(reader);
        return;
    }
    list->pairs = larger;
    list->pairs[list->count++] = pair;
}

/* What [meta] or [match] asks of a value; false and reported when it is not
 * so. */
static bool check_pair(tunedx_reader_t *reader, tunedx_word_t name,
                       tunedx_word_t value)
{
    tunedx_complaint_t complaint;

    if (reader->section == TUNEDX_SECTION_MATCH) {
        if (!tunedx_match_check(name, value, &complaint)) {
            tunedx_reader_report(reader, &complaint);
            return false;
        }
    } else if (tunedx_word_is(name, "size") &&
               !tunedx_word_is(value, "per-rank")) {
        tunedx_reader_report_word(reader, value,
                                  "per-rank, the only meaning of sizes in this "
                                  "format (doc/rules.md); "
                                  "the value is ignored");
        return false;
    }
    return true;
}

void tunedx_reader_take_pairs(tunedx_reader_t *reader)
{
    while (tunedx_skip_blanks(&reader->cursor)) {
        const tunedx_word_t name = tunedx_take_word(&reader->cursor, "=");
        tunedx_word_t value;

        if (!is_name(name)) {
            tunedx_reader_report_word(
                reader, name,
                "a name of lower-case letters, = and a value" AND_THEN);
            return;
        }
        if (!tunedx_take_character(&reader->cursor, '=')) {
            tunedx_reader_report_word(reader,
                                      tunedx_take_word(&reader->cursor, "="),
                                      "= and a value" AND_THEN);
            return;
        }
        if (!take_value(reader, &value)) {
            value.at = reader->cursor.length;
            tunedx_reader_report_word(reader, value,
                                      "\" at the end of the value" AND_THEN);
            return;
        }
        if (check_pair(reader, name, value)) {
            add_pair(reader, name, value);
        }
    }
}
