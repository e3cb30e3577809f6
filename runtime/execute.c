/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From a call to its program: look it up, or decide, build and keep it.
 */
#include <time.h>

#include "algorithms/linear.h"
#include "runtime/call.h"
#include "runtime/check_calls.h"
#include "runtime/choose.h"
#include "runtime/counters.h"
#include "runtime/counting.h"
#include "runtime/topology.h"

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* ---- building ---- */

static int error_code(tunedx_error_t error)
{
    return error == TUNEDX_SUCCESS         ? OMPI_SUCCESS
           : error == TUNEDX_OUT_OF_MEMORY ? OMPI_ERR_OUT_OF_RESOURCE
                                           : OMPI_ERROR;
}

static int build(tunedx_module_t *module, const tunedx_call_t *call,
                 const tunedx_key_t *key, const tunedx_choice_t *choice,
                 const size_t *lengths, tunedx_program_t **program)
{
    tunedx_shape_t shape = tunedx_shape_of(
        key, ompi_comm_rank(module->communicator), choice->method);

    shape.in_place = tunedx_traits_unpack(call->id.traits).in_place;
    shape.block_units = lengths;
    return error_code(tunedx_build_program(&shape, program));
}

/* Builds the program of a call between two groups or among neighbours. */
static int build_linear(tunedx_module_t *module, const tunedx_call_t *call,
                        const size_t *lengths, tunedx_program_t **program)
{
    const tunedx_traits_t traits = tunedx_traits_unpack(call->id.traits);
    struct ompi_communicator_t *communicator = module->communicator;

    if (traits.scope == TUNEDX_NEIGHBOURS) {
        return tunedx_topology_build(communicator, traits.collective, program);
    }
    const tunedx_shape_t shape = {
        .collective = traits.collective,
        .size = ompi_comm_remote_size(communicator),
        .local_size = ompi_comm_size(communicator),
        .remote = true,
        .rank = ompi_comm_rank(communicator),
        .root = traits.root,
        .units = call->units,
        .unit_bytes = call->id.unit_bytes,
        .commutative = traits.commutative,
        .block_units = lengths,
    };
    return error_code(
        tunedx_build_inter(&shape, TUNEDX_DEFAULT_WINDOW, program));
}

/* Counts of what goes to each peer, from the first program on that needs them.
 */
static bool prepare_flow(tunedx_module_t *module)
{
    const struct ompi_communicator_t *communicator = module->communicator;
    /* Open MPI's remote size of an intracommunicator is 0. */
    const int peers = OMPI_COMM_IS_INTER(communicator)
                          ? ompi_comm_remote_size(module->communicator)
                          : ompi_comm_size(module->communicator);

    return module->flow.counts != NULL ||
           tunedx_flow_create(&module->flow, peers);
}

/* Builds what was not found and keeps it.  `choice` is NULL where there is
 * nothing to choose. */
