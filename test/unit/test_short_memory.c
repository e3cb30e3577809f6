/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Methods, rules and slices when memory is short: every allocation fails once.
 */
#include "cmocka_test.h"
#include "decision/read_tuned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arena of this program fails when it is told to.  (Being defined here,
 * its functions are not taken from the library.) */
static int allocations_left = -1; /* negative: as many as are asked for */

static void *failing_calloc(size_t count, size_t bytes)
{
    if (allocations_left == 0) {
        return NULL;
    }
    allocations_left -= allocations_left > 0;
    return calloc(count, bytes);
}

#define calloc failing_calloc
#include "schedule/arena.c" /* NOLINT(bugprone-suspicious-include) */
#undef calloc

enum { ROWS = 200, ENOUGH = 100 /* allocations, for all that is done here */ };

/* Faults are counted; there is but one kind. */
static void count_fault(void *context, const char *name, int line,
                        size_t column, const char *text)
{
    (void)name;
    (void)line;
    (void)column;
    assert_ptr_equal(strstr(text, "memory is short"), text);
    ++*(size_t *)context;
}

/* Parses rules of ROWS rows. */
static bool parse(tunedx_arena_t *arena, tunedx_rules_t *rules, size_t *faults)
{
    static char text[ROWS * 40];
    int length = snprintf(text, sizeof text, "tunedx-rules 1\n[allreduce]\n");

    for (int i = 0; i < ROWS; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "* * * %d -> ring\n", 2 * i);
    }
    *faults = 0;
    return tunedx_rules_parse(arena, "test.rules", text, (size_t)length,
                              count_fault, faults, rules);
}

static void methods_complain(void **state)
{
    static const char text[] = "nonoverlapping reduce=(pipeline) bcast=(6)";
    const tunedx_method_t *method = NULL;

    (void)state;
    for (int left = 0; method == NULL; left++) {
        tunedx_arena_t arena = tunedx_arena_empty();
        tunedx_complaint_t complaint;

        /* A full chunk, so that not all is served from one. */
        assert_non_null(tunedx_arena_take(&arena, 4096 - 300));
        allocations_left = left;
        method = tunedx_method_parse(&arena, TUNEDX_ALLREDUCE, text,
                                     sizeof text - 1, &complaint);
        allocations_left = -1;
        if (method == NULL) {
            assert_string_equal(complaint.text, "memory is short");
        }
        assert_true(left < ENOUGH);
        tunedx_arena_free(&arena);
    }
}

static void rules_lose_rows_and_say_so(void **state)
{
    bool is_faultless = false;

    (void)state;
    for (int left = 0; !is_faultless; left++) {
        tunedx_arena_t arena = tunedx_arena_empty();
        tunedx_rules_t rules;
        size_t faults;

        allocations_left = left;
        is_faultless = parse(&arena, &rules, &faults);
        allocations_left = -1;
        assert_int_equal(is_faultless, faults == 0);
        assert_true(is_faultless ? rules.count == ROWS : rules.count < ROWS);
        assert_true(left < ENOUGH);
        tunedx_arena_free(&arena);
    }
}

static void tuned_files_lose_all_and_say_so(void **state)
{
    static char text[ROWS * 40];
    int length = snprintf(text, sizeof text, "1\n7 1\n2 %d\n", ROWS);
    bool is_faultless = false;

    (void)state;
    for (int i = 0; i < ROWS; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "%d 2 4 1024\n", 2 * i);
    }
    for (int left = 0; !is_faultless; left++) {
        tunedx_arena_t arena = tunedx_arena_empty();
        tunedx_rules_t rules;
        size_t faults = 0;

        allocations_left = left;
        is_faultless =
            tunedx_tuned_parse(&arena, "test.tuned", text, (size_t)length,
                               count_fault, &faults, &rules);
        allocations_left = -1;
        assert_int_equal(faults, is_faultless ? 0 : 1);
        assert_int_equal(rules.count, is_faultless ? ROWS : 0);
        assert_true(left < ENOUGH);
        tunedx_arena_free(&arena);
    }
}

static void slices_are_made_or_left_alone(void **state)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_rules_t rules;
    size_t faults;
    bool is_made = false;

    (void)state;
    assert_true(parse(&arena, &rules, &faults));
    for (int left = 0; !is_made; left++) {
        tunedx_arena_t other = tunedx_arena_empty();
        tunedx_slice_t slice = {.count = 0};

        allocations_left = left;
        is_made = tunedx_rules_slice(&other, &rules, TUNEDX_ALLREDUCE, 2, 1, 2,
                                     &slice);
        allocations_left = -1;
        assert_int_equal(slice.count, is_made ? 2 * ROWS : 0);
        assert_true(left < ENOUGH);
        tunedx_arena_free(&other);
    }
    tunedx_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_complain),
        cmocka_unit_test(rules_lose_rows_and_say_so),
        cmocka_unit_test(tuned_files_lose_all_and_say_so),
        cmocka_unit_test(slices_are_made_or_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
