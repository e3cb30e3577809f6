/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See decision_checks.h.
 */
#include "decision_checks.h"

#include "decision/pack_rules.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_METHOD = 4096, /* as printed */
    CHECKED_ROWS = 24      /* keys are taken from so many of a text's rows */
};

static void check(bool is_true, const char *what)
{
    if (!is_true) {
        fprintf(stderr, "does not hold: %s\n", what);
        abort();
    }
}

static void check_message(const char *text, size_t size)
{
    const char *end = memchr(text, '\0', size);

    check(end != NULL, "a message ends");
    check(end > text, "a message says something");
    for (; *text != '\0'; text++) {
        check(*text >= ' ' && *text <= '~', "a message is printable");
    }
}

/* ---- methods ---- */

static void check_print(const tunedx_method_t *method, const char *whole,
                        size_t length)
{
    char part[LONGEST_METHOD];

    for (size_t size = 1; size <= length + 1; size++) {
        const size_t kept = size - 1;

        check(tunedx_method_print(method, part, size) == length,
              "printing returns the length of the whole");
        check(strlen(part) == kept && memcmp(part, whole, kept) == 0,
              "what does not fit is cut off");
    }
}

bool check_method(tunedx_collective_t collective, const char *text,
                  size_t length)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_complaint_t complaint;
    char printed[LONGEST_METHOD];
    const tunedx_method_t *method =
        tunedx_method_parse(&arena, collective, text, length, &complaint);

    if (method == NULL) {
        check_message(complaint.text, sizeof complaint.text);
        check(complaint.column >= 1 && complaint.column <= length + 1,
              "a complaint is about a place in the text");
    } else {
        const size_t used =
            tunedx_method_print(method, printed, sizeof printed);
        check(used < sizeof printed, "methods are short");
        const tunedx_method_t *again =
            tunedx_method_parse(&arena, collective, printed, used, &complaint);

        check(again != NULL, "what was printed parses");
        check(tunedx_method_equal(method, again) &&
                  tunedx_method_equal(again, method),
              "what was printed parses to the same");
        check_print(again, printed, used);
    }
    tunedx_arena_free(&arena);
    return method != NULL;
}

/* ---- rules ---- */

/* The rule that slices are to find, by reading the rows one by one. */
static const tunedx_rule_t *first_match(const tunedx_rules_t *rules,
                                        tunedx_collective_t collective,
                                        int size, int nodes, int ppn,
                                        size_t bytes)
{
    const tunedx_key_t key = {
        .collective = collective,
        .size = size,
        .nodes = nodes,
        .ppn = ppn,
    };

    for (size_t i = 0; i < rules->count; i++) {
        const tunedx_rule_t *rule = &rules->rows[i];
        tunedx_range_t sizes;

        if (tunedx_rule_is_for(rule, &key) &&
            tunedx_rule_bytes(rule, size, &sizes) &&
            tunedx_range_holds(sizes, bytes)) {
            return rule;
        }
    }
    return NULL;
}

void check_slice(const tunedx_rules_t *rules, tunedx_collective_t collective,
                 int size, int nodes, int ppn)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_slice_t slice;

    check(
        tunedx_rules_slice(&arena, rules, collective, size, nodes, ppn, &slice),
        "there is memory for a slice");
    check(slice.count >= 1 &&
              slice.entries[slice.count - 1].last_bytes == SIZE_MAX,
          "a slice covers all sizes");
    for (size_t i = 1; i < slice.count; i++) {
        check(slice.entries[i - 1].last_bytes < slice.entries[i].last_bytes &&
                  slice.entries[i - 1].rule != slice.entries[i].rule,
              "a slice is sorted and as short as can be");
    }
    for (size_t i = 0; i <= rules->count; i++) {
        const tunedx_range_t range =
            i < rules->count ? rules->rows[i].bytes
                             : (tunedx_range_t){.first = 0, .last = SIZE_MAX};
        const size_t probes[] = {
            range.first - (range.first > 0),
            range.first,
            range.first + (range.last - range.first) / 2,
            range.last,
            range.last + (range.last < SIZE_MAX),
            range.first / (size_t)size,
            range.last / (size_t)size,
            range.last / (size_t)size + 1,
        };

        for (size_t j = 0; j < sizeof probes / sizeof probes[0]; j++) {
            check(
                tunedx_slice_find(&slice, probes[j]) ==
                    first_match(rules, collective, size, nodes, ppn, probes[j]),
                "a slice says what the rows say");
        }
    }
    tunedx_arena_free(&arena);
}

