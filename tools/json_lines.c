/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See json_lines.h.
 */
#include "tools/json_lines.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef TUNEDX_HAVE_JANSSON

#include <jansson.h>

enum { FIRST_BYTES = 1 << 16 };

/* ---- complaints ---- */

/* `text` may hold anything. */
static void report(tool_json_line_t *line, size_t column, const char *text,
                   const char *expected)
{
    if (line->is_bad) {
        return;
    }
    line->is_bad = true;
    fprintf(stderr, "%s: %s:%zu:%zu: ", line->name, line->path, line->number,
            column);
    for (; *text != '\0'; text++) {
        fputc(*text >= ' ' && *text <= '~' ? *text : '?', stderr);
    }
    fprintf(stderr, "; expected %s; %s\n", expected,
            line->strict ? "nothing is made of this file (--strict)"
                         : "this line is ignored");
}

/* The column of a key's value, from 1; that of the line's end without such a
 * key.  Quotes inside of strings are escaped, so this finds no other place. */
static size_t column_of(const tool_json_line_t *line, const char *key)
{
    const size_t length = strlen(key);

    for (size_t i = 0; i + length + 2 < line->length; i++) {
        size_t after = i + length + 2;

        if (line->text[i] != '"' || line->text[i + length + 1] != '"' ||
            memcmp(line->text + i + 1, key, length) != 0) {
            continue;
        }
        while (after < line->length && tunedx_is_blank(line->text[after])) {
            after++;
        }
        if (after < line->length && line->text[after] == ':') {
            for (after++;
                 after < line->length && tunedx_is_blank(line->text[after]);
                 after++) {
            }
            return after + 1;
        }
    }
    return line->length + 1;
}

void tool_json_refuse(tool_json_line_t *line, const char *key,
                      const char *expected)
{
    char text[512];
    tunedx_writer_t writer = tunedx_writer(text, sizeof text);
    json_t *value = json_object_get(line->object, key);
    char *dump = value == NULL || json_is_string(value)
                     ? NULL
                     : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    const char *shown = json_is_string(value) ? json_string_value(value)
                        : dump == NULL        ? ""
                                              : dump;

    if (value == NULL) {
        tunedx_write(&writer, "there is no \"%s\"", key);
    } else {
        tunedx_write(&writer, "\"%s\" is ", key);
        tunedx_write_quoted(
            &writer, (tunedx_word_t){.text = shown, .length = strlen(shown)});
    }
    free(dump);
    report(line, column_of(line, key), text, expected);
}

/* ---- values ---- */

bool tool_json_has(const tool_json_line_t *line, const char *key)
{
    return json_object_get(line->object, key) != NULL;
}

bool tool_json_is_null(const tool_json_line_t *line, const char *key)
{
    return json_is_null(json_object_get(line->object, key));
}

bool tool_json_is(const tool_json_line_t *line, const char *key, int number)
{
    const json_t *value = json_object_get(line->object, key);

    return json_is_integer(value) && json_integer_value(value) == number;
}

bool tool_json_flag(tool_json_line_t *line, const char *key)
{
    const json_t *value = json_object_get(line->object, key);

    if (!json_is_boolean(value)) {
        tool_json_refuse(line, key, "true or false");
    }
    return json_is_true(value);
}

double tool_json_amount(tool_json_line_t *line, const char *key,
                        const char *expected)
{
    const json_t *value = json_object_get(line->object, key);

    if (json_is_number(value) && json_number_value(value) >= 0) {
        return json_number_value(value);
    }
    tool_json_refuse(line, key, expected);
    return 0;
}

double tool_json_seconds(tool_json_line_t *line, const char *key)
{
    return tool_json_amount(line, key, "seconds, 0 or more");
}

size_t tool_json_number(tool_json_line_t *line, const char *key, size_t least,
                        size_t most)
{
    const json_t *value = json_object_get(line->object, key);
    const json_int_t number = json_integer_value(value);
    char expected[80];

    if (json_is_integer(value) && number >= 0 &&
        (unsigned long long)number >= least &&
        (unsigned long long)number <= most) {
        return (size_t)number;
    }
    snprintf(expected, sizeof expected, "a whole number from %zu to %zu", least,
             most);
    tool_json_refuse(line, key, expected);
    return least;
}

const char *tool_json_text(tool_json_line_t *line, const char *key)
{
    const json_t *value = json_object_get(line->object, key);

    if (json_is_string(value)) {
        return json_string_value(value);
    }
    tool_json_refuse(line, key, "a text in quotes");
    return "";
}

static bool is_time(const json_t *value)
{
    return json_is_number(value) && json_number_value(value) > 0 &&
           json_number_value(value) < 1e15;
}

size_t tool_json_times(tool_json_line_t *line, const char *key, double *times,
                       size_t room)
{
    const json_t *value = json_object_get(line->object, key);
    const size_t count = json_is_array(value) ? json_array_size(value) : 1;
    size_t taken = 0;

    for (size_t i = 0; i < count; i++) {
        const json_t *one =
            json_is_array(value) ? json_array_get(value, i) : value;

        if (!is_time(one)) {
            taken = 0;
            break;
        }
        if (taken < room) {
            times[taken++] = json_number_value(one);
        }
    }
    if (taken == 0) {
        tool_json_refuse(line, key,
                         "microseconds, more than 0, or a list of such");
    }
    return line->is_bad ? 0 : taken;
}