static int add_entry(tunedx_module_t *module, const tunedx_call_t *call,
                     const tunedx_key_t *key, const tunedx_choice_t *choice,
                     const size_t *lengths, tunedx_cache_entry_t **entry)
{
    tunedx_program_t *program;
    const int rc = choice == NULL
                       ? build_linear(module, call, lengths, &program)
                       : build(module, call, key, choice, lengths, &program);

    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    if (program->flow_control && !prepare_flow(module)) {
        tunedx_program_release(program);
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    *entry = tunedx_cache_add(&module->cache, &call->id, lengths, program,
                              tunedx_params.cache_bytes);
    if (*entry == NULL) {
        tunedx_program_release(program);
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    if (choice == NULL) {
        return OMPI_SUCCESS;
    }
    tunedx_module_tell_choice(module, key, choice);
    (*entry)->choice = *choice;
    (*entry)->bytes = key->bytes;
    return OMPI_SUCCESS;
}

static void note_search(const tunedx_cache_entry_t *entry)
{
    if (tunedx_counts()) {
        tunedx_counters_add_search(entry != NULL);
    }
}

/* ---- calls that are looked up by their lengths ---- */

/* The lengths of all blocks, in units: elements of a reduction, else bytes of
 * this rank's own blocks. */
static int find_lengths(tunedx_module_t *module, const tunedx_call_t *call)
{
    const tunedx_blocks_t *blocks = call->recv.blocks;
    const int size = ompi_comm_size(module->communicator);

    if (module->lengths == NULL) {
        module->lengths = malloc((size_t)size * sizeof *module->lengths);
        if (module->lengths == NULL) {
            return OMPI_ERR_OUT_OF_RESOURCE;
        }
    }
    for (int i = 0; i < size; i++) {
        const size_t count = tunedx_count_at(blocks->counts, i);
        const struct ompi_datatype_t *type =
            blocks->spread == TUNEDX_COUNTED_BLOCKS || count == 0
                ? call->recv.type
                : blocks->types[i];

        module->lengths[i] =
            call->op != NULL ? count : count * type->super.size;
    }
    return OMPI_SUCCESS;
}

/* FNV-1a, a length at a time. */
static size_t digest(const size_t *lengths, int count)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (int i = 0; i < count; i++) {
        hash = (hash ^ lengths[i]) * 0x100000001b3u;
    }
    return (size_t)hash;
}

/* The method is decided anew in each call, since lengths vary; the program
 * depends on the method, and on the lengths themselves only where it has to. */
static int find_by_lengths(tunedx_module_t *module, const tunedx_call_t *call,
                           tunedx_cache_entry_t **entry)
{
    const tunedx_traits_t traits = tunedx_traits_unpack(call->id.traits);
    const bool chooses = traits.scope == TUNEDX_INTRA;
    tunedx_call_t named = *call;
    tunedx_choice_t choice = {.method = NULL};
    tunedx_key_t key;
    size_t *lengths = NULL;
    int rc = chooses ? tunedx_module_choose(module, call, &key, &choice)
                     : OMPI_SUCCESS;

    if (rc == OMPI_SUCCESS &&
        (!chooses || tunedx_shape_needs_lengths(
                         traits.collective, traits.in_place, choice.method))) {
        rc = find_lengths(module, call);
        lengths = module->lengths;
    }
    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    named.id.method = choice.method;
    named.id.units = 0;
    if (lengths == NULL) {
        *entry = tunedx_cache_find(&module->cache, &named.id);
    } else {
        named.id.units = digest(lengths, ompi_comm_size(module->communicator));
        *entry = tunedx_cache_find_lengths(&module->cache, &named.id, lengths);
    }
    note_search(*entry);
    return *entry != NULL ? OMPI_SUCCESS
                          : add_entry(module, &named, chooses ? &key : NULL,
                                      chooses ? &choice : NULL, lengths, entry);
}

/* Finds or makes the entry of a call. */
static int find_entry(tunedx_module_t *module, const tunedx_call_t *call,
                      tunedx_cache_entry_t **entry)
{
    tunedx_key_t key;
    tunedx_choice_t choice;

    if (call->by_lengths) {
        return find_by_lengths(module, call, entry);
    }
    *entry = tunedx_cache_find(&module->cache, &call->id);
    note_search(*entry);
    if (*entry != NULL) {
        return OMPI_SUCCESS;
    }
    if (tunedx_traits_unpack(call->id.traits).scope != TUNEDX_INTRA) {
        return add_entry(module, call, NULL, NULL, NULL, entry);
    }
    const int rc = tunedx_module_choose(module, call, &key, &choice);
    return rc != OMPI_SUCCESS
               ? rc
               : add_entry(module, call, &key, &choice, NULL, entry);
}

int tunedx_find_program(tunedx_module_t *module, const tunedx_call_t *call,
                        tunedx_found_t *found)
{
    tunedx_cache_entry_t *entry;

    OPAL_THREAD_LOCK(&module->lock);
    int rc = module->epoch == tunedx_params.epoch
                 ? OMPI_SUCCESS
                 : tunedx_module_refresh(module);
    if (rc == OMPI_SUCCESS) {
        rc = find_entry(module, call, &entry);
    }
    if (rc == OMPI_SUCCESS) {
        found->program = entry->program;
        found->choice = entry->choice;
        tunedx_program_retain(entry->program);
    }
    OPAL_THREAD_UNLOCK(&module->lock);
    return rc;
}

/* ---- blocking calls ---- */

int tunedx_execute_slowly(tunedx_module_t *module, const tunedx_call_t *call)
{
    const bool counts = tunedx_counts();
    const uint64_t begin = counts ? now() : 0;
    tunedx_found_t found;
    int rc = tunedx_find_program(module, call, &found);

    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    if (tunedx_params.check && found.choice.method != NULL) {
        rc = tunedx_check_call(module->communicator, call, &found.choice);
    }
    if (rc == OMPI_SUCCESS) {
        rc = tunedx_run(module, found.program, call);
    }
    if (counts && rc == OMPI_SUCCESS) {
        tunedx_count_call(module, call, &found, TUNEDX_BLOCKING_FORM,
                          now() - begin);
    }
    tunedx_program_release(found.program);
    return rc;
}
