/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reading coll/tuned's classic rules files.
 *
 *     rule-file-version-2      format 2 only
 *     1                        collectives that follow
 *     7 1                      bcast, and communicator sizes that follow
 *     16 2                     16 ranks, and message sizes that follow
 *     0    6 0 0               size algorithm fan segment [requests]
 *     4096 3 0 1024
 *
 * They mean what they mean to Open MPI 4.1: the last communicator size and the
 * last message size that are not above those of the call, where a communicator
 * below all of them has the first.  doc/tuned.md says it all.
 */
#ifndef TUNEDX_READ_TUNED_H
#define TUNEDX_READ_TUNED_H

#include "decision/tuned.h"

/* What a text begins like. */
typedef enum tunedx_rules_kind {
    TUNEDX_RULES_UNKNOWN,
    TUNEDX_RULES_NATIVE,    /* tunedx-rules */
    TUNEDX_RULES_TUNED,     /* a number, or rule-file-version- */
    TUNEDX_RULES_TUNED_JSON /* { */
} tunedx_rules_kind_t;

tunedx_rules_kind_t tunedx_rules_detect(const char *text, size_t length);

/* A communicator size that the file has, and the ranks that it holds for. */
typedef struct tunedx_tuned_entry {
    tunedx_collective_t collective;
    size_t size;
    int line;
    tunedx_range_t ranks;
} tunedx_tuned_entry_t;

typedef struct tunedx_tuned {
    int version;          /* 1 or 2 */
    tunedx_rules_t rules; /* of one call never more than one matches */
    const tunedx_tuned_entry_t *entries;
    size_t entry_count;
} tunedx_tuned_t;

/* Parses such a text.  Every fault is reported.  A text whose numbers do not
 * add up, or of another version, leaves no rules; a row with a fault leaves its
 * calls to the next source.  Returns false when there was any fault or memory
 * was short.  All lives in `arena`; `name` is borrowed. */
bool tunedx_tuned_read(tunedx_arena_t *arena, const char *name,
                       const char *text, size_t length, tunedx_tuned_ids_t ids,
                       tunedx_rules_report_t *report, void *context,
                       tunedx_tuned_t *tuned);

/* The same for its rules, with the numbers since Open MPI 3.0. */
bool tunedx_tuned_parse(tunedx_arena_t *arena, const char *name,
                        const char *text, size_t length,
                        tunedx_rules_report_t *report, void *context,
                        tunedx_rules_t *rules);

#endif
