/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See row_keys.h.
 */
#include "row_keys.h"

#include "cmocka_test.h"

static void add_value(row_values_t *values, size_t value, size_t most)
{
    bool is_known = value > most;

    for (int i = 0; i < values->count && !is_known; i++) {
        is_known = values->values[i] == value;
    }
    if (!is_known) {
        assert_true(values->count < ROW_KEYS_MOST_VALUES);
        values->values[values->count++] = value;
    }
}

/* Both ends of the range and their neighbours, from `least` to `most`. */
static void add_ends(row_values_t *values, tunedx_range_t range, size_t least,
                     size_t most)
{
    for (size_t i = 0; i < 3; i++) {
        if (range.first + i > least) {
            add_value(values, range.first + i - 1, most);
        }
        if (range.last < SIZE_MAX && range.last + i > least) {
            add_value(values, range.last + i - 1, most);
        }
    }
    add_value(values, least, most);
    add_value(values, most, most);
}

void row_keys_collect(row_keys_t *keys, const tunedx_rules_t *rules,
                      tunedx_collective_t collective)
{
    keys->ranks.count = keys->nodes.count = 0;
    keys->ppn.count = keys->bytes.count = 0;
    for (size_t i = 0; i < rules->count; i++) {
        const tunedx_rule_t *row = &rules->rows[i];

        if (row->collective != collective) {
            continue;
        }
        for (size_t k = 0; k < row->ranks.count; k++) {
            add_ends(&keys->ranks, row->ranks.ranges[k], 1,
                     ROW_KEYS_MOST_RANKS);
        }
        add_ends(&keys->nodes, row->nodes, 1, ROW_KEYS_MOST_RANKS);
        add_ends(&keys->ppn, row->ppn, 1, ROW_KEYS_MOST_RANKS);
        add_ends(&keys->bytes, row->bytes, 0, SIZE_MAX);
    }
}

size_t row_keys_pick(const row_values_t *values, random_t *random)
{
    return values->values[random_below(random, values->count)];
}

tunedx_key_t row_keys_make(const row_keys_t *keys, random_t *random,
                           tunedx_collective_t collective, size_t ranks,
                           size_t bytes)
{
    static const size_t units[] = {1, 4, 8, 16};
    const bool reduces = tunedx_collective_is_reduction(collective);
    tunedx_key_t key = {
        .collective = collective,
        .size = (int)ranks,
        .nodes = (int)row_keys_pick(&keys->nodes, random),
        .ppn = (int)row_keys_pick(&keys->ppn, random),
        .bytes = bytes,
        .unit_bytes = reduces ? units[random_below(random, 4)] : 1,
        .commutative = !reduces || random_chance(random, 60),
        .op_class = reduces ? (tunedx_op_class_t)(1 + random_below(random, 3))
                            : TUNEDX_OP_NONE,
    };

    key.units = bytes / key.unit_bytes;
    return key;
}
