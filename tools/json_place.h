/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where values stand in a JSON text, which jansson does not tell.
 *
 * The text is one that jansson has accepted.  A place is the index of a value's
 * first character; each function returns the text's length when there is no
 * such value.
 */
#ifndef TUNEDX_TOOLS_JSON_PLACE_H
#define TUNEDX_TOOLS_JSON_PLACE_H

#include <stddef.h>

typedef struct tool_json_text {
    const char *text;
    size_t length;
} tool_json_text_t;

/* The value of the whole text. */
size_t tool_json_root(tool_json_text_t json);

/* The first value of the array or object at `at`; the one that follows the
 * value at `at` in its array. */
size_t tool_json_first(tool_json_text_t json, size_t at);
size_t tool_json_next(tool_json_text_t json, size_t at);

/* The value of `key` in the object at `at`, and the key itself. */
size_t tool_json_find(tool_json_text_t json, size_t at, const char *key);
size_t tool_json_find_key(tool_json_text_t json, size_t at, const char *key);

#endif
