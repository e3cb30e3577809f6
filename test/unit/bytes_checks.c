/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See bytes_checks.h.
 */
#include "bytes_checks.h"

#include "decision/pack_rules.h"
#include "decision_checks.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(bool is_true, const char *what)
{
    if (!is_true) {
        fprintf(stderr, "does not hold: %s\n", what);
        abort();
    }
}

/* ---- trees ---- */

static void ignore(void *context, const char *name, int line, size_t column,
                   const char *text)
{
    (void)context, (void)name, (void)line, (void)column, (void)text;
}

/* Whether rules of a tree alone decide every call. */
static void check_cover(const char *text, size_t length)
{
    static const int sizes[] = {1, 2, 3, 7, 16, 100, 1 << 20};
    static const size_t bytes[] = {0, 1, 100, 8192, SIZE_MAX - 1};
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_rules_t rules;

    check(
        tunedx_rules_parse(&arena, "tree", text, length, ignore, NULL, &rules),
        "what had no fault has none");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t k = 0; k < sizeof bytes / sizeof bytes[0]; k++) {
            const tunedx_key_t key = {
                .collective = TUNEDX_BCAST,
                .size = sizes[i],
                .nodes = 1,
                .ppn = sizes[i],
                .bytes = bytes[k],
            };

            check(tunedx_rules_find(&rules, 0, &key) != NULL,
                  "a tree decides every call");
        }
    }
    tunedx_arena_free(&arena);
}

/* The text may hold ends, and other sections: then it is not about one tree. */
static bool is_one_tree(const char *text, size_t length)
{
    for (size_t i = 0; i + 3 <= length; i++) {
        if (text[i] == '[' || memcmp(text + i, "end", 3) == 0) {
            return false;
        }
    }
    return true;
}

bool check_tree(const char *text, size_t length)
{
    static const char head[] = "tunedx-rules 1\n[bcast]\ntree\n";
    static const char end[] = "\nend\n";
    const size_t before = sizeof head - 1, after = sizeof end - 1;
    char *whole = malloc(before + length + after);

    check(whole != NULL, "there is memory");
    memcpy(whole, head, before);
    memcpy(whole + before, text, length);
    memcpy(whole + before + length, end, after);
    const bool is_good = is_one_tree(text, length) &&
                         check_rules(whole, before + length + after) == 0;
    if (is_good) {
        check_cover(whole, before + length + after);
    }
    free(whole);
    return is_good;
}

/* ---- packed rules ---- */

static void check_same(const void *a, size_t a_length, const void *b,
                       size_t b_length)
{
    check(a_length == b_length && memcmp(a, b, a_length) == 0,
          "rules that are packed and unpacked are the same");
}

bool check_unpack(const char *bytes, size_t length)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_rules_t rules, again;
    size_t once_length = 0, twice_length = 0;

    (void)tunedx_rules_digest(bytes, length);
    const bool is_good = tunedx_rules_unpack(&arena, bytes, length, &rules);
    if (is_good) {
        void *once = tunedx_rules_pack(&rules, &once_length);

        check(once != NULL &&
                  tunedx_rules_unpack(&arena, once, once_length, &again),
              "what was unpacked is packed again");
        void *twice = tunedx_rules_pack(&again, &twice_length);
        check_same(once, once_length, twice, twice_length);
        for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
            tunedx_slice_t slice;

            check(tunedx_rules_slice(&arena, &rules, (tunedx_collective_t)i, 4,
                                     2, 2, &slice),
                  "unpacked rules are sliced");
        }
        free(once);
        free(twice);
    }
    tunedx_arena_free(&arena);
    return is_good;
}
