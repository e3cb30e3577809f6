/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See json_place.h.
 */
#include "tools/json_place.h"

#include <stdbool.h>
#include <string.h>

static size_t skip_blanks(tool_json_text_t json, size_t at)
{
    while (at < json.length && strchr(" \t\r\n", json.text[at]) != NULL &&
           json.text[at] != '\0') {
        at++;
    }
    return at;
}

/* Behind the string at `at`. */
static size_t skip_string(tool_json_text_t json, size_t at)
{
    for (at++; at < json.length && json.text[at] != '"'; at++) {
        at += json.text[at] == '\\';
    }
    return at < json.length ? at + 1 : json.length;
}

/* Behind the value at `at`, whatever is inside. */
static size_t skip_value(tool_json_text_t json, size_t at)
{
    size_t depth = 0;

    while (at < json.length) {
        const char c = json.text[at];

        if (c == '"') {
            at = skip_string(json, at);
        } else if (strchr("{[", c) != NULL && c != '\0') {
            depth++;
            at++;
        } else if (strchr("}]", c) != NULL && c != '\0') {
            depth--;
            at++;
        } else {
            at++;
            if (depth == 0 && at < json.length &&
                strchr(",]} \t\r\n", json.text[at]) == NULL) {
                continue;
            }
        }
        if (depth == 0) {
            break;
        }
    }
    return at;
}

size_t tool_json_root(tool_json_text_t json)
{
    return skip_blanks(json, 0);
}

/* The value behind the comma at `at`, or behind the opening of what holds
 * it. */
static size_t enter(tool_json_text_t json, size_t at)
{
    at = skip_blanks(json, at + 1);
    return at < json.length && strchr("]}", json.text[at]) == NULL
               ? at
               : json.length;
}

size_t tool_json_first(tool_json_text_t json, size_t at)
{
    return at < json.length ? enter(json, at) : json.length;
}

size_t tool_json_next(tool_json_text_t json, size_t at)
{
    if (at < json.length) {
        at = skip_blanks(json, skip_value(json, at));
    }
    return at < json.length && json.text[at] == ',' ? enter(json, at)
                                                    : json.length;
}

/* Behind the colon that follows the key at `at`. */
static size_t value_of(tool_json_text_t json, size_t at)
{
    at = skip_blanks(json, skip_string(json, at));
    return skip_blanks(json, at < json.length ? at + 1 : at);
}

size_t tool_json_find_key(tool_json_text_t json, size_t at, const char *key)
{
    const size_t length = strlen(key);

    if (at >= json.length || json.text[at] != '{') {
        return json.length;
    }
    at = enter(json, at);
    while (at < json.length) {
        const size_t end = skip_string(json, at);

        if (end - at == length + 2 &&
            memcmp(json.text + at + 1, key, length) == 0) {
            return at;
        }
        at = tool_json_next(json, value_of(json, at));
    }
    return at;
}

size_t tool_json_find(tool_json_text_t json, size_t at, const char *key)
{
    at = tool_json_find_key(json, at, key);
    return at < json.length ? value_of(json, at) : at;
}
