/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a row of rules is in coll/tuned's terms, where it is anything.
 */
#include "tools/export.h"

#include <limits.h>
#include <string.h>

/* ---- methods ---- */

static size_t value_of(const tunedx_method_t *method, int i)
{
    return method->settings[i].given
               ? method->settings[i].number
               : method->algorithm->parameters[i]->fallback;
}

/* Puts a parameter's value where coll/tuned has it; false: nowhere. */
static bool put(const tunedx_tuned_algorithm_t *algorithm,
                const tunedx_parameter_t *parameter, size_t value, bool is_json,
                tunedx_tuned_values_t *values)
{
    if (strcmp(parameter->name, tunedx_segment.name) == 0) {
        if (algorithm->takes_segment && value <= INT_MAX) {
            values->segment = value;
            return true;
        }
    } else if (strcmp(parameter->name, tunedx_chains.name) == 0) {
        if (algorithm->fan == TUNEDX_TUNED_CHAINS &&
            value <= TUNEDX_TUNED_MOST_CHAINS) {
            values->fan = value;
            return true;
        }
    } else if (strcmp(parameter->name, tunedx_radix.name) == 0) {
        if (algorithm->fan == TUNEDX_TUNED_RADIX && is_json) {
            values->fan = value;
            return true;
        }
    }
    return value == parameter->fallback;
}

const char *tool_export_method(const tunedx_method_t *method,
                               tunedx_collective_t collective,
                               tunedx_rules_kind_t kind, tool_table_row_t *row,
                               const char **lost)
{
    const bool is_json = kind == TUNEDX_RULES_TUNED_JSON;
    const tunedx_parameter_t *const *parameters;
    const tunedx_tuned_algorithm_t *algorithm;

    *lost = NULL;
    row->algorithm = 0;
    row->values = (tunedx_tuned_values_t){.fan = 0};
    if (method == NULL) {
        return NULL;
    }
    algorithm = tunedx_tuned_of(collective, method->algorithm);
    if (algorithm == NULL) {
        return "coll/tuned has no such algorithm";
    }
    if (!is_json && algorithm->since > 4) {
        return "Open MPI 4.1 has no such algorithm";
    }
    parameters = method->algorithm->parameters;
    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        if (parameters[i]->kind == TUNEDX_PARAMETER_METHOD) {
            if (method->settings[i].given) {
                return "coll/tuned has no methods inside others";
            }
        } else if (!put(algorithm, parameters[i], value_of(method, i), is_json,
                        &row->values)) {
            return "coll/tuned cannot be given this value of a parameter";
        }
    }
    row->algorithm = algorithm->number;
    const tunedx_setting_t *window = &method->common[TUNEDX_WINDOW];
    if (window->given && is_json && algorithm->takes_requests) {
        row->values.requests = window->number;
    } else if (window->given) {
        *lost = "the window is left out, there is no place for it";
    }
    if (method->common[TUNEDX_PIECE].given) {
        *lost = "the piece is left out, there is no place for it";
    }
    return NULL;
}

/* ---- calls ---- */

static bool is_any(tunedx_range_t range, size_t least)
{
    return range.first <= least && range.last == SIZE_MAX;
}

static uint32_t mask(const char *name)
{
    int number = 0;

    while (strcmp(tunedx_condition_name(number), name) != 0) {
        number++;
    }
    return (uint32_t)1 << number;
}

bool tool_export_asks_spread(const tunedx_rule_t *rule)
{
    return (rule->conditions.wanted | rule->conditions.unwanted) != 0 ||
           (rule->nodes.first == 1 && rule->nodes.last == 1) ||
           (rule->ppn.first <= 1 && rule->ppn.last == 1);
}

static bool is_one(tunedx_range_t range)
{
    return range.first <= 1 && range.last == 1;
}

const char *tool_export_refuses(const tunedx_rule_t *rule,
                                tunedx_rules_kind_t kind)
{
    const bool is_json = kind == TUNEDX_RULES_TUNED_JSON;
    const uint32_t spread = mask("one_node") | mask("one_per_node");
    const uint32_t asked = rule->conditions.wanted | rule->conditions.unwanted;
    const tunedx_tuned_size_t size = tunedx_tuned_size(rule->collective);

    if (size == TUNEDX_TUNED_NEVER) {
        return "coll/tuned decides no such collective";
    }
    if (!is_any(rule->nodes, 1) && !(is_json && is_one(rule->nodes))) {
        return "coll/tuned's rules know no nodes";
    }
    if (!is_any(rule->ppn, 1) && !(is_json && is_one(rule->ppn))) {
        return "coll/tuned's rules know no ranks per node";
    }
    if ((asked & ~(is_json ? spread : 0)) != 0 || !is_any(rule->expo_gap, 0)) {
        return "coll/tuned's rules have no such condition";
    }
    if (!is_any(rule->bytes, 0) &&
        (size == TUNEDX_TUNED_TYPE_TOTAL) !=
            (rule->measure == TUNEDX_MEASURE_TYPE_TOTAL)) {
        return "coll/tuned compares the sizes of this collective with "
               "something else";
    }
    return NULL;
}

bool tool_export_is_for(const tunedx_rule_t *rule, size_t ranks,
                        tool_spread_t spread)
{
    const uint32_t holds = spread == TOOL_SPREAD_ONE_NODE ? mask("one_node")
                           : spread == TOOL_SPREAD_ONE_PER_NODE
                               ? mask("one_per_node")
                               : 0;

    return tunedx_ranges_hold(rule->ranks, ranks) &&
           (rule->conditions.wanted & ~holds) == 0 &&
           (rule->conditions.unwanted & holds) == 0 &&
           (!is_one(rule->nodes) || spread == TOOL_SPREAD_ONE_NODE) &&
           (!is_one(rule->ppn) || spread == TOOL_SPREAD_ONE_PER_NODE);
}

/* ---- sizes ---- */

static size_t times(size_t value, size_t ranks)
{
    return value > SIZE_MAX / ranks ? SIZE_MAX : value * ranks;
}

bool tool_export_sizes(const tunedx_rule_t *rule, size_t ranks,
                       tunedx_range_t *sizes, bool *depends)
{
    const tunedx_measure_t wanted = tunedx_tuned_measure(rule->collective);

    *sizes = rule->bytes;
    if (tunedx_tuned_size(rule->collective) == TUNEDX_TUNED_ZERO) {
        *sizes = tunedx_range_any();
        return rule->bytes.first == 0;
    }
    if (rule->measure == wanted || is_any(rule->bytes, 0)) {
        return true;
    }
    *depends = true;
    if (wanted == TUNEDX_MEASURE_TOTAL) {
        sizes->first = times(rule->bytes.first, ranks);
        if (rule->bytes.last < SIZE_MAX) {
            sizes->last = times(rule->bytes.last + 1, ranks) - 1;
        }
        return true;
    }
    sizes->first = rule->bytes.first / ranks + (rule->bytes.first % ranks != 0);
    if (rule->bytes.last < SIZE_MAX) {
        sizes->last = rule->bytes.last / ranks;
    }
    return sizes->first <= sizes->last;
}
