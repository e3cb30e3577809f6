/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See command.h: lists of numbers.
 */
#include "tools/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 1 << 16 };

static const char expected[] =
    "a list such as 4,8,16 or 2..50 or 1..1M:38 (38 points with equal factors "
    "between them)";

static int compare(const void *left, const void *right)
{
    const size_t a = *(const size_t *)left, b = *(const size_t *)right;

    return (a > b) - (a < b);
}

/* Takes a number and moves behind it; false when there is none. */
static bool take(const char **text, size_t *number)
{
    const size_t used = tunedx_number_parse(*text, strlen(*text), number);

    *text += used;
    return used > 0;
}

/* Appends the numbers of first..last, or `points` of them. */
static bool append(size_t *numbers, size_t *count, size_t first, size_t last,
                   size_t points)
{
    const size_t needed = points > 0 ? points : last - first + 1;

    if (needed > MOST_NUMBERS - *count) {
        return false;
    }
    for (size_t i = 0; i < needed; i++) {
        const double part = needed > 1 ? (double)i / (double)(needed - 1) : 0;

        numbers[(*count)++] =
            points == 0
                ? first + i
                : (size_t)llround((double)first *
                                  pow((double)last / (double)first, part));
    }
    return true;
}

/* An item up to a comma or the end; false when it is none. */
static bool take_item(const char **text, size_t least, size_t most,
                      size_t *numbers, size_t *count)
{
    size_t first, last, points = 0;

    if (!take(text, &first)) {
        return false;
    }
    last = first;
    if (strncmp(*text, "..", 2) == 0) {
        *text += 2;
        if (!take(text, &last)) {
            return false;
        }
        if (**text == ':') {
            (*text)++;
            if (!take(text, &points) || points < 2 || first == 0) {
                return false;
            }
        }
    }
    return first >= least && first <= last && last <= most &&
           append(numbers, count, first, last, points);
}

int tool_take_list(const char *name, const char *argument, const char *value,
                   size_t least, size_t most, size_t **numbers, size_t *count)
{
    size_t *list = calloc(MOST_NUMBERS, sizeof *list);
    size_t length = 0, kept = 0;
    const char *text = value;
    bool is_good = list != NULL;

    if (list == NULL) {
        return tool_fail(name, "not enough memory");
    }
    do {
        text += text > value; /* the comma */
        is_good = take_item(&text, least, most, list, &length);
    } while (is_good && *text == ',');
    if (!is_good || *text != '\0') {
        free(list);
        return tool_refuse(name, argument, value, expected);
    }
    qsort(list, length, sizeof *list, compare);
    for (size_t i = 1; i < length; i++) {
        if (list[i] != list[kept]) {
            list[++kept] = list[i];
        }
    }
    free(*numbers);
    *numbers = list;
    *count = kept + 1;
    return TOOL_SUCCESS;
}
