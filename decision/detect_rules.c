/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which format a rules file has, by its first word.
 */
#include "decision/read_tuned.h"

#include <string.h>

static bool begins(const char *text, size_t length, const char *with)
{
    const size_t head = strlen(with);

    return length >= head && memcmp(text, with, head) == 0;
}

/* Where the first word begins, behind blanks and comments; `length` when there
 * is none. */
static size_t find_word(const char *text, size_t length)
{
    size_t at = begins(text, length, "\xEF\xBB\xBF") ? 3 : 0;

    while (at < length && (tunedx_is_blank(text[at]) || text[at] == '#')) {
        if (text[at] == '#') {
            const char *end = memchr(text + at, '\n', length - at);

            at = end == NULL ? length : (size_t)(end - text);
        } else {
            at++;
        }
    }
    return at;
}

tunedx_rules_kind_t tunedx_rules_detect(const char *text, size_t length)
{
    const size_t at = find_word(text, length);

    text += at;
    length -= at;
    if (begins(text, length, "tunedx-rules")) {
        return TUNEDX_RULES_NATIVE;
    }
    if (length > 0 && *text == '{') {
        return TUNEDX_RULES_TUNED_JSON;
    }
    if (begins(text, length, "rule-file-version-") ||
        (length > 0 && *text >= '0' && *text <= '9')) {
        return TUNEDX_RULES_TUNED;
    }
    return TUNEDX_RULES_UNKNOWN;
}
