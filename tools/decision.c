/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See decision.h.
 */
#include "tools/decision.h"

#include <limits.h>
#include <string.h>

#include "tools/job.h"
#include "tools/rules_file.h"

enum { MOST_RANKS = 1 << 24, MOST_TYPE_SIZE = 1 << 20 };

/* Where programs are made, so that no number of them leaves 64 bits. */
static const size_t most_bytes = (size_t)1 << 50;
static const size_t most_program_bytes = (size_t)1 << 30;

tool_decision_t tool_decision_default(void)
{
    return (tool_decision_t){
        .bytes = 8192,
        .type_size = 8,
        .op_class = TUNEDX_OP_BUILTIN,
        .key = {.size = 8},
        .policy = {.common = {TUNEDX_DEFAULT_WINDOW}},
    };
}

static int take_class(tool_decision_t *decision, const char *name,
                      const char *argument, const char *value)
{
    static const char *const classes[] = {"builtin", "pair", "user"};

    for (int i = 0; i < 3; i++) {
        if (strcmp(value, classes[i]) == 0) {
            decision->op_class = (tunedx_op_class_t)(TUNEDX_OP_BUILTIN + i);
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
    const bool makes = decision->makes_programs;
    const size_t ranks = makes ? TOOL_MOST_RANKS : MOST_RANKS;
    const size_t bytes = makes ? most_program_bytes : most_bytes;
    tunedx_key_t *key = &decision->key;

    switch (option) {
    case 'r':
        decision->path = value;
        return TOOL_SUCCESS;
    case 'p':
        return take_int(name, argument, value, 1, ranks, &key->size);
    case 'N':
        return take_int(name, argument, value, 1, ranks, &decision->nodes);
    case 'n':
        return take_int(name, argument, value, 1, ranks, &decision->ppn);
    case 'R':
        decision->root = value;
        return take_int(name, argument, value, 0, ranks - 1, &key->root);
    case 'b':
        decision->has_count = false;
        return tool_take_number(name, argument, value, 0, bytes,
                                &decision->bytes);
    case 'c':
        decision->has_count = true;
        return tool_take_number(name, argument, value, 0, bytes,
                                &decision->count);
    case 'w':
        return tool_take_number(name, argument, value, 1, TUNEDX_MAX_WINDOW,
                                &decision->policy.common[0]);
    case 't':
        return tool_take_number(name, argument, value, 1, MOST_TYPE_SIZE,
                                &decision->type_size);
    case 'C':
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

/* The bytes by which a count of 1 makes the call longer. */
static size_t element_bytes(const tunedx_key_t *key)
{
    return key->collective == TUNEDX_REDUCE_SCATTER_BLOCK
               ? key->unit_bytes * (size_t)key->size
               : key->unit_bytes;
}

/* What the collective makes of the call. */
static int complete_key(tool_decision_t *decision, const char *name)
{
    tunedx_key_t *key = &decision->key;
    const bool reduces = tunedx_collective_is_reduction(key->collective);

    if (decision->root != NULL &&
        !tunedx_collective_is_rooted(key->collective)) {
        return tool_refuse(name, "--root", decision->root,
                           "none: this collective has no root");
    }
    if (key->root >= key->size) {
        fprintf(stderr, "%s: there is no root %d among %d ranks\n", name,
                key->root, key->size);
        return TOOL_USAGE;
    }
    if (reduces && decision->has_count &&
        decision->count > most_program_bytes / decision->type_size) {
        fprintf(stderr,
                "%s: %zu elements of %zu bytes are more than 1 GiB, the most "
                "that is taken\n",
                name, decision->count, decision->type_size);
        return TOOL_USAGE;
    }
    key->unit_bytes = reduces ? decision->type_size : 1;
    key->op_class = reduces ? decision->op_class : TUNEDX_OP_NONE;
    key->commutative = !reduces || !decision->in_order;
    tool_decision_resize(decision, decision->has_count
                                       ? decision->count * element_bytes(key)
                                       : decision->bytes);
    return complete_layout(decision, name);
}

void tool_decision_resize(tool_decision_t *decision, size_t bytes)
{
    tunedx_key_t *key = &decision->key;
    const size_t element = element_bytes(key);

    if (key->collective == TUNEDX_BARRIER) {
        key->bytes = key->unit_bytes = 0;
        key->units = decision->block_units = 1;
        return;
    }
    key->units = bytes / element;
    key->bytes = bytes;
    if (decision->makes_programs && bytes % element > 0) {
        key->units++;
        key->bytes = key->units * element;
    }
    decision->block_units = key->units;
    if (key->collective == TUNEDX_ALLGATHERV) {
        key->units *= (size_t)key->size;
    } else if (!tunedx_collective_has_size(key->collective)) {
        key->bytes = key->units = 0;
    }
}

/* The file's rules, those that are built in, and what is compiled in. */
static int read_rules(tool_decision_t *decision, const char *name)
{
    tunedx_policy_t *policy = &decision->policy;
    int status = TOOL_SUCCESS;

    if (decision->path != NULL) {
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
    return status == TOOL_SUCCESS
               ? tool_rules_compiled_in(name, &decision->arena,
                                        &policy->generated)
               : status;
}

int tool_decision_begin(tool_decision_t *decision, const char *name,
                        const char *collective)
{
    tunedx_policy_t *policy = &decision->policy;
    tunedx_key_t *key = &decision->key;
    int status;

    if (collective == NULL) {
        fprintf(stderr,
                "%s: a collective is missing, as bcast (see %s --help)\n", name,
                name);
        return TOOL_USAGE;
    }
    status = tool_take_collective(name, collective, &key->collective);
    if (status == TOOL_SUCCESS) {
        status = complete_key(decision, name);
    }
    if (status == TOOL_SUCCESS && policy->rules_count == 0) {
        status = read_rules(decision, name);
    }
    tunedx_decider_free(&decision->decider);
    tunedx_decider_init(&decision->decider, policy, key->size, key->nodes,
                        key->ppn);
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