typedef struct tally {
    size_t faults;
    const char *name;
} tally_t;

static void count_fault(void *context, const char *name, int line,
                        size_t column, const char *text)
{
    tally_t *tally = context;

    tally->faults++;
    check(name == tally->name, "a fault names its file");
    check(line >= 1 && column >= 1, "a fault has a place");
    check_message(text, sizeof((tunedx_complaint_t *)NULL)->text);
}

static int to_int(size_t value)
{
    return value == 0 ? 1 : value > INT_MAX ? INT_MAX : (int)value;
}

static bool is_sound(tunedx_range_t range)
{
    return range.first <= range.last;
}

static bool same_range(tunedx_range_t a, tunedx_range_t b)
{
    return a.first == b.first && a.last == b.last;
}

static bool same_row(const tunedx_rule_t *a, const tunedx_rule_t *b)
{
    bool same = a->ranks.count == b->ranks.count;

    for (size_t i = 0; same && i < a->ranks.count; i++) {
        same = same_range(a->ranks.ranges[i], b->ranks.ranges[i]);
    }
    return same && a->collective == b->collective &&
           same_range(a->nodes, b->nodes) && same_range(a->ppn, b->ppn) &&
           same_range(a->bytes, b->bytes) &&
           same_range(a->expo_gap, b->expo_gap) && a->measure == b->measure &&
           a->conditions.wanted == b->conditions.wanted &&
           a->conditions.unwanted == b->conditions.unwanted &&
           a->is_default == b->is_default &&
           (a->method == NULL || b->method == NULL
                ? a->method == b->method
                : tunedx_method_equal(a->method, b->method));
}

/* A row that is printed and parsed again is the same row. */
static void check_printed(const tunedx_rule_t *rule)
{
    enum { ROOM = LONGEST_METHOD + 4096 };
    tunedx_arena_t arena = tunedx_arena_empty();
    char row[ROOM], *text = malloc(ROOM + 64);
    tally_t tally = {.name = "printed.rules"};
    tunedx_rules_t again;

    check(text != NULL, "there is memory");
    if (tunedx_rule_print(rule, row, sizeof row) < sizeof row) {
        const int length =
            snprintf(text, ROOM + 64, "tunedx-rules 1\n[%s]\n%s\n",
                     tunedx_collective_name(rule->collective), row);

        check(tunedx_rules_parse(&arena, tally.name, text, (size_t)length,
                                 count_fault, &tally, &again) &&
                  again.count == 1 && same_row(&again.rows[0], rule),
              "a printed row parses to the same");
    }
    free(text);
    tunedx_arena_free(&arena);
}

static void check_row(const tunedx_rules_t *rules, size_t index)
{
    const tunedx_rule_t *rule = &rules->rows[index];
    const tunedx_ranges_t ranks = rule->ranks;

    for (size_t i = 0; i < ranks.count; i++) {
        check(is_sound(ranks.ranges[i]), "ranges of ranks are not reversed");
    }
    check(ranks.count > 0 && is_sound(rule->nodes) && is_sound(rule->ppn) &&
              is_sound(rule->bytes) && is_sound(rule->expo_gap),
          "ranges are not reversed");
    check(rule->method == NULL ||
              tunedx_algorithm_find(rule->collective,
                                    rule->method->algorithm->name,
                                    strlen(rule->method->algorithm->name)) ==
                  rule->method->algorithm,
          "a row's method is one of its collective");
    check(index == 0 || rule->is_default > rules->rows[index - 1].is_default ||
              (rule->is_default == rules->rows[index - 1].is_default &&
               rule->line >= rules->rows[index - 1].line),
          "rows are in the order of their lines, default rows last");
    if (index < CHECKED_ROWS) {
        check_printed(rule);
        check_slice(rules, rule->collective, to_int(ranks.ranges[0].first),
                    to_int(rule->nodes.first), to_int(rule->ppn.first));
        check_slice(rules, rule->collective,
                    to_int(ranks.ranges[ranks.count - 1].last),
                    to_int(rule->nodes.first), to_int(rule->ppn.last));
    }
}

