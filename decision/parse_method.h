/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The grammar of methods:
 *
 *     method    = name { parameter "=" value }
 *     value     = number [ "k" | "M" | "G" ] | "(" method ")"
 *
 * The name is an algorithm's or coll/tuned's number for it.  Blanks separate
 * words and are allowed around "=" and parentheses.  Every algorithm has the
 * parameters window and piece besides its own.  Methods nest up to
 * TUNEDX_MAX_NESTING deep.
 */
#ifndef TUNEDX_PARSE_METHOD_H
#define TUNEDX_PARSE_METHOD_H

#include "algorithms/method.h"
#include "schedule/arena.h"

enum {
    TUNEDX_MAX_NESTING = 8,
    TUNEDX_METHOD_TEXT = 192 /* room to print nearly every method in; what is
                              * longer is cut off */
};

/* Why a text was refused. */
typedef struct tunedx_complaint {
    size_t column;  /* of the offending character, from 1; one more than the
                     * text is long when something is missing at its end; 0:
                     * memory was short */
    char text[480]; /* what; what was expected; the nearest word.  One line of
                     * printable characters. */
} tunedx_complaint_t;

/* Parses the first `length` characters of `text` as a method of `collective`.
 * Returns the method, which lives in `arena`, or NULL with *complaint set.
 * Absent parameters stay absent. */
const tunedx_method_t *tunedx_method_parse(tunedx_arena_t *arena,
                                           tunedx_collective_t collective,
                                           const char *text, size_t length,
                                           tunedx_complaint_t *complaint);

/* Parses a number with an optional k, M or G (1024-based; upper or lower
 * case), decimal only.  Returns the characters used, 0 when `text` does not
 * begin with such a number or it does not fit in size_t.  A leading zero is
 * refused: 010 is eight elsewhere. */
size_t tunedx_number_parse(const char *text, size_t length, size_t *number);

/* Writes `method` as the grammar has it, shortest form of every number, into
 * `text` (`size` bytes, always terminated, like snprintf: returns the length
 * that the whole has).  Parsing what was written gives an equal method. */
size_t tunedx_method_print(const tunedx_method_t *method, char *text,
                           size_t size);

/* Equal algorithms and settings, all through. */
bool tunedx_method_equal(const tunedx_method_t *a, const tunedx_method_t *b);

#endif
