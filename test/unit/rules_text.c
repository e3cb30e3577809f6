/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See rules_text.h.
 */
#include "rules_text.h"

#include <stdio.h>
#include <string.h>

static tunedx_arena_t arena;
tunedx_rules_t rules;
fault_t faults[MOST_FAULTS];
size_t fault_count;

int free_rules(void **state)
{
    (void)state;
    tunedx_arena_free(&arena);
    return 0;
}

static void note_fault(void *context, const char *name, int line, size_t column,
                       const char *text)
{
    assert_ptr_equal(context, &arena);
    assert_string_equal(name, "test.rules");
    if (fault_count < MOST_FAULTS) {
        fault_t *fault = &faults[fault_count];

        fault->line = line;
        fault->column = column;
        snprintf(fault->text, sizeof fault->text, "%s", text);
    }
    fault_count++;
}

bool parse_bytes(const char *text, size_t length)
{
    fault_count = 0;
    return tunedx_rules_parse(&arena, "test.rules", text, length, note_fault,
                              &arena, &rules);
}

bool parse(const char *text)
{
    char whole[1024];
    const bool has_end = *text == '\0' || text[strlen(text) - 1] == '\n';
    const int length =
        snprintf(whole, sizeof whole, "%s%s", text, has_end ? "" : "\n");

    assert_true(length < (int)sizeof whole);
    (void)check_rules(whole, (size_t)length);
    return parse_bytes(whole, (size_t)length);
}

bool parse_tuned(const char *text)
{
    fault_count = 0;
    (void)check_tuned(text, strlen(text));
    return tunedx_tuned_parse(&arena, "test.rules", text, strlen(text),
                              note_fault, &arena, &rules);
}

void expect_rows(const char *text, size_t count)
{
    if (!parse(text)) {
        fail_msg("%s: %d:%zu: %s", text, faults[0].line, faults[0].column,
                 faults[0].text);
    }
    assert_int_equal(rules.count, count);
}

void expect_fault(size_t index, int line, size_t column, const char *says)
{
    assert_true(index < fault_count);
    const fault_t *fault = &faults[index];

    if (fault->line != line || fault->column != column ||
        strstr(fault->text, says) == NULL) {
        fail_msg("expected %d:%zu: %s, not %d:%zu: %s", line, column, says,
                 fault->line, fault->column, fault->text);
    }
}

void expect_one_fault(const char *text, size_t count, int line, size_t column,
                      const char *says)
{
    assert_false(parse(text));
    expect_fault(0, line, column, says);
    assert_int_equal(fault_count, 1);
    assert_int_equal(rules.count, count);
}

void expect_ranks(const tunedx_rule_t *row, size_t first, size_t last)
{
    assert_int_equal(row->ranks.count, 1);
    expect_range(row->ranks.ranges[0], first, last);
}

void expect_range(tunedx_range_t range, size_t first, size_t last)
{
    assert_int_equal(range.first, first);
    assert_int_equal(range.last, last);
}
