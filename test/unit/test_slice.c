/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Searching rules, row by row and sliced; the built-in rules.
 */
#include "cmocka_test.h"
#include "decision/reproducible.h"
#include "decision_checks.h"
#include "random.h"

#include <string.h>

static tunedx_arena_t arena;
static tunedx_rules_t rules;

static int free_arena(void **state)
{
    (void)state;
    tunedx_arena_free(&arena);
    return 0;
}

static void fail_at(void *context, const char *name, int line, size_t column,
                    const char *text)
{
    (void)context;
    fail_msg("%s:%d:%zu: %s", name, line, column, text);
}

static void load(const char *text)
{
    assert_int_equal(check_rules(text, strlen(text)), 0);
    assert_true(tunedx_rules_parse(&arena, "test.rules", text, strlen(text),
                                   fail_at, NULL, &rules));
}

#define FORMAT "tunedx-rules 1\n"
#define BCAST FORMAT "[bcast]\n"

static void the_first_row_that_can_serve_is_found(void **state)
{
    tunedx_key_t key = {
        .collective = TUNEDX_ALLREDUCE,
        .size = 4,
        .nodes = 2,
        .ppn = 3,
        .bytes = 100,
        .units = 25,
        .unit_bytes = 4,
        .commutative = true,
    };

    (void)state;
    load(FORMAT "[bcast]\n* * * * -> binomial\n"   /* row 0 */
                "[allreduce]\n5.. * * * -> ring\n" /* 1 */
                "* 1 * * -> ring\n"                /* 2 */
                "* * 1..2 * -> ring\n"             /* 3 */
                "* * * 101.. -> ring\n"            /* 4 */
                "4 2 3 100 -> ring\n"              /* 5 */
                "* * * * -> recursive_doubling\n" /* 6 */);
    assert_ptr_equal(tunedx_rules_find(&rules, 0, &key), &rules.rows[5]);
    assert_ptr_equal(tunedx_rules_find(&rules, 5, &key), &rules.rows[5]);
    assert_ptr_equal(tunedx_rules_find(&rules, 6, &key), &rules.rows[6]);
    assert_null(tunedx_rules_find(&rules, 7, &key));

    key.commutative = false;
    assert_ptr_equal(tunedx_rules_find(&rules, 0, &key), &rules.rows[6]);
    key.commutative = true;
    key.bytes = 101;
    assert_ptr_equal(tunedx_rules_find(&rules, 0, &key), &rules.rows[4]);
    key.collective = TUNEDX_REDUCE;
    assert_null(tunedx_rules_find(&rules, 0, &key));
}

static void expect_entry(const tunedx_slice_t *slice, size_t index,
                         size_t last_bytes, int row)
{
    assert_true(index < slice->count);
    assert_int_equal(slice->entries[index].last_bytes, last_bytes);
    assert_ptr_equal(slice->entries[index].rule,
                     row < 0 ? NULL : &rules.rows[row]);
}

static void slices_are_short(void **state)
{
    tunedx_slice_t slice;

    (void)state;
    load(BCAST "4 * * 10..20 -> binomial\n"
               "* * * 15..30 -> pipeline\n"
               "* * * 12..18 -> pipeline\n"
               "4 * * 18446744073709551615 -> binomial\n"
               "* 9 * * -> pipeline\n");
    assert_true(
        tunedx_rules_slice(&arena, &rules, TUNEDX_BCAST, 4, 2, 2, &slice));
    assert_int_equal(slice.count, 5);
    expect_entry(&slice, 0, 9, -1);
    expect_entry(&slice, 1, 20, 0);
    expect_entry(&slice, 2, 30, 1);
    expect_entry(&slice, 3, SIZE_MAX - 1, -1);
    expect_entry(&slice, 4, SIZE_MAX, 3);

    assert_true(
        tunedx_rules_slice(&arena, &rules, TUNEDX_BCAST, 5, 9, 1, &slice));
    assert_int_equal(slice.count, 4);
    expect_entry(&slice, 0, 11, 4);
    expect_entry(&slice, 1, 14, 2);
    expect_entry(&slice, 2, 30, 1);
    expect_entry(&slice, 3, SIZE_MAX, 4);

    assert_true(
        tunedx_rules_slice(&arena, &rules, TUNEDX_REDUCE, 4, 1, 4, &slice));
    assert_int_equal(slice.count, 1);
    expect_entry(&slice, 0, SIZE_MAX, -1);
}

