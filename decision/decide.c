/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See decide.h.
 */
#include "decision/decide.h"

#include <string.h>

#include "decision/text.h"

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

void tunedx_decider_change(tunedx_decider_t *decider,
                           const tunedx_policy_t *policy)
{
    decider->policy = policy;
    memset(decider->slices, 0, sizeof decider->slices);
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

    for (int i = 0; i < TUNEDX_COMMON; i++) {
        const bool holds = i != TUNEDX_PIECE || decider->nodes > 1;

        if (!full.common[i].given && decider->policy->common[i] > 0 && holds) {
            full.common[i].given = true;
            full.common[i].number = decider->policy->common[i];
        }
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

/* Whether `method` can and may serve the call; keeps the first refusal of one
 * that a user named. */
static bool accept(const tunedx_policy_t *policy, const tunedx_method_t *method,
                   const tunedx_key_t *key, tunedx_source_t source, int line,
                   tunedx_refusal_t *refusal)
{
    const tunedx_algorithm_t *refuses = method->algorithm;
    const char *needs = tunedx_reproducible_needs(
        policy->reproducible, key->collective, key->size, method);

    if (needs == NULL) {
        if (tunedx_method_applies(method, key, &refuses)) {
            return true;
        }
        needs = refuses->needs;
    }
    if (refusal->method == NULL) {
        *refusal = (tunedx_refusal_t){
            .method = method,
            .algorithm = refuses,
            .needs = needs,
            .source = source,
            .line = line,
        };
    }
    return false;
}

/* The row of one set of rules that decides; NULL when none does or the row
 * leaves it to the next set.  The slice names the first row to look at, and
 * nearly always that one serves the call.  A slice is a short cut: where memory
 * is short, all rows are looked at, and the answer is the same as on the other
 * ranks. */
static const tunedx_rule_t *find_row(tunedx_decider_t *decider, size_t set,
                                     const tunedx_key_t *key,
                                     tunedx_refusal_t *refusal)
{
    const tunedx_rules_t *rules = &decider->policy->rules[set];
    const bool is_built_in = set + 1 == decider->policy->rules_count;
    tunedx_slice_t *slice = &decider->slices[set][key->collective];
    const tunedx_rule_t *row = rules->rows, *end = row + rules->count;
    tunedx_refusal_t unsaid = {.method = NULL};

    if (slice->count == 0) {
        tunedx_rules_slice(&decider->arena, rules, key->collective,
                           decider->size, decider->nodes, decider->ppn, slice);
    }
    if (slice->count > 0) {
        row = tunedx_slice_find(slice, key->bytes);
    }
    for (; row != NULL && row < end; row++) {
        if (tunedx_rule_matches(row, key) &&
            (row->method == NULL ||
             accept(decider->policy, row->method, key, TUNEDX_SOURCE_RULES,
                    row->line, is_built_in ? &unsaid : refusal))) {
            return row->method == NULL ? NULL : row;
        }
    }
    return NULL;
}

/* What the decision compiled in says.  As with rows, a method that cannot serve
 * the call leaves it to the next one that it names; it names the last one for
 * ever, and when only `policy` refuses that, the next source decides. */
static const tunedx_method_t *search_generated(const tunedx_policy_t *policy,
                                               const tunedx_key_t *key,
                                               tunedx_choice_t *choice)
{
    const tunedx_generated_t *generated = policy->generated.generated;
    const tunedx_generated_method_t *named;
    int number, refused = 0;

    if (generated == NULL || generated->decide[key->collective] == NULL) {
        return NULL;
    }
    while ((number = generated->decide[key->collective](key, refused)) > 0 &&
           refused++ < (int)generated->count) {
        const tunedx_method_t *method = policy->generated.methods[number - 1];

        named = &generated->methods[number - 1];
        if (accept(policy, method, key, TUNEDX_SOURCE_GENERATED, named->line,
                   &choice->refusal)) {
            choice->source = TUNEDX_SOURCE_GENERATED;
            choice->rules = generated->rules;
            choice->line = named->line;
            choice->generated = named;
            choice->file = generated->file;
            return method;
        }
    }
    return NULL;
}

/* The first set of rules that decides. */
static const tunedx_method_t *search_rules(tunedx_decider_t *decider,
                                           const tunedx_key_t *key,
                                           tunedx_choice_t *choice)
{
    for (size_t i = 0; i < decider->policy->rules_count; i++) {
        const bool is_built_in = i + 1 == decider->policy->rules_count;
        const tunedx_method_t *method =
            is_built_in ? search_generated(decider->policy, key, choice) : NULL;

        if (method != NULL) {
            return method;
        }
        const tunedx_rule_t *row = find_row(decider, i, key, &choice->refusal);
        if (row != NULL) {
            choice->source = TUNEDX_SOURCE_RULES;
            choice->rules = decider->policy->rules[i].name;
            choice->line = row->line;
            return row->method;
        }
    }
    return NULL;
}

static const tunedx_algorithm_t *find_any(const tunedx_policy_t *policy,
                                          const tunedx_key_t *key)
{
    tunedx_refusal_t unsaid = {.method = NULL};
    size_t count;
    const tunedx_algorithm_t *const *all =
        tunedx_algorithms_of(key->collective, &count);

    for (size_t i = 0; i < count; i++) {
        const tunedx_method_t method = {.algorithm = all[i]};

        if (accept(policy, &method, key, TUNEDX_SOURCE_ANY, 0, &unsaid)) {
            return all[i];
        }
    }
    return NULL;
}

/* What the user names for this very communicator or job. */
static const tunedx_method_t *find_named(const tunedx_decider_t *decider,
                                         const tunedx_key_t *key,
                                         tunedx_choice_t *choice)
{
    const tunedx_method_t *info = decider->info[key->collective];
    const tunedx_method_t *forced = decider->policy->forced[key->collective];

    if (info != NULL && accept(decider->policy, info, key, TUNEDX_SOURCE_INFO,
                               0, &choice->refusal)) {
        choice->source = TUNEDX_SOURCE_INFO;
        return info;
    }
    if (forced != NULL &&
        accept(decider->policy, forced, key, TUNEDX_SOURCE_PARAMETER, 0,
               &choice->refusal)) {
        choice->source = TUNEDX_SOURCE_PARAMETER;
        return forced;
    }
    return NULL;
}

bool tunedx_decide(tunedx_decider_t *decider, const tunedx_key_t *key,
                   tunedx_choice_t *choice)
{
    tunedx_choice_t made = {.source = TUNEDX_SOURCE_ANY};
    const tunedx_method_t *base = find_named(decider, key, &made);
    tunedx_method_t any = {.algorithm = NULL};

    if (base == NULL) {
        base = search_rules(decider, key, &made);
    }
    if (base == NULL) {
        any.algorithm = find_any(decider->policy, key);
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

/* ---- in words ---- */

static void write_source(tunedx_writer_t *writer, tunedx_source_t source,
                         const char *rules, int line)
{
    switch (source) {
    case TUNEDX_SOURCE_INFO:
        tunedx_write(writer, "info key");
        break;
    case TUNEDX_SOURCE_PARAMETER:
        tunedx_write(writer, "parameter");
        break;
    case TUNEDX_SOURCE_RULES:
    case TUNEDX_SOURCE_GENERATED:
        tunedx_write(writer, "%s%sline %d", rules, *rules == '\0' ? "" : ", ",
                     line);
        break;
    case TUNEDX_SOURCE_ANY:
        tunedx_write(writer, "no rule: the first that applies");
        break;
    }
}

/* Rows with equal methods are one to generated code. */
static void write_generated(tunedx_writer_t *writer,
                            const tunedx_choice_t *choice)
{
    const int others = choice->generated->rows - 1;

    tunedx_write(writer, "%s (from ", choice->file);
    write_source(writer, choice->source, choice->rules, choice->line);
    if (others > 0) {
        tunedx_write(writer, " or %d other%s with this method", others,
                     others == 1 ? "" : "s");
    }
    tunedx_write(writer, ")");
}

static void write_refusal(tunedx_writer_t *writer,
                          const tunedx_refusal_t *refusal)
{
    tunedx_write(writer, "%s (", refusal->algorithm->name);
    write_source(writer, refusal->source, "", refusal->line);
    tunedx_write(writer, ") needs %s", refusal->needs);
}

size_t tunedx_refusal_explain(const tunedx_refusal_t *refusal, char *text,
                              size_t size)
{
    tunedx_writer_t writer = tunedx_writer(text, size);

    if (refusal->method != NULL) {
        write_refusal(&writer, refusal);
    }
    return writer.length;
}

size_t tunedx_choice_explain(const tunedx_choice_t *choice, char *text,
                             size_t size)
{
    tunedx_writer_t writer = tunedx_writer(text, size);

    if (choice->source == TUNEDX_SOURCE_GENERATED) {
        write_generated(&writer, choice);
    } else {
        write_source(&writer, choice->source, choice->rules, choice->line);
    }
    if (choice->refusal.method != NULL) {
        tunedx_write(&writer, "; ");
        write_refusal(&writer, &choice->refusal);
    }
    return writer.length;
}