/* Rules that are packed and unpacked are the same; damaged bytes are refused or
 * give rules, but do no harm. */
static void check_packed(const tunedx_rules_t *rules)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_rules_t again;
    size_t length = 0;
    unsigned char *bytes = tunedx_rules_pack(rules, &length);

    check(bytes != NULL && tunedx_rules_digest(bytes, length) != 0 &&
              tunedx_rules_unpack(&arena, bytes, length, &again),
          "what was packed is unpacked");
    check(strcmp(again.name, rules->name) == 0 && again.count == rules->count,
          "unpacked rules are as many as before");
    for (size_t i = 0; i < again.count; i++) {
        check(same_row(&again.rows[i], &rules->rows[i]) &&
                  again.rows[i].line == rules->rows[i].line,
              "unpacked rows are as before");
    }
    for (size_t i = 0; i < length && i < 4096; i += 1 + i / 16) {
        check(!tunedx_rules_unpack(&arena, bytes, i, &again),
              "packed rules that are cut off are refused");
        bytes[i] ^= 0x81;
        (void)tunedx_rules_unpack(&arena, bytes, length, &again);
        bytes[i] ^= 0x81;
    }
    free(bytes);
    tunedx_arena_free(&arena);
}

size_t check_rules(const char *text, size_t length)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tally_t tally = {.name = "some.rules"};
    tunedx_rules_t rules;

    const bool is_faultless = tunedx_rules_parse(
        &arena, tally.name, text, length, count_fault, &tally, &rules);
    check(is_faultless == (tally.faults == 0), "every fault is reported");
    check(rules.name == tally.name, "rules know the name of their file");
    for (size_t i = 0; i < rules.count; i++) {
        check_row(&rules, i);
    }
    check_packed(&rules);
    tunedx_arena_free(&arena);
    return tally.faults;
}

/* ---- coll/tuned's files ---- */

static bool overlap(tunedx_range_t a, tunedx_range_t b)
{
    return a.first <= b.last && b.first <= a.last;
}

static void check_tuned_row(const tunedx_rules_t *rules, size_t index)
{
    const tunedx_rule_t *rule = &rules->rows[index];
    const size_t near = index < CHECKED_ROWS ? 0 : index - CHECKED_ROWS;

    check(rule->ranks.count == 1 && is_sound(rule->ranks.ranges[0]) &&
              is_sound(rule->bytes),
          "ranges of coll/tuned's rows are not reversed");
    check(rule->measure == tunedx_tuned_measure(rule->collective),
          "sizes are compared as coll/tuned does");
    for (size_t i = near; i < index; i++) {
        const tunedx_rule_t *before = &rules->rows[i];

        check(before->collective != rule->collective ||
                  !overlap(before->ranks.ranges[0], rule->ranks.ranges[0]) ||
                  !overlap(before->bytes, rule->bytes),
              "no call has two rows of coll/tuned's");
    }
    if (index < CHECKED_ROWS) {
        check_printed(rule);
    }
}

size_t check_tuned(const char *text, size_t length)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tally_t tally = {.name = "some.tuned"};
    tunedx_tuned_t tuned;

    for (int ids = TUNEDX_TUNED_IDS; ids <= TUNEDX_TUNED_OLD_IDS; ids++) {
        tally.faults = 0;
        const bool is_faultless = tunedx_tuned_read(
            &arena, tally.name, text, length, (tunedx_tuned_ids_t)ids,
            count_fault, &tally, &tuned);
        check(is_faultless == (tally.faults == 0), "every fault is reported");
        check(tuned.rules.name == tally.name,
              "rules know the name of their file");
        for (size_t i = 0; i < tuned.rules.count; i++) {
            check_tuned_row(&tuned.rules, i);
        }
    }
    tally.faults = 0;
    (void)tunedx_tuned_parse(&arena, tally.name, text, length, count_fault,
                             &tally, &tuned.rules);
    (void)tunedx_rules_detect(text, length);
    tunedx_arena_free(&arena);
    return tally.faults;
}