static tunedx_range_t random_range(random_t *random, int limit)
{
    const size_t a = (size_t)random_below(random, limit);
    const size_t b = (size_t)random_below(random, limit);
    tunedx_range_t range = {.first = a < b ? a : b, .last = a < b ? b : a};

    if (random_chance(random, 25)) {
        range.first = 0;
    }
    if (random_chance(random, 25)) {
        range.last = SIZE_MAX;
    }
    if (random_chance(random, 10)) {
        range.first = SIZE_MAX - (range.last == SIZE_MAX ? a : 0);
        range.last = SIZE_MAX;
    }
    return range;
}

static void slices_say_what_rows_say(void **state)
{
    enum { ROUNDS = 3000, MOST_ROWS = 20 };
    tunedx_rule_t rows[MOST_ROWS];
    tunedx_range_t ranks[MOST_ROWS];
    random_t random = {.state = 2007};

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        const int count = random_below(&random, MOST_ROWS + 1);
        const int limit = round % 2 == 0 ? 12 : 1 << 30;

        for (int i = 0; i < count; i++) {
            ranks[i] = random_range(&random, 5);
            rows[i] = (tunedx_rule_t){
                .collective =
                    random_chance(&random, 20) ? TUNEDX_REDUCE : TUNEDX_BCAST,
                .ranks = {.ranges = &ranks[i], .count = 1},
                .nodes = random_range(&random, 5),
                .ppn = random_range(&random, 5),
                .bytes = random_range(&random, limit),
                .expo_gap = random_range(&random, 5),
                .measure = random_chance(&random, 20) ? TUNEDX_MEASURE_TOTAL
                                                      : TUNEDX_MEASURE_BYTES,
                .conditions.wanted = 1u << random_below(&random, 8) &
                                     (uint32_t)random_below(&random, 256),
            };
        }
        rules = (tunedx_rules_t){.rows = rows, .count = (size_t)count};
        check_slice(&rules, TUNEDX_BCAST, 1 + random_below(&random, 6),
                    random_below(&random, 6), random_below(&random, 6));
    }
}

/* ---- the built-in rules ---- */

/* Notes in `used` the row that decides, and the one that does where reductions
 * are to be reproducible. */
static void find_for(const tunedx_key_t *key, bool *used)
{
    const tunedx_rule_t *rule = tunedx_rules_find(&rules, 0, key);

    assert_non_null(rule);
    used[rule - rules.rows] = true;
    if (!tunedx_collective_is_reduction(key->collective) || key->commutative) {
        return;
    }
    while (tunedx_reproducible_needs(TUNEDX_REPRODUCIBLE_RANKS, key->collective,
                                     key->size, rule->method) != NULL) {
        rule = tunedx_rules_find(&rules, (size_t)(rule - rules.rows) + 1, key);
        assert_non_null(rule);
    }
    used[rule - rules.rows] = true;
}

/* All sizes of messages on `size` ranks with `ppn` of them on each node. */
static void find_for_layout(tunedx_collective_t collective, int size, int ppn,
                            bool *used)
{
    for (int step = 0; step < 4 * 61; step++) { /* four for each power of two */
        const size_t bytes = (((size_t)4 + step % 4) << step / 4) / 4 - 1;
        tunedx_key_t key = {
            .collective = collective,
            .size = size,
            .nodes = (size + ppn - 1) / ppn,
            .ppn = size < ppn ? size : ppn,
            .bytes = bytes,
            .units = bytes,
            .unit_bytes = 1,
            .commutative = true,
        };

        find_for(&key, used);
        key.commutative = !tunedx_collective_is_reduction(collective);
        find_for(&key, used);
    }
}

static void find_for_size(tunedx_collective_t collective, int size, bool *used)
{
    find_for_layout(collective, size, size, used);
    find_for_layout(collective, size, 4, used);
    find_for_layout(collective, size, 1, used);
}

static void the_built_in_rules_serve_every_call(void **state)
{
    bool used[512] = {false};

    (void)state;
    load(tunedx_default_rules);
    assert_true(rules.count <= sizeof used / sizeof used[0]);
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;

        for (int size = 1; size < 3000; size += 1 + size / 20) {
            find_for_size(collective, size, used);
        }
        for (int size = 1; size < 3000; size *= 2) {
            find_for_size(collective, size, used);
        }
    }
    for (size_t i = 0; i < rules.count; i++) {
        if (!used[i]) {
            fail_msg("line %d of defaults.rules is never used",
                     rules.rows[i].line);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_first_row_that_can_serve_is_found,
                                  free_arena),
        cmocka_unit_test_teardown(slices_are_short, free_arena),
        cmocka_unit_test_teardown(slices_say_what_rows_say, free_arena),
        cmocka_unit_test_teardown(the_built_in_rules_serve_every_call,
                                  free_arena),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
