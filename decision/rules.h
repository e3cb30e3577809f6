/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules: rows that map a call to a method.
 *
 *     tunedx-rules 1
 *     [meta]
 *     cluster = "example"
 *     [match]
 *     ompi = ">=4.1,<4.2"
 *     [allreduce]
 *     # ranks  nodes  ppn  bytes     -> method
 *       2      *      *    0..2k     -> recursive_doubling window=1
 *       *      *      *    64k.. commutative !power_of_two -> ring
 *       default                      -> recursive_doubling
 *
 * doc/rules.md has the grammar and says what becomes of each fault.
 */
#ifndef TUNEDX_RULES_H
#define TUNEDX_RULES_H

#include "decision/conditions.h"
#include "decision/parse_method.h"

typedef struct tunedx_range {
    size_t first, last;
} tunedx_range_t;

static inline bool tunedx_range_holds(tunedx_range_t range, size_t value)
{
    return range.first <= value && value <= range.last;
}

static inline tunedx_range_t tunedx_range_any(void)
{
    return (tunedx_range_t){.first = 0, .last = SIZE_MAX};
}

/* The whole of `text` is a range: 4, 2..15, 16.., ..4k or *.  It may be a
 * reversed one. */
bool tunedx_range_parse(const char *text, size_t length, tunedx_range_t *range);

/* Ranges, any of which may hold. */
typedef struct tunedx_ranges {
    const tunedx_range_t *ranges;
    size_t count; /* at least 1 */
} tunedx_ranges_t;

bool tunedx_ranges_hold(tunedx_ranges_t ranges, size_t value);

/* What a row's column `bytes` is compared with. */
typedef enum tunedx_measure {
    TUNEDX_MEASURE_BYTES,     /* the message size, tunedx_key_t.bytes */
    TUNEDX_MEASURE_TOTAL,     /* that times the ranks: size=total */
    TUNEDX_MEASURE_TYPE_TOTAL /* one element times the ranks: size=type_total,
                               * which is what coll/tuned has for scans */
} tunedx_measure_t;

typedef struct tunedx_rule {
    tunedx_collective_t collective;
    int line; /* in its file, from 1 */
    tunedx_ranges_t ranks;
    tunedx_range_t nodes, ppn, bytes;
    tunedx_range_t expo_gap; /* of the number of ranks */
    tunedx_measure_t measure;
    tunedx_conditions_t conditions;
    bool is_default;               /* looked at after all other rows */
    const tunedx_method_t *method; /* NULL: what the next source says */
} tunedx_rule_t;

/* A name and its value, of [meta] or [match]. */
typedef struct tunedx_pair {
    const char *name, *value;
    int line;
    size_t column; /* of the value */
} tunedx_pair_t;

typedef struct tunedx_pairs {
    const tunedx_pair_t *pairs;
    size_t count;
} tunedx_pairs_t;

/* Rules in the order in which they are looked at: that of their file, default
 * rows last. */
typedef struct tunedx_rules {
    const char *name; /* of the file, for messages */
    const tunedx_rule_t *rows;
    size_t count;
    tunedx_pairs_t meta, match;
} tunedx_rules_t;

/* Called for every fault found; `line` and `column` count from 1.  The text
 * says what was expected and what happens next. */
typedef void tunedx_rules_report_t(void *context, const char *name, int line,
                                   size_t column, const char *text);

/* Parses a rules text.  Every fault is reported, not only the first.  Rows
 * without fault are kept, but nothing of a text in another format or cut short,
 * and no row of a section that is not understood.  Returns false when there was
 * any fault or memory was short.  The rules live in `arena`; `name` is
 * borrowed. */
bool tunedx_rules_parse(tunedx_arena_t *arena, const char *name,
                        const char *text, size_t length,
                        tunedx_rules_report_t *report, void *context,
                        tunedx_rules_t *rules);

/* Writes a row as the grammar has it, without the end of the line, like
 * snprintf.  Parsing it in a section of its collective gives an equal row. */
size_t tunedx_rule_print(const tunedx_rule_t *rule, char *text, size_t size);

/* Whether a row is for calls of this kind on this communicator, whatever their
 * size; and for this very call. */
bool tunedx_rule_is_for(const tunedx_rule_t *rule, const tunedx_key_t *key);
bool tunedx_rule_matches(const tunedx_rule_t *rule, const tunedx_key_t *key);

/* Whether it matches and its method can serve the call. */
bool tunedx_rule_serves(const tunedx_rule_t *rule, const tunedx_key_t *key);

/* The first row from number `from` on that serves `key`; NULL when there is
 * none. */
const tunedx_rule_t *tunedx_rules_find(const tunedx_rules_t *rules, size_t from,
                                       const tunedx_key_t *key);

/* The message sizes, in bytes, that the row's column holds for communicators of
 * `size` ranks; all of them when that depends on the call.  False: none. */
bool tunedx_rule_bytes(const tunedx_rule_t *rule, int size,
                       tunedx_range_t *bytes);

/* A collective's rules on one communicator: which row is the first to match,
 * by bytes alone; what else depends on the call has to be looked at.  Entry i
 * holds from the end of entry i-1 up to last_bytes; the last entry's last_bytes
 * is SIZE_MAX.  rule NULL: none matches. */
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
