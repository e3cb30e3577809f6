/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the verifier trusts: its sets of ranks and its memories, against sets
 * of bits and arrays of single units.
 */
#include "cmocka_test.h"
#include "random.h"
#include "schedule/verify_parts.h"

#include <string.h>

enum { RANKS = 60, JOINS = 4000, UNITS = 50, WRITES = 3000, PIECES = 4 };

/* ---- sets ---- */

static uint64_t bits_of(const tunedx_sets_t *sets, int set)
{
    uint64_t bits = 0;

    for (int i = 0; i < sets->sets[set].count; i++) {
        const tunedx_interval_t *interval = &sets->sets[set].intervals[i];

        for (int rank = interval->first; rank <= interval->last; rank++) {
            bits |= (uint64_t)1 << rank;
        }
    }
    return bits;
}

/* What the union has to be; 0 when `join` forbids it. */
static uint64_t expected_union(uint64_t left, uint64_t right,
                               tunedx_join_t join)
{
    const bool disjoint = (left & right) == 0;

    switch (join) {
    case TUNEDX_JOIN_DISJOINT:
        return disjoint ? left | right : 0;
    case TUNEDX_JOIN_ADJACENT:
        /* all of the left set below the right one, and a neighbour there */
        return disjoint && left < right && (left << 1 & right) != 0 &&
                       (right & ~(right - 1)) > left
                   ? left | right
                   : 0;
    default:
        return left | right;
    }
}

static void sets_are_those_of_bits(void **state)
{
    random_t random = {.state = 5};
    tunedx_sets_t sets = {.count = 0};

    (void)state;
    for (int rank = 0; rank < RANKS; rank++) {
        assert_int_equal(tunedx_sets_range(&sets, rank, rank), rank);
    }
    for (int i = 0; i < JOINS; i++) {
        const int left = random_below(&random, sets.count);
        const int right = random_below(&random, sets.count);
        const tunedx_join_t join = (tunedx_join_t)random_below(&random, 3);
        const uint64_t expected =
            expected_union(bits_of(&sets, left), bits_of(&sets, right), join);
        const int set = tunedx_sets_join(&sets, left, right, join);

        if (expected == 0) {
            assert_int_equal(set, TUNEDX_NO_SET);
        } else {
            assert_true(set >= 0);
            assert_true(bits_of(&sets, set) == expected);
        }
    }
    for (int i = 0; i < sets.count; i++) {
        for (int k = 0; k < i; k++) {
            assert_true(bits_of(&sets, i) != bits_of(&sets, k));
        }
    }
    tunedx_sets_free(&sets);
}

static void sets_as_text(void **state)
{
    tunedx_sets_t sets = {.count = 0};
    char text[32];

    (void)state;
    const int low = tunedx_sets_range(&sets, 0, 3);
    const int one = tunedx_sets_range(&sets, 5, 5);
    const int both = tunedx_sets_join(&sets, one, low, TUNEDX_JOIN_ANY);
    const int all = tunedx_sets_join(
        &sets, both, tunedx_sets_range(&sets, 4, 9), TUNEDX_JOIN_ANY);

    tunedx_sets_print(&sets, one, text, sizeof text);
    assert_string_equal(text, "{5}");
    tunedx_sets_print(&sets, both, text, sizeof text);
    assert_string_equal(text, "{0..3, 5}");
    tunedx_sets_print(&sets, all, text, sizeof text);
    assert_string_equal(text, "{0..9}");
    tunedx_sets_print(&sets, both, text, 8);
    assert_string_equal(text, "{0..3, ");
    tunedx_sets_free(&sets);
}

/* ---- memories ---- */

typedef struct unit {
    int set; /* TUNEDX_NO_SET: never written */
    size_t position;
} unit_t;

static void assert_read(const tunedx_memory_t *memory, const unit_t *units,
                        size_t first, size_t count, tunedx_memory_t *piece)
{
    const size_t read = tunedx_memory_read(memory, first, count, piece);
    size_t written = 0, at = 0;

    while (written < count && units[first + written].set != TUNEDX_NO_SET) {
        written++;
    }
    assert_int_equal(read, written);
    for (size_t i = 0; i < piece->count; i++) {
        const tunedx_run_t *run = &piece->runs[i];

        assert_int_equal(run->first, at);
        for (size_t k = 0; k < run->units; k++, at++) {
            assert_int_equal(run->set, units[first + at].set);
            assert_int_equal(run->position + k, units[first + at].position);
        }
    }
    assert_int_equal(at, read);
}

/* Runs are in order, and those that continue each other are one. */
static void assert_canonical(const tunedx_memory_t *memory)
{
    for (size_t i = 1; i < memory->count; i++) {
        const tunedx_run_t *a = &memory->runs[i - 1], *b = &memory->runs[i];

        assert_true(a->units > 0);
        assert_true(a->first + a->units <= b->first);
        assert_false(a->first + a->units == b->first && a->set == b->set &&
                     a->position + a->units == b->position);
    }
}

/* Up to PIECES runs, of few sets and positions, so that neighbours often
 * continue each other, in the piece or where it is written to. */
static void random_piece(random_t *random, size_t first, tunedx_memory_t *piece)
{
    const int count = random_below(random, PIECES + 1);
    size_t at = 0;

    piece->count = 0;
    for (int i = 0; i < count && first + at < UNITS; i++) {
        const int room = (int)(UNITS - first - at);
        tunedx_run_t *run = &piece->runs[piece->count++];

        *run = (tunedx_run_t){
            .first = at,
            .units = 1 + (size_t)random_below(random, (room + 2) / 3),
            .position = first + at + (size_t)random_below(random, 2),
            .set = random_below(random, 2),
        };
        at += run->units;
    }
}

static void memories_are_those_of_units(void **state)
{
    random_t random = {.state = 6};
    tunedx_memory_t memory = {.count = 0}, piece = {.count = 0};
    tunedx_run_t runs[PIECES];
    tunedx_memory_t written = {.runs = runs};
    unit_t units[UNITS];

    (void)state;
    for (int i = 0; i < WRITES; i++) {
        if (i % (WRITES / 30) == 0) { /* another memory */
            tunedx_memory_free(&memory);
            for (int k = 0; k < UNITS; k++) {
                units[k].set = TUNEDX_NO_SET;
            }
        }
        const size_t first = (size_t)random_below(&random, UNITS);

        random_piece(&random, first, &written);
        assert_true(tunedx_memory_write(&memory, first, &written));
        for (size_t k = 0; k < written.count; k++) {
            const tunedx_run_t *run = &written.runs[k];

            for (size_t j = 0; j < run->units; j++) {
                units[first + run->first + j] =
                    (unit_t){run->set, run->position + j};
            }
        }
        assert_canonical(&memory);
        assert_read(&memory, units, 0, UNITS, &piece);
        const int from = random_below(&random, UNITS);
        assert_read(&memory, units, (size_t)from,
                    (size_t)random_below(&random, UNITS - from + 1), &piece);
    }
    tunedx_memory_free(&memory);
    tunedx_memory_free(&piece);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_those_of_bits),
        cmocka_unit_test(sets_as_text),
        cmocka_unit_test(memories_are_those_of_units),
    };

    return cmocka_run_group_tests_name("verify_parts", tests, NULL, NULL);
}
