/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See json_reader.h.
 */
#include "tools/json_reader.h"

#ifdef TUNEDX_HAVE_JANSSON
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- places ---- */

int tool_json_line(tool_json_reader_t *reader, size_t at)
{
    if (at < reader->counted) {
        reader->counted = 0;
        reader->lines = 0;
    }
    for (; reader->counted < at; reader->counted++) {
        reader->lines += reader->json.text[reader->counted] == '\n';
    }
    return reader->lines + 1;
}

void tool_json_report(tool_json_reader_t *reader, size_t at, const char *format,
                      ...)
{
    char text[sizeof((tunedx_complaint_t *)NULL)->text];
    size_t column = 1;
    va_list arguments;

    at = at < reader->json.length ? at : reader->json.length;
    while (column <= at && reader->json.text[at - column] != '\n') {
        column++;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reader->is_faultless = false;
    reader->report(reader->context, reader->name, tool_json_line(reader, at),
                   column, text);
}

/* ---- values ---- */

static bool is_key(const char *key, const char *const *keys)
{
    while (*keys != NULL && strcmp(*keys, key) != 0) {
        keys++;
    }
    return *keys != NULL;
}

static void report_key(tool_json_reader_t *reader, size_t at, const char *what,
                       const char *key, const char *const *keys)
{
    const tunedx_word_t word = {.text = key, .length = strlen(key)};
    char text[sizeof((tunedx_complaint_t *)NULL)->text];
    tunedx_writer_t writer = tunedx_writer(text, sizeof text);
    tunedx_choices_t choices = {.count = 0};

    tunedx_write_quoted(&writer, word);
    tunedx_write(&writer, " is nothing that %s has, it is ignored", what);
    for (; *keys != NULL; keys++) {
        tunedx_choices_add(&choices, *keys);
    }
    tunedx_write_choices(&writer, word, &choices);
    tool_json_report(reader, at, "%s", text);
}

bool tool_json_check_keys(tool_json_reader_t *reader, const json_t *value,
                          size_t at, const char *what, const char *const *keys)
{
    const char *key;
    json_t *member;

    if (!json_is_object(value)) {
        tool_json_report(reader, at, "%s has to be an object; it is ignored",
                         what);
        return false;
    }
    json_object_foreach((json_t *)value, key, member)
    {
        if (!is_key(key, keys)) {
            report_key(reader, tool_json_find_key(reader->json, at, key), what,
                       key, keys);
        }
    }
    return true;
}

bool tool_json_take_number(tool_json_reader_t *reader, const json_t *object,
                           size_t at, const char *key, size_t most,
                           size_t *number)
{
    const json_t *value = json_object_get(object, key);
    const char *word = json_string_value(value);

    if (value == NULL) {
        return true;
    }
    if (most == SIZE_MAX && word != NULL && strcmp(word, "inf") == 0) {
        *number = SIZE_MAX;
        return true;
    }
    if (json_is_integer(value) && json_integer_value(value) >= 0 &&
        (unsigned long long)json_integer_value(value) <= most) {
        *number = (size_t)json_integer_value(value);
        return true;
    }
    tool_json_report(reader, tool_json_find(reader->json, at, key),
                     most == SIZE_MAX
                         ? "%s has to be a number from 0 on or \"inf\"; what "
                           "it belongs to is ignored"
                         : "%s has to be a number from 0 to %zu; what it "
                           "belongs to is ignored",
                     key, most);
    return false;
}

bool tool_json_take_range(tool_json_reader_t *reader, const json_t *object,
                          size_t at, const char *least, const char *most,
                          tunedx_range_t *range)
{
    *range = tunedx_range_any();
    if (!tool_json_take_number(reader, object, at, least, SIZE_MAX,
                               &range->first) ||
        !tool_json_take_number(reader, object, at, most, SIZE_MAX,
                               &range->last)) {
        return false;
    }
    if (range->first > range->last) {
        tool_json_report(reader, tool_json_find(reader->json, at, most),
                         "%s is less than %s; what they belong to is ignored",
                         most, least);
        return false;
    }
    return true;
}

bool tool_json_add_row(tool_json_reader_t *reader, const tunedx_rule_t *row)
{
    tunedx_rows_t *rows = &reader->rows;
    tunedx_rule_t *larger =
        tunedx_arena_grow(reader->arena, rows->rows, rows->count,
                          &rows->capacity, sizeof *larger);

    if (larger == NULL) {
        return false;
    }
    rows->rows = larger;
    rows->rows[rows->count++] = *row;
    return true;
}
#endif
