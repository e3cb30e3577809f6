/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See profile_read.h.
 */
#include "tools/profile_read.h"

#ifdef TUNEDX_HAVE_JANSSON

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA = 1, MOST = 1 << 30, LONGEST_LINE = 1 << 16 };

/* A line that is being looked at.  The first fault is told; then the line is
 * bad, and what else is asked of it gives nothing. */
typedef struct reader {
    const char *name, *path;
    size_t number; /* of the line, from 1 */
    json_t *object;
    bool is_bad;
} reader_t;

static void refuse(reader_t *reader, const char *what, const char *expected)
{
    if (!reader->is_bad) {
        tool_fail(reader->name, "%s:%zu: %s; expected %s; the line is ignored",
                  reader->path, reader->number, what, expected);
        reader->is_bad = true;
    }
}

static void refuse_key(reader_t *reader, const char *key, const char *expected)
{
    char what[128];

    snprintf(what, sizeof what, "\"%s\" %s", key,
             json_object_get(reader->object, key) == NULL ? "is missing"
                                                          : "is wrong");
    refuse(reader, what, expected);
}

/* ---- values ---- */

static size_t number_of(reader_t *reader, const char *key, size_t least,
                        size_t most)
{
    const json_t *value = json_object_get(reader->object, key);
    const json_int_t number = json_integer_value(value);
    char expected[96];

    if (!json_is_integer(value) || number < 0 || (size_t)number < least ||
        (size_t)number > most) {
        snprintf(expected, sizeof expected, "a whole number from %zu to %zu",
                 least, most);
        refuse_key(reader, key, expected);
        return least;
    }
    return (size_t)number;
}

static double seconds_of(reader_t *reader, const char *key)
{
    const json_t *value = json_object_get(reader->object, key);
    const double seconds = json_number_value(value);

    if (!json_is_number(value) || !(seconds >= 0)) {
        refuse_key(reader, key, "seconds, 0 or more");
        return 0;
    }
    return seconds;
}

static void text_of(reader_t *reader, const char *key, char *text, size_t size)
{
    const char *value = json_string_value(json_object_get(reader->object, key));

    if (value == NULL || strlen(value) >= size) {
        refuse_key(reader, key, "a short text");
        value = "";
    }
    snprintf(text, size, "%s", value);
}

/* ---- lines ---- */

static void read_job(reader_t *reader, tool_profile_job_t *job)
{
    const json_t *complete = json_object_get(reader->object, "complete");

    text_of(reader, "program", job->program, sizeof job->program);
    job->ranks = number_of(reader, "ranks", 1, MOST);
    job->nodes = number_of(reader, "nodes", 1, MOST);
    job->records = number_of(reader, "records", 0, MOST);
    job->seconds = seconds_of(reader, "seconds");
    job->complete = json_is_true(complete);
    if (!json_is_boolean(complete)) {
        refuse_key(reader, "complete", "true or false");
    }
}

static void read_calls(reader_t *reader, tool_profile_calls_t *calls)
{
    const size_t most_bytes = (size_t)1 << 62;
    char collective[64];

    text_of(reader, "collective", collective, sizeof collective);
    if (!tunedx_collective_find(collective, strlen(collective),
                                &calls->collective)) {
        refuse_key(reader, "collective", "the name of a collective");
    }
    text_of(reader, "form", calls->form, sizeof calls->form);
    if (strcmp(calls->form, "blocking") != 0 &&
        strcmp(calls->form, "nonblocking") != 0 &&
        strcmp(calls->form, "persistent") != 0) {
        refuse_key(reader, "form", "blocking, nonblocking or persistent");
    }
    calls->ranks = number_of(reader, "ranks", 1, MOST);
    calls->nodes = number_of(reader, "nodes", 1, calls->ranks);
    calls->ppn = number_of(reader, "ppn", 1, calls->ranks);
    calls->has_bytes = !json_is_null(json_object_get(reader->object, "bytes"));
    if (calls->has_bytes) {
        calls->bytes = number_of(reader, "bytes", 0, most_bytes);
        calls->last_bytes = calls->bytes;
    }
    if (json_object_get(reader->object, "last_bytes") != NULL) {
        calls->last_bytes =
            number_of(reader, "last_bytes", calls->bytes, most_bytes);
    }
    calls->calls = number_of(reader, "calls", 0, (size_t)1 << 62);
    calls->seconds = seconds_of(reader, "seconds");
    calls->slowest = seconds_of(reader, "seconds_slowest");
}

static void read_object(reader_t *reader, tool_profile_line_t *line)
{
    const json_t *schema = json_object_get(reader->object, "tunedx_profile");
    char type[16] = "";

    if (!json_is_object(reader->object)) {
        refuse(reader, "this is no object", "one");
        return;
    }
    if (json_integer_value(schema) != SCHEMA) {
        refuse_key(reader, "tunedx_profile", "1, the form that is known here");
        return;
    }
    text_of(reader, "type", type, sizeof type);
    text_of(reader, "job", line->job, sizeof line->job);
    line->is_job = strcmp(type, "job") == 0;
    if (line->is_job) {
        read_job(reader, &line->of_job);
    } else if (strcmp(type, "calls") == 0) {
        read_calls(reader, &line->of_calls);
    } else {
        refuse_key(reader, "type", "job or calls");
    }
}

/* Reads one line, whose text ends with a newline unless it is cut off. */
static bool read_line(reader_t *reader, const char *text, size_t length,
                      tool_profile_line_t *line)
{
    json_error_t error;

    *line = (tool_profile_line_t){.text = text, .length = length};
    if (length == 0 || text[length - 1] != '\n') {
        refuse(reader, "the line is cut off", "its end");
        return false;
    }
    line->length--;
    if (length > LONGEST_LINE) {
        refuse(reader, "the line is too long", "at most 64 KiB");
        return false;
    }
    reader->object = json_loadb(
        text, line->length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (reader->object == NULL) {
        char what[128];

        snprintf(what, sizeof what, "at character %d: %.80s", error.column,
                 error.text);
        refuse(reader, what, "a JSON object");
        return false;
    }
    read_object(reader, line);
    json_decref(reader->object);
    reader->object = NULL;
    return !reader->is_bad;
}

int tool_profile_read(const char *name, const char *path,
                      int (*take)(void *context,
                                  const tool_profile_line_t *line),
                      void *context)
{
    reader_t reader = {.name = name, .path = path};
    FILE *file = fopen(path, "r");
    tool_profile_line_t line;
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    int status = TOOL_SUCCESS;

    if (file == NULL) {
        return tool_fail(name, "%s: %s", path, strerror(errno));
    }
    errno = 0;
    while ((length = getline(&text, &room, file)) >= 0) {
        reader.number++;
        reader.is_bad = false;
        if (!read_line(&reader, text, (size_t)length, &line)) {
            status = TOOL_ERROR;
        } else if (take(context, &line) != TOOL_SUCCESS) {
            status = TOOL_ERROR;
            break;
        }
    }
    if (ferror(file)) {
        status = tool_fail(name, "%s: %s", path, strerror(errno));
    }
    free(text);
    fclose(file);
    return status;
}

#else

int tool_profile_read(const char *name, const char *path,
                      int (*take)(void *context,
                                  const tool_profile_line_t *line),
                      void *context)
{
    (void)take;
    (void)context;
    return tool_fail(name,
                     "%s cannot be read: this command was built without "
                     "jansson, which reads JSON",
                     path);
}

#endif
