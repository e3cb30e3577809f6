/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See decision.h.
 */
#include "tools/decision.h"

#include <limits.h>
#include <string.h>

#include "tools/rules_file.h"

enum { MOST_RANKS = 1 << 24, MOST_TYPE_SIZE = 1 << 20 };

static const size_t most_bytes = (size_t)1 << 50;

tool_decision_t tool_decision_default(void)
{
    return (tool_decision_t){
        .key = {.size = 8, .bytes = 8192, .unit_bytes = 8},
        .policy = {.common = {TUNEDX_DEFAULT_WINDOW}},
    };
}

static int take_class(tool_decision_t *decision, const char *name,
                      const char *argument, const char *value)
{
    static const char *const classes[] = {"builtin", "pair", "user"};

    for (int i = 0; i < 3; i++) {
        if (strcmp(value, classes[i]) == 0) {
            decision->key.op_class = (tunedx_op_class_t)(TUNEDX_OP_BUILTIN + i);
            return TOOL_SUCCESS;
        }
    }
    return tool_refuse(name, argument, value, "builtin, pair or user");
}

static int take_int(const char *name, const char *argument, const char *value,
                    size_t least, size_t most, int *number)
{
    size_t taken = 0;
    const int status =
        tool_take_number(name, argument, value, least, most, &taken);

    *number = status == TOOL_SUCCESS ? (int)taken : *number;
    return status;
}

int tool_decision_take(tool_decision_t *decision, const char *name, int option,
                       const char *argument, const char *value)
{
    tunedx_key_t *key = &decision->key;

    switch (option) {
    case 'r':
        decision->path = value;
        return TOOL_SUCCESS;
    case 'p':
        return take_int(name, argument, value, 1, MOST_RANKS, &key->size);
    case 'N':
        return take_int(name, argument, value, 1, MOST_RANKS, &decision->nodes);
    case 'n':
        return take_int(name, argument, value, 1, MOST_RANKS, &decision->ppn);
    case 'R':
        return take_int(name, argument, value, 0, MOST_RANKS - 1, &key->root);
    case 'b':
        return tool_take_number(name, argument, value, 0, most_bytes,
                                &key->bytes);
    case 't':
        return tool_take_number(name, argument, value, 1, MOST_TYPE_SIZE,
                                &key->unit_bytes);
    case 'o':
        return take_class(decision, name, argument, value);
    default:
        decision->in_order = true;
        return TOOL_SUCCESS;
    }
}

/* Nodes and ranks per node that fit the ranks, from what is given. */
static int complete_layout(tool_decision_t *decision, const char *name)
{
    tunedx_key_t *key = &decision->key;
    const int size = key->size;
    int nodes = decision->nodes, ppn = decision->ppn;

    if (nodes == 0) {
        nodes = ppn == 0 ? 1 : (size + ppn - 1) / ppn;
    }
    if (ppn == 0) {
        ppn = (size + nodes - 1) / nodes;
    }
    if (nodes > size || ppn > size || (long)nodes * ppn < size ||
        nodes - 1 + ppn > size) {
        fprintf(stderr,
                "%s: %d ranks do not lie on %d nodes with at most %d on one\n",
                name, size, nodes, ppn);
        return TOOL_USAGE;
    }
    key->nodes = nodes;
    key->ppn = ppn;
    return TOOL_SUCCESS;
}

/* What the collective makes of the call. */
static int complete_key(tool_decision_t *decision, const char *name)
{
    tunedx_key_t *key = &decision->key;
    const bool reduces = tunedx_collective_is_reduction(key->collective);

    if (key->root >= key->size) {
        fprintf(stderr, "%s: there is no root %d among %d ranks\n", name,
                key->root, key->size);
        return TOOL_USAGE;
    }
    if (!reduces) {
        key->unit_bytes = key->collective == TUNEDX_BARRIER ? 0 : 1;
        key->op_class = TUNEDX_OP_NONE;
    } else if (key->op_class == TUNEDX_OP_NONE) {
        key->op_class = TUNEDX_OP_BUILTIN;
    }
    key->commutative = !reduces || !decision->in_order;
    if (key->collective == TUNEDX_BARRIER ||
        !tunedx_collective_has_size(key->collective)) {
        key->bytes = 0;
    }
    tool_decision_resize(decision, key->bytes);
    return complete_layout(decision, name);
}

void tool_decision_resize(tool_decision_t *decision, size_t bytes)
{
    tunedx_key_t *key = &decision->key;

    key->bytes = bytes;
    key->units = key->unit_bytes == 0 ? 1 : bytes / key->unit_bytes;
    if (key->collective == TUNEDX_REDUCE_SCATTER_BLOCK) {
        key->units /= (size_t)key->size;
    } else if (key->collective == TUNEDX_ALLGATHERV) {
        key->units *= (size_t)key->size;
    }
}

int tool_decision_begin(tool_decision_t *decision, const char *name,
                        const char *collective)
{
    tunedx_policy_t *policy = &decision->policy;
    int status;

    if (collective == NULL) {
        fprintf(stderr,
                "%s: a collective is missing, as bcast (see %s --help)\n", name,
                name);
        return TOOL_USAGE;
    }
    status = tool_take_collective(name, collective, &decision->key.collective);
    if (status == TOOL_SUCCESS) {
        status = complete_key(decision, name);
    }
    if (status == TOOL_SUCCESS && decision->path != NULL) {
        bool is_faultless = true;

        status = tool_rules_read(name, decision->path, &decision->arena,
                                 &policy->rules[policy->rules_count++],
                                 &is_faultless);
        decision->has_faults = !is_faultless;
    }
    if (status == TOOL_SUCCESS) {
        status = tool_rules_built_in(name, &decision->arena,
                                     &policy->rules[policy->rules_count++]);
    }
    if (status == TOOL_SUCCESS) {
        status =
            tool_rules_compiled_in(name, &decision->arena, &policy->generated);
    }
    tunedx_decider_init(&decision->decider, policy, decision->key.size,
                        decision->key.nodes, decision->key.ppn);
    return status;
}

int tool_decision_force(tool_decision_t *decision, const char *name,
                        const char *method)
{
    const tunedx_collective_t collective = decision->key.collective;
    tunedx_complaint_t complaint;

    if (method == NULL) {
        return TOOL_SUCCESS;
    }
    decision->policy.forced[collective] = tunedx_method_parse(
        &decision->arena, collective, method, strlen(method), &complaint);
    return decision->policy.forced[collective] != NULL
               ? TOOL_SUCCESS
               : tool_refuse_method(name, method, &complaint);
}

int tool_decision_make(tool_decision_t *decision, const char *name,
                       tunedx_choice_t *choice)
{
    return tunedx_decide(&decision->decider, &decision->key, choice)
               ? TOOL_SUCCESS
               : tool_fail(name, "not enough memory");
}

void tool_decision_end(tool_decision_t *decision)
{
    tunedx_decider_free(&decision->decider);
    tunedx_arena_free(&decision->arena);
}
