/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From a call to its program: look it up, or decide, build and keep it.
 */
#include <time.h>

#include "runtime/call.h"
#include "runtime/fallback.h"
#include "runtime/job.h"
#include "runtime/report.h"

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* ---- deciding ---- */

static int prepare_decider(tunedx_module_t *module)
{
    struct ompi_communicator_t *communicator = module->communicator;
    tunedx_layout_t layout;
    const int rc = tunedx_job_layout(communicator, &layout);

    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    tunedx_decider_init(&module->decider, layout.policy,
                        ompi_comm_size(communicator), layout.nodes, layout.ppn);
    module->has_layout = true;
    if (tunedx_params.verbose >= 10 && ompi_comm_rank(communicator) == 0) {
        opal_output(0,
                    "tunedx: communicator %s: %d ranks on %d nodes, at most %d "
                    "on one",
                    communicator->c_name, ompi_comm_size(communicator),
                    layout.nodes, layout.ppn);
    }
    return OMPI_SUCCESS;
}

static void tell_decision(const tunedx_key_t *key,
                          const tunedx_choice_t *choice)
{
    char method[TUNEDX_METHOD_TEXT], why[256];

    tunedx_method_print(choice->method, method, sizeof method);
    tunedx_choice_explain(choice, why, sizeof why);
    opal_output(0, "tunedx: %s, %zu bytes, %d ranks: %s (%s)",
                tunedx_collective_name(key->collective), key->bytes, key->size,
                method, why);
}

static tunedx_key_t key_of(const tunedx_module_t *module,
                           const tunedx_call_t *call)
{
    const tunedx_traits_t traits = tunedx_traits_unpack(call->id.traits);

    return (tunedx_key_t){
        .collective = traits.collective,
        .size = module->decider.size,
        .root = traits.root,
        .nodes = module->decider.nodes,
        .ppn = module->decider.ppn,
        .bytes = call->bytes,
        .units = call->units,
        .unit_bytes = call->id.unit_bytes,
        .commutative = traits.commutative,
        .op_class = traits.op_class,
    };
}

static int decide(tunedx_module_t *module, const tunedx_call_t *call,
                  tunedx_key_t *key, tunedx_choice_t *choice)
{
    if (!module->has_layout) {
        const int rc = prepare_decider(module);

        if (rc != OMPI_SUCCESS) {
            return rc;
        }
    }
    *key = key_of(module, call);
    if (!tunedx_decide(&module->decider, key, choice)) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    if (choice->refused != NULL) {
        tunedx_fallback_note(key->collective, choice);
    }
    return OMPI_SUCCESS;
}

/* ---- building ---- */

static int error_code(tunedx_error_t error)
{
    return error == TUNEDX_SUCCESS         ? OMPI_SUCCESS
           : error == TUNEDX_OUT_OF_MEMORY ? OMPI_ERR_OUT_OF_RESOURCE
                                           : OMPI_ERROR;
}

static int build(tunedx_module_t *module, const tunedx_call_t *call,
                 const tunedx_key_t *key, const tunedx_method_t *method,
                 const size_t *block_units, tunedx_program_t **program)
{
    tunedx_shape_t shape =
        tunedx_shape_of(key, ompi_comm_rank(module->communicator), method);

    shape.in_place = tunedx_traits_unpack(call->id.traits).in_place;
    shape.block_units = block_units;
    if (module->flow.counts == NULL &&
        tunedx_collective_is_one_way(key->collective) &&
        !tunedx_flow_create(&module->flow, key->size)) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    return error_code(tunedx_build_program(&shape, program));
}

/* Runs a program that is not kept: its lengths are those of this call. */
static int run_once(tunedx_module_t *module, const tunedx_call_t *call,
                    const tunedx_key_t *key, const tunedx_method_t *method)
{
    size_t *lengths = malloc((size_t)key->size * sizeof *lengths);
    tunedx_program_t *program;
    size_t type_size;

    if (lengths == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    ompi_datatype_type_size(call->recv.type, &type_size);
    for (int i = 0; i < key->size; i++) {
        lengths[i] = tunedx_count_at(call->recv.blocks->counts, i) * type_size;
    }
    int rc = build(module, call, key, method, lengths, &program);
    if (rc == OMPI_SUCCESS) {
        rc = tunedx_run(module, program, call);
        tunedx_program_release(program);
    }
    free(lengths);
    return rc;
}

/* Builds what was not found and keeps it. */
static int add_entry(tunedx_module_t *module, const tunedx_call_t *call,
                     const tunedx_key_t *key, const tunedx_choice_t *choice,
                     tunedx_cache_entry_t **entry)
{
    tunedx_program_t *program;
    const int rc = build(module, call, key, choice->method, NULL, &program);

    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    *entry = tunedx_cache_add(&module->cache, &call->id, program,
                              tunedx_params.cache_bytes);
    if (*entry == NULL) {
        tunedx_program_release(program);
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    if (tunedx_params.verbose >= 20 &&
        ompi_comm_rank(module->communicator) == 0) {
        tell_decision(key, choice);
    }
    (*entry)->choice = *choice;
    (*entry)->bytes = key->bytes;
    return OMPI_SUCCESS;
}

/* Runs the program of `entry` and keeps the time for the report. */
static int run_timed(tunedx_module_t *module, const tunedx_call_t *call,
                     tunedx_cache_entry_t *entry)
{
    const uint64_t begin = now();
    const int rc = tunedx_run(module, entry->program, call);

    entry->nanoseconds += now() - begin;
    entry->calls++;
    return rc;
}

/* Finds or makes the program of an irregular collective, which depends on the
 * method alone unless that cuts blocks into segments. */
static int run_irregular(tunedx_module_t *module, const tunedx_call_t *call,
                         const tunedx_key_t *key, const tunedx_choice_t *choice)
{
    tunedx_call_t named = *call;
    tunedx_cache_entry_t *entry;

    if (tunedx_method_needs_lengths(choice->method)) {
        return run_once(module, call, key, choice->method);
    }
    named.id.units = 0;
    named.id.method = choice->method;
    entry = tunedx_cache_find(&module->cache, &named.id);
    if (entry == NULL) {
        const int rc = add_entry(module, &named, key, choice, &entry);

        if (rc != OMPI_SUCCESS) {
            return rc;
        }
    }
    return tunedx_run(module, entry->program, &named);
}

/* Irregular collectives decide anew in each call, since lengths vary. */
int tunedx_execute_irregular(tunedx_module_t *module, const tunedx_call_t *call)
{
    const uint64_t begin = tunedx_params.report ? now() : 0;
    tunedx_key_t key;
    tunedx_choice_t choice;
    int rc = decide(module, call, &key, &choice);

    if (rc == OMPI_SUCCESS) {
        rc = run_irregular(module, call, &key, &choice);
    }
    if (rc == OMPI_SUCCESS && tunedx_params.report) {
        tunedx_report_add(key.collective, key.bytes, &choice, 1, now() - begin,
                          ompi_comm_rank(module->communicator) == 0);
    }
    return rc;
}

int tunedx_execute_slowly(tunedx_module_t *module, const tunedx_call_t *call,
                          tunedx_cache_entry_t *entry)
{
    int rc = OMPI_SUCCESS;

    if (entry == NULL) {
        tunedx_key_t key;
        tunedx_choice_t choice;

        rc = decide(module, call, &key, &choice);
        if (rc == OMPI_SUCCESS) {
            rc = add_entry(module, call, &key, &choice, &entry);
        }
    }
    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    return tunedx_params.report ? run_timed(module, call, entry)
                                : tunedx_run(module, entry->program, call);
}
