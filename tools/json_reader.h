/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state of the reader of rules in JSON, its complaints and values.
 *
 * Private to tools/read_json.c and tools/json_*.c.
 */
#ifndef TUNEDX_TOOLS_JSON_READER_H
#define TUNEDX_TOOLS_JSON_READER_H

#include "decision/reader.h"
#include "decision/tuned.h"
#include "tools/json_place.h"

#ifdef TUNEDX_HAVE_JANSSON
#include <jansson.h>

typedef struct tool_json_reader {
    tunedx_arena_t *arena;
    const char *name;
    tunedx_rules_report_t *report;
    void *context;
    tool_json_text_t json;
    bool is_faultless;
    tunedx_rows_t rows;
    size_t counted; /* lines are counted up to here: */
    int lines;      /* ends of lines before it */
} tool_json_reader_t;

/* The line of a place of the text, from 1. */
int tool_json_line(tool_json_reader_t *reader, size_t at);

/* A fault at a place of the text. */
void tool_json_report(tool_json_reader_t *reader, size_t at, const char *format,
                      ...);

/* Whether `value`, at `at`, is an object; it is reported what it has besides
 * `keys`, which end with NULL. */
bool tool_json_check_keys(tool_json_reader_t *reader, const json_t *value,
                          size_t at, const char *what, const char *const *keys);

/* A number of the object at `at`, up to `most`; absent: *number stays.  False
 * and reported when it is none. */
bool tool_json_take_number(tool_json_reader_t *reader, const json_t *object,
                           size_t at, const char *key, size_t most,
                           size_t *number);

/* The range from `least` to `most`, either of which may be absent. */
bool tool_json_take_range(tool_json_reader_t *reader, const json_t *object,
                          size_t at, const char *least, const char *most,
                          tunedx_range_t *range);

/* Adds the row of one rule of `block`, which has all but the bytes and the
 * method.  False when memory is short. */
bool tool_json_read_rule(tool_json_reader_t *reader, const json_t *object,
                         size_t at, const tunedx_rule_t *block);

bool tool_json_add_row(tool_json_reader_t *reader, const tunedx_rule_t *row);
#endif

#endif
