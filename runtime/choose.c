/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See choose.h.
 */
#include "runtime/choose.h"

#include "runtime/fallback.h"
#include "runtime/job.h"

enum { MAP_TEXT = 3072 };

int tunedx_module_prepare(tunedx_module_t *module)
{
    struct ompi_communicator_t *communicator = module->communicator;
    tunedx_layout_t layout;
    const int rc = tunedx_job_layout(communicator, module->policy, &layout);

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

int tunedx_module_refresh(tunedx_module_t *module)
{
    const int epoch = tunedx_params.epoch;
    const int rc = tunedx_job_refresh();

    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    const tunedx_policy_t *policy = tunedx_job_policy();

    tunedx_cache_clear(&module->cache);
    if (module->has_layout && module->decider.policy == module->policy) {
        tunedx_decider_change(&module->decider, policy);
    }
    module->told_maps = 0;
    module->policy = policy;
    module->epoch = epoch;
    module->fast_epoch = module->is_plain ? epoch : TUNEDX_NO_EPOCH;
    return OMPI_SUCCESS;
}

void tunedx_module_tell_choice(const tunedx_module_t *module,
                               const tunedx_key_t *key,
                               const tunedx_choice_t *choice)
{
    char method[TUNEDX_METHOD_TEXT], why[256];

    if (tunedx_params.verbose < 20 ||
        ompi_comm_rank(module->communicator) != 0) {
        return;
    }
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
        .commutative =
            tunedx_reproducible_commutes(module->decider.policy->reproducible,
                                         traits.collective, traits.commutative),
        .op_class = traits.op_class,
    };
}

/* Tells that an info key names what cannot serve: once for each communicator
 * and collective. */
static void tell_refused_key(tunedx_module_t *module,
                             tunedx_collective_t collective,
                             const tunedx_refusal_t *refusal)
{
    const unsigned bit = 1u << collective;

    if ((module->told_keys & bit) == 0 &&
        ompi_comm_rank(module->communicator) == 0) {
        tunedx_tell("tunedx: info key tunedx_%s of communicator %s asks for "
                    "%s, which needs %s.\n"
                    "tunedx:   Where a call has none, the key is passed over; "
                    "coll_tunedx_report=1 counts these calls.\n",
                    tunedx_collective_name(collective),
                    module->communicator->c_name, refusal->algorithm->name,
                    refusal->needs);
    }
    module->told_keys |= bit;
}

/* Tells, at verbose 10, what a collective uses on this communicator, once. */
static void tell_map(tunedx_module_t *module, const tunedx_key_t *key)
{
    const unsigned bit = 1u << key->collective;
    char map[MAP_TEXT];

    if (tunedx_params.verbose < 10 || (module->told_maps & bit) != 0 ||
        ompi_comm_rank(module->communicator) != 0) {
        return;
    }
    module->told_maps |= bit;
    tunedx_decider_print(&module->decider, key, "tunedx:   ", map, sizeof map);
    tunedx_tell("tunedx: %s on communicator %s, by bytes:\n%s",
                tunedx_collective_name(key->collective),
                module->communicator->c_name, map);
}

int tunedx_module_choose(tunedx_module_t *module, const tunedx_call_t *call,
                         tunedx_key_t *key, tunedx_choice_t *choice)
{
    if (!module->has_layout) {
        const int rc = tunedx_module_prepare(module);

        if (rc != OMPI_SUCCESS) {
            return rc;
        }
    }
    *key = key_of(module, call);
    tell_map(module, key);
    if (!tunedx_decide(&module->decider, key, choice)) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    if (choice->refusal.method != NULL &&
        choice->refusal.source == TUNEDX_SOURCE_PARAMETER) {
        tunedx_fallback_note(key->collective, choice);
    } else if (choice->refusal.method != NULL &&
               choice->refusal.source == TUNEDX_SOURCE_INFO) {
        tell_refused_key(module, key->collective, &choice->refusal);
    }
    return OMPI_SUCCESS;
}
