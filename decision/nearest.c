/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Edit distance with exchanges (optimal string alignment), three rows of the
 * usual table at a time.
 */
#include "decision/nearest.h"

#include <stdbool.h>
#include <string.h>

enum {
    LONGEST = 64,       /* longer words are nobody's misspelling */
    EDIT = LONGEST + 1, /* a change of case costs 1: a word of them, no edit */
    LEAST_BEGINNING = 3 /* characters that say enough as a beginning */
};

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int cost_of_change(char from, char to)
{
    return from == to ? 0 : lower(from) == lower(to) ? 1 : EDIT;
}

/* a[i-2..i-1] is b[j-2..j-1] the other way round. */
static bool is_exchanged(const char *a, size_t i, const char *b, size_t j)
{
    return i >= 2 && j >= 2 && lower(a[i - 1]) == lower(b[j - 2]) &&
           lower(a[i - 2]) == lower(b[j - 1]);
}

/* Both words have at most LONGEST characters. */
static int distance(const char *a, size_t a_length, const char *b,
                    size_t b_length)
{
    int rows[3][LONGEST + 1]; /* row i: the first i characters of a to ... */

    for (size_t j = 0; j <= b_length; j++) { /* ... the first j of b */
        rows[0][j] = (int)j * EDIT;
    }
    for (size_t i = 1; i <= a_length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3];
        const int *two_above = rows[(i + 1) % 3];

        row[0] = (int)i * EDIT;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(least(above[j], row[j - 1]) + EDIT,
                           above[j - 1] + cost_of_change(a[i - 1], b[j - 1]));
            if (is_exchanged(a, i, b, j)) {
                row[j] = least(row[j], two_above[j - 2] + EDIT);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

static bool is_near(const char *a, size_t a_length, const char *b,
                    size_t b_length, int edits)
{
    const size_t longer = a_length > b_length ? a_length : b_length;
    const size_t shorter = a_length < b_length ? a_length : b_length;

    return (size_t)edits * 3 <= longer ||
           (shorter >= LEAST_BEGINNING && memcmp(a, b, shorter) == 0);
}

const char *tunedx_nearest(const char *word, size_t length,
                           const char *const *words, size_t count)
{
    const char *nearest = NULL;
    int shortest = 0;

    if (length == 0 || length > LONGEST) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t other = strlen(words[i]);

        if (other == 0 || other > LONGEST) {
            continue;
        }
        const int d = distance(word, length, words[i], other);
        if (is_near(word, length, words[i], other, d / EDIT) &&
            (nearest == NULL || d < shortest)) {
            nearest = words[i];
            shortest = d;
        }
    }
    return nearest;
}
