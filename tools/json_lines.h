/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reading JSON lines: an object each, with complaints that say where.
 *
 * Only what jansson is there for; without it reading is an error.
 */
#ifndef TUNEDX_TOOLS_JSON_LINES_H
#define TUNEDX_TOOLS_JSON_LINES_H

#include "tools/command.h"

/* A line that is being looked at.  Once a fault is reported the line is bad and
 * what else is asked of it gives nothing and reports nothing. */
typedef struct tool_json_line {
    const char *name, *path;
    bool strict;
    const char *text;
    size_t length;
    size_t number; /* from 1 */
    void *object;  /* of jansson */
    bool is_bad;
} tool_json_line_t;

/* Calls `take` for every line that has an object.  Returns the exit status:
 * an error if the file cannot be read, if `take` returned one, or if a line was
 * bad and `strict`.  *all_good, unless NULL, says whether no line was bad. */
int tool_json_lines_read(const char *name, const char *path, bool strict,
                         int (*take)(void *context, tool_json_line_t *line),
                         void *context, bool *all_good);

/* Reports that the value of `key` is not what was expected. */
void tool_json_refuse(tool_json_line_t *line, const char *key,
                      const char *expected);

bool tool_json_has(const tool_json_line_t *line, const char *key);

/* Whether the value is null. */
bool tool_json_is_null(const tool_json_line_t *line, const char *key);

/* Whether the value is this whole number. */
bool tool_json_is(const tool_json_line_t *line, const char *key, int number);

/* True or false; false when the line is bad. */
bool tool_json_flag(tool_json_line_t *line, const char *key);

/* A number, 0 or more; 0 when the line is bad.  `expected` names it. */
double tool_json_amount(tool_json_line_t *line, const char *key,
                        const char *expected);

/* Seconds, 0 or more; 0 when the line is bad. */
double tool_json_seconds(tool_json_line_t *line, const char *key);

/* A whole number from `least` to `most`; `least` when the line is bad. */
size_t tool_json_number(tool_json_line_t *line, const char *key, size_t least,
                        size_t most);

/* A text; "" when the line is bad. */
const char *tool_json_text(tool_json_line_t *line, const char *key);

/* Positive numbers, one or a list of them, of which the first `room` are taken.
 * Returns how many there are, 0 when the line is bad. */
size_t tool_json_times(tool_json_line_t *line, const char *key, double *times,
                       size_t room);

#endif
