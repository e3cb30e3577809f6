/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See rules_choices.h.
 */
#include "tools/rules_choices.h"

#include "tools/rules_file.h"

/* ---- methods ---- */

static bool says_the_same(const tunedx_method_t *open,
                          const tunedx_method_t *resolved);

/* A parameter of `open`, which may be left out. */
static bool setting_says_the_same(const tunedx_method_t *open,
                                  const tunedx_method_t *resolved, int at)
{
    const tunedx_parameter_t *parameter = open->algorithm->parameters[at];
    const tunedx_setting_t *setting = &open->settings[at];

    if (parameter->kind == TUNEDX_PARAMETER_METHOD) {
        return !setting->given ||
               says_the_same(setting->method, resolved->settings[at].method);
    }
    return resolved->settings[at].number ==
           (setting->given ? setting->number : parameter->fallback);
}

/* What every method has and is left out is any. */
static bool says_the_same(const tunedx_method_t *open,
                          const tunedx_method_t *resolved)
{
    if (open->algorithm != resolved->algorithm) {
        return false;
    }
    for (int i = 0; i < TUNEDX_COMMON; i++) {
        if (open->common[i].given &&
            open->common[i].number !=
                tunedx_method_common(resolved, (tunedx_common_t)i)) {
            return false;
        }
    }
    for (int i = 0; open->algorithm->parameters != NULL &&
                    open->algorithm->parameters[i] != NULL;
         i++) {
        if (!setting_says_the_same(open, resolved, i)) {
            return false;
        }
    }
    return true;
}

static size_t find_method(const tunedx_map_t *map,
                          const tunedx_method_t *resolved)
{
    for (size_t i = 0; i < map->methods_count; i++) {
        if (says_the_same(map->methods[i], resolved)) {
            return i;
        }
    }
    return TUNEDX_NO_METHOD;
}

/* ---- decisions ---- */

static int decide_row(const char *name, const tunedx_policy_t *policy,
                      const tunedx_map_t *map, size_t row, size_t *choices)
{
    const size_t first = row * map->bytes_count;
    const tunedx_key_t one = tunedx_map_key(map, first);
    tunedx_decider_t decider;
    int status = TOOL_SUCCESS;

    tunedx_decider_init(&decider, policy, one.size, one.nodes, one.ppn);
    for (size_t k = 0; k < map->bytes_count && status == TOOL_SUCCESS; k++) {
        const tunedx_key_t key = tunedx_map_key(map, first + k);
        tunedx_choice_t choice;

        if (tunedx_decide(&decider, &key, &choice)) {
            choices[first + k] = find_method(map, choice.method);
        } else {
            status = tool_fail(name, "not enough memory");
        }
    }
    tunedx_decider_free(&decider);
    return status;
}

int tool_rules_open(const char *name, const char *path, tool_rules_t *rules)
{
    tunedx_policy_t *policy = &rules->policy;
    bool is_faultless = true;
    int status = TOOL_SUCCESS;

    *rules = (tool_rules_t){.policy = {.common = {TUNEDX_DEFAULT_WINDOW}}};
    if (path != NULL) {
        status = tool_rules_read(name, path, &rules->arena,
                                 &policy->rules[policy->rules_count++],
                                 &is_faultless);
    }
    if (!is_faultless) {
        status = TOOL_ERROR; /* reported */
    }
    if (status == TOOL_SUCCESS) {
        status = tool_rules_built_in(name, &rules->arena,
                                     &policy->rules[policy->rules_count++]);
    }
    return status;
}

void tool_rules_close(tool_rules_t *rules)
{
    tunedx_arena_free(&rules->arena);
}

int tool_rules_choices(const char *name, const tool_rules_t *rules,
                       const tunedx_map_t *map, size_t *choices)
{
    int status = TOOL_SUCCESS;

    for (size_t i = 0; i < map->ranks_count && status == TOOL_SUCCESS; i++) {
        status = decide_row(name, &rules->policy, map, i, choices);
    }
    return status;
}
