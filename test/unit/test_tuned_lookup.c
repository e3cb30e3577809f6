/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coll/tuned's classic rules files against a model of Open MPI 4.1: the tables
 * that it fills and how it goes through them, with random files, ordered and
 * not, and random calls.
 */
#include "random.h"
#include "rules_text.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ENTRIES = 5, MOST_SIZES = 6, ROOM = 1 << 15 };

typedef struct model_row {
    size_t size;
    int algorithm, fan;
    size_t segment;
} model_row_t;

typedef struct model_entry {
    int ranks, count;
    model_row_t rows[MOST_SIZES];
} model_entry_t;

typedef struct model {
    int counts[TUNEDX_COLLECTIVES]; /* -1: not in the file */
    model_entry_t entries[TUNEDX_COLLECTIVES][MOST_ENTRIES];
} model_t;

/* ---- random files ---- */

static size_t pick_size(random_t *random, size_t before, bool is_ordered)
{
    const size_t step = (size_t)random_below(random, 300);

    return is_ordered ? before + 1 + step : step * 4;
}

static int pick_algorithm(random_t *random, tunedx_collective_t collective)
{
    const int last = tunedx_tuned_last(collective, 5);
    int number = random_below(random, last + 1);

    while (number > 0 &&
           (tunedx_tuned_find(collective, (size_t)number)->is_for_pairs ||
            tunedx_tuned_find(collective, (size_t)number)->ours == NULL)) {
        number = random_below(random, last + 1);
    }
    return number;
}

static void fill(model_t *model, random_t *random)
{
    const bool is_ordered = random_chance(random, 60);

    for (int c = 0; c < TUNEDX_COLLECTIVES; c++) {
        const tunedx_collective_t collective = (tunedx_collective_t)c;
        size_t ranks = 0;

        model->counts[c] = -1;
        if (tunedx_tuned_size(collective) == TUNEDX_TUNED_NEVER ||
            random_chance(random, 60)) {
            continue;
        }
        model->counts[c] = random_below(random, MOST_ENTRIES + 1);
        for (int e = 0; e < model->counts[c]; e++) {
            model_entry_t *entry = &model->entries[c][e];
            size_t size = 0;

            ranks = pick_size(random, ranks, is_ordered) % 40;
            entry->ranks = (int)ranks;
            entry->count = random_below(random, MOST_SIZES + 1);
            for (int r = 0; r < entry->count; r++) {
                size = r == 0 ? 0 : pick_size(random, size, is_ordered);
                entry->rows[r] = (model_row_t){
                    .size = size,
                    .algorithm = pick_algorithm(random, collective),
                    .fan = random_below(random, 33),
                    .segment = (size_t)random_below(random, 5) * 1000,
                };
            }
        }
    }
}

static const char *gap(random_t *random)
{
    static const char *const gaps[] = {" ", "\n", "\t ", " # 1 2\n", "\r\n"};

    return gaps[random_below(random, 5)];
}

static size_t write_rows(const model_entry_t *entry, random_t *random,
                         char *text)
{
    size_t length = 0;

    for (int r = 0; r < entry->count; r++) {
        const model_row_t *row = &entry->rows[r];

        length +=
            (size_t)sprintf(text + length, "%zu%s%d%s%d%s%zu%s", row->size,
                            gap(random), row->algorithm, gap(random), row->fan,
                            gap(random), row->segment, gap(random));
    }
    return length;
}

static void write(const model_t *model, random_t *random, char *text)
{
    size_t length;
    int collectives = 0;

    for (int c = 0; c < TUNEDX_COLLECTIVES; c++) {
        collectives += model->counts[c] >= 0;
    }
    length = (size_t)sprintf(text, "%d%s", collectives, gap(random));
    for (int c = 0; c < TUNEDX_COLLECTIVES; c++) {
        if (model->counts[c] < 0) {
            continue;
        }
        length += (size_t)sprintf(text + length, "%d%s%d%s", c, gap(random),
                                  model->counts[c], gap(random));
        for (int e = 0; e < model->counts[c]; e++) {
            const model_entry_t *entry = &model->entries[c][e];

            length += (size_t)sprintf(text + length, "%d%s%d%s", entry->ranks,
                                      gap(random), entry->count, gap(random));
            length += write_rows(entry, random, text + length);
        }
    }
    assert_true(length < ROOM);
}

/* ---- the model's answer ---- */

