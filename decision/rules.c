/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which row is for which call.  The parser is in read_rules.c and read_row.c.
 */
#include "decision/rules.h"

#include "geometry/geometry.h"

bool tunedx_ranges_hold(tunedx_ranges_t ranges, size_t value)
{
    bool hold = false;

    for (size_t i = 0; i < ranges.count && !hold; i++) {
        hold = tunedx_range_holds(ranges.ranges[i], value);
    }
    return hold;
}

bool tunedx_rule_is_for(const tunedx_rule_t *rule, const tunedx_key_t *key)
{
    return rule->collective == key->collective &&
           tunedx_ranges_hold(rule->ranks, (size_t)key->size) &&
           tunedx_range_holds(rule->nodes, (size_t)key->nodes) &&
           tunedx_range_holds(rule->ppn, (size_t)key->ppn) &&
           tunedx_range_holds(rule->expo_gap,
                              (size_t)tunedx_expo_gap(key->size)) &&
           tunedx_conditions_hold(
               tunedx_conditions_of_communicator(rule->conditions), key);
}

bool tunedx_rule_bytes(const tunedx_rule_t *rule, int size,
                       tunedx_range_t *bytes)
{
    const size_t ranks = (size_t)size;

    *bytes = rule->bytes;
    if (rule->measure == TUNEDX_MEASURE_TYPE_TOTAL) {
        *bytes = tunedx_range_any();
    } else if (rule->measure == TUNEDX_MEASURE_TOTAL) {
        bytes->first =
            rule->bytes.first / ranks + (rule->bytes.first % ranks != 0);
        if (rule->bytes.last != SIZE_MAX) {
            bytes->last = rule->bytes.last / ranks;
        }
    }
    return bytes->first <= bytes->last;
}

bool tunedx_rule_matches(const tunedx_rule_t *rule, const tunedx_key_t *key)
{
    tunedx_range_t bytes;

    return tunedx_rule_is_for(rule, key) &&
           tunedx_rule_bytes(rule, key->size, &bytes) &&
           tunedx_range_holds(bytes, key->bytes) &&
           (rule->measure != TUNEDX_MEASURE_TYPE_TOTAL ||
            tunedx_range_holds(rule->bytes,
                               key->unit_bytes * (size_t)key->size)) &&
           tunedx_conditions_hold(rule->conditions, key);
}

bool tunedx_rule_serves(const tunedx_rule_t *rule, const tunedx_key_t *key)
{
    const tunedx_algorithm_t *refuses;

    return tunedx_rule_matches(rule, key) &&
           (rule->method == NULL ||
            tunedx_method_applies(rule->method, key, &refuses));
}

const tunedx_rule_t *tunedx_rules_find(const tunedx_rules_t *rules, size_t from,
                                       const tunedx_key_t *key)
{
    for (size_t i = from; i < rules->count; i++) {
        if (tunedx_rule_serves(&rules->rows[i], key)) {
            return &rules->rows[i];
        }
    }
    return NULL;
}
