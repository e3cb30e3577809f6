/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See policy.h.
 */
#include "runtime/policy.h"

#include <string.h>

#include "mca_params/params.h"

static void tell_fault(void *context, const char *name, int line, size_t column,
                       const char *text)
{
    (void)context;
    tunedx_tell("tunedx: %s:%d:%zu: %s\n", name, line, column, text);
}

/* Has the parameters as they are now, which are agreed, hold in `policy`. */
static int force(tunedx_arena_t *arena, tunedx_policy_t *policy)
{
    policy->common[TUNEDX_WINDOW] = (size_t)tunedx_params.window;
    policy->common[TUNEDX_PIECE] = (size_t)tunedx_params.piece;
    policy->reproducible = tunedx_params.reproduces;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const char *text = tunedx_params.method[i];
        tunedx_complaint_t complaint;

        policy->forced[i] = NULL;
        if (text == NULL || *text == '\0' ||
            strcmp(text, TUNEDX_AUTOMATIC) == 0) {
            continue;
        }
        policy->forced[i] = tunedx_method_parse(arena, (tunedx_collective_t)i,
                                                text, strlen(text), &complaint);
        if (policy->forced[i] == NULL) { /* it was checked: memory is short */
            return OMPI_ERR_OUT_OF_RESOURCE;
        }
    }
    return OMPI_SUCCESS;
}

/* All ranks have the same one, so a fault is one of all ranks. */
static int take_decision(tunedx_arena_t *arena, tunedx_policy_t *policy)
{
    const tunedx_generated_t *generated = &tunedx_generated;
    const tunedx_generated_method_t *faulty;
    tunedx_complaint_t complaint;

    if (tunedx_generated_parse(arena, generated, &policy->generated, &faulty,
                               &complaint)) {
        return OMPI_SUCCESS;
    }
    if (faulty == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    tunedx_tell_once(
        "decision",
        "tunedx: %s, compiled in: method \"%s\" of %s, at "
        "character %zu: %s.\n"
        "tunedx:   The job is aborted; build tunedx with a decision "
        "that its own codegen makes.\n",
        generated->file, faulty->text,
        tunedx_collective_name(faulty->collective), complaint.column,
        complaint.text);
    return OMPI_ERR_BAD_PARAM;
}

int tunedx_make_policy(tunedx_arena_t *arena, bool agreed,
                       const tunedx_rules_t *site_rules, bool takes_decision,
                       tunedx_policy_t *policy)
{
    int rc = OMPI_SUCCESS;

    *policy = (tunedx_policy_t){
        .common = {TUNEDX_DEFAULT_WINDOW},
    };
    if (site_rules != NULL) {
        policy->rules[policy->rules_count++] = *site_rules;
    }
    if (!tunedx_rules_parse(arena, "built-in rules", tunedx_default_rules,
                            strlen(tunedx_default_rules), tell_fault, NULL,
                            &policy->rules[policy->rules_count++])) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    if (takes_decision) {
        rc = take_decision(arena, policy);
    }
    return agreed && rc == OMPI_SUCCESS ? force(arena, policy) : rc;
}

int tunedx_policy_refresh(tunedx_arena_t *arena, bool tells,
                          const tunedx_policy_t **policy)
{
    bool changed = false;
    int rc = tunedx_params_take_changes(tells, &changed);

    if (rc != OMPI_SUCCESS || !changed) {
        return rc;
    }
    tunedx_policy_t *fresh = tunedx_arena_take(arena, sizeof *fresh);
    if (fresh == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    *fresh = **policy;
    rc = force(arena, fresh);
    if (rc == OMPI_SUCCESS) {
        *policy = fresh;
    }
    return rc;
}