/* The size that Open MPI computes of a call. */
static size_t size_of_call(const tunedx_key_t *key)
{
    const size_t ranks = (size_t)key->size;

    switch (key->collective) {
    case TUNEDX_ALLGATHER:
    case TUNEDX_ALLTOALL:
    case TUNEDX_GATHER:
    case TUNEDX_SCATTER:
        return key->units * ranks;
    case TUNEDX_REDUCE_SCATTER_BLOCK:
        return key->units * key->unit_bytes * ranks;
    case TUNEDX_SCAN:
    case TUNEDX_EXSCAN:
        return key->unit_bytes * ranks;
    case TUNEDX_BARRIER:
    case TUNEDX_ALLTOALLV:
        return 0;
    case TUNEDX_ALLGATHERV:
        return key->units / ranks;
    default:
        return key->units * key->unit_bytes;
    }
}

static const model_row_t *look_up(const model_t *model, const tunedx_key_t *key)
{
    const model_entry_t *entries = model->entries[key->collective];
    const int count = model->counts[key->collective];
    const size_t size = size_of_call(key);
    int entry = 0, row = 0;

    if (count <= 0) {
        return NULL;
    }
    for (int e = 0; e < count && entries[e].ranks <= key->size; e++) {
        entry = e;
    }
    if (entries[entry].count == 0) {
        return NULL;
    }
    for (int r = 0;
         r < entries[entry].count && entries[entry].rows[r].size <= size; r++) {
        row = r;
    }
    return &entries[entry].rows[row];
}

/* ---- the comparison ---- */

static tunedx_key_t pick_call(random_t *random, tunedx_collective_t collective)
{
    const bool reduces = tunedx_collective_is_reduction(collective);
    tunedx_key_t key = {
        .collective = collective,
        .size = 1 + random_below(random, 45),
        .nodes = 1,
        .ppn = 1,
        .units = (size_t)random_below(random, 400),
        .unit_bytes = reduces ? (size_t)1 << random_below(random, 5) : 1,
        .commutative = true,
    };

    key.bytes = key.units * key.unit_bytes;
    if (collective == TUNEDX_REDUCE_SCATTER_BLOCK) {
        key.bytes *= (size_t)key.size;
    } else if (collective == TUNEDX_ALLGATHERV) {
        key.units *= (size_t)key.size;
        key.bytes = key.units / (size_t)key.size;
    } else if (collective == TUNEDX_BARRIER || collective == TUNEDX_ALLTOALLV) {
        key.bytes = 0;
    }
    return key;
}

static size_t number_of(const tunedx_method_t *method, const char *name)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;

    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        if (strcmp(parameters[i]->name, name) == 0) {
            return method->settings[i].number;
        }
    }
    return 0;
}

static void compare(const model_row_t *wanted, const tunedx_key_t *key)
{
    const tunedx_rule_t *found = NULL;

    for (size_t i = 0; i < rules.count; i++) {
        if (tunedx_rule_matches(&rules.rows[i], key)) {
            assert_null(found);
            found = &rules.rows[i];
        }
    }
    if (wanted == NULL || wanted->algorithm == 0) {
        assert_true(found == NULL || found->method == NULL);
        return;
    }
    const tunedx_method_t *method = found == NULL ? NULL : found->method;

    assert_non_null(method);
    if (method == NULL) { /* cmocka has jumped away, but who knows that? */
        return;
    }
    assert_int_equal(method->algorithm->tuned_id, wanted->algorithm);
    const tunedx_tuned_algorithm_t *algorithm =
        tunedx_tuned_of(key->collective, method->algorithm);

    if (algorithm->takes_segment) {
        assert_int_equal(number_of(method, "segment"), wanted->segment);
    }
    if (algorithm->fan == TUNEDX_TUNED_CHAINS) {
        assert_int_equal(number_of(method, "chains"),
                         wanted->fan == 0 ? 1 : wanted->fan);
    }
}

static void random_files_and_calls(void **state)
{
    static char text[ROOM];
    static model_t model;
    random_t random = {.state = 41};
    int found = 0;

    (void)state;
    for (int file = 0; file < 400; file++) {
        fill(&model, &random);
        write(&model, &random, text);
        (void)parse_tuned(text);
        for (int call = 0; call < 300; call++) {
            const tunedx_key_t key = pick_call(
                &random,
                (tunedx_collective_t)random_below(&random, TUNEDX_COLLECTIVES));
            const model_row_t *row = look_up(&model, &key);

            compare(row, &key);
            found += row != NULL;
        }
        free_rules(NULL);
    }
    assert_true(found > 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_files_and_calls),
    };

    return cmocka_run_group_tests(tests, NULL, free_rules);
}
