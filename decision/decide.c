/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See decide.h.
 */
#include "decision/decide.h"

#include <stdio.h>

/* Methods given out, so that equal ones are one object. */
typedef struct tunedx_resolved {
    struct tunedx_resolved *next;
    tunedx_method_t method;
} tunedx_resolved_t;

void tunedx_decider_init(tunedx_decider_t *decider,
                         const tunedx_policy_t *policy, int size, int nodes,
                         int ppn)
{
    *decider = (tunedx_decider_t){
        .policy = policy,
        .size = size,
        .nodes = nodes,
        .ppn = ppn,
    };
}

void tunedx_decider_free(tunedx_decider_t *decider)
{
    tunedx_arena_free(&decider->arena);
    *decider = (tunedx_decider_t){.policy = NULL};
}

/* The one object that equals `method`, or NULL when memory is short. */
static const tunedx_method_t *intern(tunedx_decider_t *decider,
                                     const tunedx_method_t *method)
{
    for (tunedx_resolved_t *r = decider->resolved; r != NULL; r = r->next) {
        if (tunedx_method_equal(&r->method, method)) {
            return &r->method;
        }
    }
    tunedx_resolved_t *fresh =
        tunedx_arena_take(&decider->arena, sizeof *fresh);
    if (fresh == NULL) {
        return NULL;
    }
    fresh->method = *method;
    fresh->next = decider->resolved;
    decider->resolved = fresh;
    return &fresh->method;
}

/* Fills in what is absent.  A method inside that is absent is the one that
 * would be chosen for its collective. */
static const tunedx_method_t *resolve(tunedx_decider_t *decider,
                                      const tunedx_method_t *method,
                                      const tunedx_key_t *key)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;
    tunedx_method_t full = *method;

    if (full.window == 0) {
        full.window = decider->policy->window;
    }
    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        tunedx_setting_t *setting = &full.settings[i];

        if (parameters[i]->kind == TUNEDX_PARAMETER_METHOD) {
            const tunedx_key_t inner = tunedx_part_key(key, parameters[i]);
            tunedx_choice_t choice = {.method = NULL};

            if (setting->given) {
                choice.method = resolve(decider, setting->method, &inner);
            } else if (!tunedx_decide(decider, &inner, &choice)) {
                return NULL;
            }
            if (choice.method == NULL) {
                return NULL;
            }
            setting->method = choice.method;
        } else if (!setting->given) {
            setting->number = parameters[i]->fallback;
        }
        setting->given = true;
    }
    return intern(decider, &full);
}

/* The row that decides, from the slice when its row can serve the call, which
 * is nearly always.  A slice is a short cut: where memory is short, all rows
 * are looked at instead, and the answer is the same as on the other ranks. */
static const tunedx_rule_t *
find_rule(tunedx_decider_t *decider, const tunedx_key_t *key, const char **name)
{
    const tunedx_policy_t *policy = decider->policy;
    tunedx_slice_t *slice = &decider->slices[key->collective];
    const tunedx_algorithm_t *refuses;
    size_t from = 0;

    if (policy->rules_count > 0 && slice->count == 0) {
        tunedx_rules_slice(&decider->arena, &policy->rules[0], key->collective,
                           decider->size, decider->nodes, decider->ppn, slice);
    }
    if (slice->count > 0) {
        const tunedx_rule_t *rule = tunedx_slice_find(slice, key->bytes);

        if (rule != NULL &&
            tunedx_method_applies(rule->method, key, &refuses)) {
            *name = policy->rules[0].name;
            return rule;
        }
        from = rule == NULL ? policy->rules[0].count
                            : (size_t)(rule - policy->rules[0].rows) + 1;
    }
    for (size_t i = 0; i < policy->rules_count; i++, from = 0) {
        const tunedx_rule_t *rule =
            tunedx_rules_find(&policy->rules[i], from, key);

        if (rule != NULL) {
            *name = policy->rules[i].name;
            return rule;
        }
    }
    return NULL;
}

static const tunedx_algorithm_t *find_any(const tunedx_key_t *key)
{
    size_t count;
    const tunedx_algorithm_t *const *all =
        tunedx_algorithms_of(key->collective, &count);

    for (size_t i = 0; i < count; i++) {
        if (tunedx_algorithm_applies(all[i], key)) {
            return all[i];
        }
    }
    return NULL;
}

bool tunedx_decide(tunedx_decider_t *decider, const tunedx_key_t *key,
                   tunedx_choice_t *choice)
{
    const tunedx_method_t *forced = decider->policy->forced[key->collective];
    tunedx_choice_t made = {.source = TUNEDX_SOURCE_PARAMETER};
    const tunedx_method_t *base = NULL;
    tunedx_method_t any = {.algorithm = NULL};

    if (forced != NULL) {
        if (tunedx_method_applies(forced, key, &made.refuses)) {
            base = forced;
        } else {
            made.refused = forced;
        }
    }
    if (base == NULL) {
        const tunedx_rule_t *rule = find_rule(decider, key, &made.rules);

        made.source = TUNEDX_SOURCE_RULES;
        if (rule != NULL) {
            made.line = rule->line;
            base = rule->method;
        }
    }
    if (base == NULL) {
        made.source = TUNEDX_SOURCE_ANY;
        any.algorithm = find_any(key);
        base = &any;
    }
    if (base->algorithm == NULL) {
        return false;
    }
    made.method = resolve(decider, base, key);
    if (made.method == NULL) {
        return false;
    }
    *choice = made;
    return true;
}

size_t tunedx_choice_explain(const tunedx_choice_t *choice, char *text,
                             size_t size)
{
    char source[128] = "parameter", refusal[160] = "";

    if (choice->source == TUNEDX_SOURCE_RULES) {
        snprintf(source, sizeof source, "%s, line %d", choice->rules,
                 choice->line);
    } else if (choice->source == TUNEDX_SOURCE_ANY) {
        snprintf(source, sizeof source, "no rule: the first that applies");
    }
    if (choice->refused != NULL) {
        snprintf(refusal, sizeof refusal, "; %s was asked for but needs %s",
                 choice->refuses->name, choice->refuses->needs);
    }
    return (size_t)snprintf(text, size, "%s%s", source, refusal);
}