/* ---- files ---- */

/* The whole file, to be freed; NULL with *status set. */
static char *read_file(const char *name, const char *path, size_t *length,
                       int *status)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char *text = NULL;
    size_t room = 0;

    *length = 0;
    *status = TOOL_SUCCESS;
    if (file == NULL) {
        *status = tool_fail(name, "%s: %s", path, strerror(errno));
        return NULL;
    }
    while (*status == TOOL_SUCCESS && !feof(file) && !ferror(file)) {
        if (*length == room) {
            char *larger = realloc(text, room = 2 * room + FIRST_BYTES);

            if (larger == NULL) {
                *status = tool_fail(name, "not enough memory");
                break;
            }
            text = larger;
        }
        *length += fread(text + *length, 1, room - *length, file);
    }
    if (*status == TOOL_SUCCESS && ferror(file)) {
        *status = tool_fail(name, "%s: %s", path, strerror(errno));
    }
    if (file != stdin) {
        fclose(file);
    }
    if (*status != TOOL_SUCCESS) {
        free(text);
        text = NULL;
    }
    return text;
}

static bool is_blank_line(const char *text, size_t length)
{
    tunedx_cursor_t cursor = {.text = text, .length = length};

    return !tunedx_skip_blanks(&cursor);
}

static int take_line(tool_json_line_t *line, bool is_last,
                     int (*take)(void *context, tool_json_line_t *line),
                     void *context)
{
    static const char expected[] =
        "an object in one line, as {\"collective\": \"bcast\", ...}";
    json_error_t error;
    int status = TOOL_SUCCESS;

    line->object = json_loadb(line->text, line->length,
                              JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (line->object == NULL) {
        char text[JSON_ERROR_TEXT_LENGTH + 32];

        snprintf(text, sizeof text, "%s%s", error.text,
                 is_last ? ", where the file is cut short" : "");
        report(line, error.column > 0 ? (size_t)error.column : 1, text,
               expected);
    } else if (!json_is_object((json_t *)line->object)) {
        report(line, 1, "this is no object", expected);
    } else {
        status = take(context, line);
    }
    json_decref(line->object);
    return status;
}

int tool_json_lines_read(const char *name, const char *path, bool strict,
                         int (*take)(void *context, tool_json_line_t *line),
                         void *context, bool *all_good)
{
    size_t length, number = 0;
    bool is_good = true;
    int status;
    char *text = read_file(name, path, &length, &status);

    for (size_t at = 0; status == TOOL_SUCCESS && at < length; at++) {
        const char *end = memchr(text + at, '\n', length - at);
        tool_json_line_t line = {
            .name = name,
            .path = path,
            .strict = strict,
            .text = text + at,
            .length = end == NULL ? length - at : (size_t)(end - (text + at)),
            .number = ++number,
        };

        at += line.length;
        if (!is_blank_line(line.text, line.length)) {
            status = take_line(&line, end == NULL, take, context);
            is_good = is_good && !line.is_bad;
        }
    }
    free(text);
    if (all_good != NULL) {
        *all_good = is_good;
    }
    return status == TOOL_SUCCESS && strict && !is_good ? TOOL_ERROR : status;
}

#else

int tool_json_lines_read(const char *name, const char *path, bool strict,
                         int (*take)(void *context, tool_json_line_t *line),
                         void *context, bool *all_good)
{
    (void)strict, (void)take, (void)context, (void)all_good;
    return tool_fail(name,
                     "%s: this tunedx was built without jansson, which reads "
                     "JSON; expected one that was configured with it",
                     path);
}

void tool_json_refuse(tool_json_line_t *line, const char *key,
                      const char *expected)
{
    (void)key, (void)expected;
    line->is_bad = true;
}

bool tool_json_has(const tool_json_line_t *line, const char *key)
{
    (void)line, (void)key;
    return false;
}

bool tool_json_is_null(const tool_json_line_t *line, const char *key)
{
    (void)line, (void)key;
    return false;
}

bool tool_json_is(const tool_json_line_t *line, const char *key, int number)
{
    (void)line, (void)key, (void)number;
    return false;
}

bool tool_json_flag(tool_json_line_t *line, const char *key)
{
    tool_json_refuse(line, key, "");
    return false;
}

double tool_json_amount(tool_json_line_t *line, const char *key,
                        const char *expected)
{
    tool_json_refuse(line, key, expected);
    return 0;
}

double tool_json_seconds(tool_json_line_t *line, const char *key)
{
    return tool_json_amount(line, key, "");
}

size_t tool_json_number(tool_json_line_t *line, const char *key, size_t least,
                        size_t most)
{
    (void)most;
    tool_json_refuse(line, key, "");
    return least;
}

const char *tool_json_text(tool_json_line_t *line, const char *key)
{
    tool_json_refuse(line, key, "");
    return "";
}

size_t tool_json_times(tool_json_line_t *line, const char *key, double *times,
                       size_t room)
{
    (void)times, (void)room;
    tool_json_refuse(line, key, "");
    return 0;
}

#endif
