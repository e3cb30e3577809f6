/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls that may go one way or the other by some rules: at the ends of ranges
 * and beside them.
 */
#ifndef TEST_UNIT_ROW_KEYS_H
#define TEST_UNIT_ROW_KEYS_H

#include "random.h"

#include "decision/rules.h"

enum { ROW_KEYS_MOST_VALUES = 4096, ROW_KEYS_MOST_RANKS = 2048 };

/* Values of one field worth a try. */
typedef struct row_values {
    size_t values[ROW_KEYS_MOST_VALUES];
    int count;
} row_values_t;

typedef struct row_keys {
    row_values_t ranks, nodes, ppn, bytes;
} row_keys_t;

/* Takes the ends of the ranges of a collective's rows, and their neighbours. */
void row_keys_collect(row_keys_t *keys, const tunedx_rules_t *rules,
                      tunedx_collective_t collective);

/* One of the values. */
size_t row_keys_pick(const row_values_t *values, random_t *random);

/* A key of these ranks and bytes.  All else is random; of a collective that
 * reduces, operations of all kinds. */
tunedx_key_t row_keys_make(const row_keys_t *keys, random_t *random,
                           tunedx_collective_t collective, size_t ranks,
                           size_t bytes);

#endif
