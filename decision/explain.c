/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See explain.h.
 */
#include "decision/explain.h"

#include "decision/print_rule.h"

#include "geometry/geometry.h"

/* Writes that `value` is not in `ranges`, if so. */
static bool misses(tunedx_writer_t *writer, const char *name, size_t value,
                   tunedx_ranges_t ranges)
{
    if (tunedx_ranges_hold(ranges, value)) {
        return false;
    }
    tunedx_write(writer, "%s ", name);
    tunedx_write_number(writer, value);
    tunedx_write(writer, " is not in ");
    tunedx_write_ranges(writer, ranges);
    return true;
}

static bool misses_range(tunedx_writer_t *writer, const char *name,
                         size_t value, tunedx_range_t range)
{
    return misses(writer, name, value, (tunedx_ranges_t){&range, 1});
}

/* The number that the column bytes is compared with, and what it is. */
static size_t measure(const tunedx_rule_t *rule, const tunedx_key_t *key,
                      const char **name)
{
    const size_t ranks = (size_t)key->size;

    switch (rule->measure) {
    case TUNEDX_MEASURE_TOTAL:
        *name = "bytes times ranks";
        return key->bytes > SIZE_MAX / ranks ? SIZE_MAX : key->bytes * ranks;
    case TUNEDX_MEASURE_TYPE_TOTAL:
        *name = "type size times ranks";
        return key->unit_bytes * ranks;
    case TUNEDX_MEASURE_BYTES:
        break;
    }
    *name = "bytes";
    return key->bytes;
}

/* The first condition that is not as the rule has it. */
static bool misses_condition(tunedx_writer_t *writer, const tunedx_rule_t *rule,
                             const tunedx_key_t *key)
{
    for (int i = 0; tunedx_condition_name(i) != NULL; i++) {
        const uint32_t bit = (uint32_t)1 << i;
        const tunedx_conditions_t one = {rule->conditions.wanted & bit,
                                         rule->conditions.unwanted & bit};

        if (!tunedx_conditions_hold(one, key)) {
            tunedx_write(writer, "%s %s", tunedx_condition_name(i),
                         one.wanted != 0 ? "is asked for" : "is excluded");
            return true;
        }
    }
    return false;
}

static bool cannot_serve(tunedx_writer_t *writer, const tunedx_rule_t *rule,
                         const tunedx_key_t *key)
{
    const tunedx_algorithm_t *refuses;

    if (rule->method == NULL ||
        tunedx_method_applies(rule->method, key, &refuses)) {
        return false;
    }
    tunedx_write(writer, "%s needs %s", refuses->name, refuses->needs);
    return true;
}

bool tunedx_rule_explain(const tunedx_rule_t *rule, const tunedx_key_t *key,
                         char *text, size_t size)
{
    tunedx_writer_t writer = tunedx_writer(text, size);
    const char *name;
    const size_t bytes = measure(rule, key, &name);

    return misses(&writer, "ranks", (size_t)key->size, rule->ranks) ||
           misses_range(&writer, "nodes", (size_t)key->nodes, rule->nodes) ||
           misses_range(&writer, "ppn", (size_t)key->ppn, rule->ppn) ||
           misses_range(&writer, name, bytes, rule->bytes) ||
           misses_range(&writer, "expo_gap", (size_t)tunedx_expo_gap(key->size),
                        rule->expo_gap) ||
           misses_condition(&writer, rule, key) ||
           cannot_serve(&writer, rule, key);
}
