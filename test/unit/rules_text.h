/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rules text under test: its rows and its faults.
 */
#ifndef TUNEDX_RULES_TEXT_H
#define TUNEDX_RULES_TEXT_H

#include "cmocka_test.h"
#include "decision_checks.h"

#define FORMAT "tunedx-rules 1\n"
#define BCAST FORMAT "[bcast]\n"

enum { MOST_FAULTS = 32 };

typedef struct fault {
    int line;
    size_t column;
    char text[480];
} fault_t;

/* Of the last text parsed. */
extern tunedx_rules_t rules;
extern fault_t faults[MOST_FAULTS];
extern size_t fault_count;

/* Forgets it; a teardown of cmocka. */
int free_rules(void **state);

bool parse_bytes(const char *text, size_t length);

/* `text`, its last line with an end. */
bool parse(const char *text);

/* A classic file of coll/tuned's. */
bool parse_tuned(const char *text);

/* `text` has `count` rows and no fault. */
void expect_rows(const char *text, size_t count);

/* Fault number `index` of the last text parsed. */
void expect_fault(size_t index, int line, size_t column, const char *says);

/* `text` has one fault and leaves `count` rows. */
void expect_one_fault(const char *text, size_t count, int line, size_t column,
                      const char *says);

/* The row's only range of ranks. */
void expect_ranks(const tunedx_rule_t *row, size_t first, size_t last);

void expect_range(tunedx_range_t range, size_t first, size_t last);

#endif
