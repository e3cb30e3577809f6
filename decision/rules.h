/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules: rows that map a call to a method.
 *
 *     tunedx-rules 1
 *     [allreduce]
 *     # ranks  nodes  ppn  bytes     -> method
 *       2      *      *    0..2k     -> recursive_doubling window=1
 *       *      *      *    *         -> ring segment=64k
 *
 * Ranges include both ends; 64k.. and ..4k leave one open; * is any.  The
 * first row that matches, and whose algorithm can serve the call, wins.  The
 * format and its version come first; what follows a # is a comment.  A section
 * may come more than once.
 */
#ifndef TUNEDX_RULES_H
#define TUNEDX_RULES_H

#include "decision/parse_method.h"

typedef struct tunedx_range {
    size_t first, last;
} tunedx_range_t;

static inline bool tunedx_range_holds(tunedx_range_t range, size_t value)
{
    return range.first <= value && value <= range.last;
}

typedef struct tunedx_rule {
    tunedx_collective_t collective;
    int line; /* in its file, from 1 */
    tunedx_range_t ranks, nodes, ppn, bytes;
    const tunedx_method_t *method;
} tunedx_rule_t;

/* Rules in the order of their file. */
typedef struct tunedx_rules {
    const char *name; /* of the file, for messages */
    const tunedx_rule_t *rows;
    size_t count;
} tunedx_rules_t;

/* Called for every fault found; `line` and `column` count from 1. */
typedef void tunedx_rules_report_t(void *context, const char *name, int line,
                                   size_t column, const char *text);

/* Parses a rules text.  Every fault is reported, not only the first.  Rows
 * without fault are kept, but nothing of a text in another format and no row
 * of a section that is not understood.  Returns false when there was any fault
 * or memory was short.  The rules live in `arena`; `name` is borrowed. */
bool tunedx_rules_parse(tunedx_arena_t *arena, const char *name,
                        const char *text, size_t length,
                        tunedx_rules_report_t *report, void *context,
                        tunedx_rules_t *rules);

/* The first row from number `from` on that matches `key` and whose method
 * applies to it; NULL when there is none. */
const tunedx_rule_t *tunedx_rules_find(const tunedx_rules_t *rules, size_t from,
                                       const tunedx_key_t *key);

/* A collective's rules on one communicator: which row is the first to match,
 * by bytes alone.  Entry i holds from the end of entry i-1 up to last_bytes;
 * the last entry's last_bytes is SIZE_MAX.  rule NULL: none matches. */
typedef struct tunedx_slice_entry {
    size_t last_bytes;
    const tunedx_rule_t *rule;
} tunedx_slice_entry_t;

typedef struct tunedx_slice {
    size_t count; /* at least 1 once made */
    const tunedx_slice_entry_t *entries;
} tunedx_slice_t;

/* Makes the slice for communicators of `size` ranks on `nodes` nodes with at
 * most `ppn` ranks on one.  False when memory is short. */
bool tunedx_rules_slice(tunedx_arena_t *arena, const tunedx_rules_t *rules,
                        tunedx_collective_t collective, int size, int nodes,
                        int ppn, tunedx_slice_t *slice);

/* Halves what is left, without a branch that depends on `bytes`: sizes that
 * change from call to call would make the processor guess wrong. */
static inline const tunedx_rule_t *
tunedx_slice_find(const tunedx_slice_t *slice, size_t bytes)
{
    const tunedx_slice_entry_t *entry = slice->entries;

    for (size_t left = slice->count, half; left > 1; left -= half) {
        half = left / 2;
        entry += half * (bytes > entry[half - 1].last_bytes);
    }
    return entry->rule;
}

/* The built-in rules, as text: decision/defaults.rules. */
extern const char tunedx_default_rules[];

#endif
