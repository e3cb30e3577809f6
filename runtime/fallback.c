/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See fallback.h.
 */
#include "runtime/fallback.h"

#include <stdatomic.h>

#include "compat/compat.h"
#include "runtime/tree.h"

/* A bit for each collective: seen by this rank, told by it. */
static atomic_uint seen, told;

static void tell(tunedx_collective_t collective, const char *name,
                 const char *needs)
{
    if ((atomic_fetch_or(&told, 1u << collective) & 1u << collective) == 0) {
        tunedx_tell("tunedx: parameter coll_tunedx_%s_algorithm asks for %s, "
                    "which needs %s.\n"
                    "tunedx:   Where a call has none, the choice is automatic; "
                    "coll_tunedx_report=1 counts these calls.",
                    tunedx_collective_name(collective), name, needs);
    }
}

void tunedx_fallback_note(tunedx_collective_t collective,
                          const tunedx_choice_t *choice)
{
    atomic_fetch_or(&seen, 1u << collective);
    if (ompi_comm_rank(&ompi_mpi_comm_world.comm) == 0) {
        tell(collective, choice->refusal.algorithm->name,
             choice->refusal.needs);
    }
}

/* The algorithm inside `method` that can refuse a call, or NULL. */
static const tunedx_algorithm_t *find_needy(const tunedx_method_t *method)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;
    const tunedx_algorithm_t *needy =
        method->algorithm->needs == NULL ? NULL : method->algorithm;

    for (int i = 0;
         needy == NULL && parameters != NULL && parameters[i] != NULL; i++) {
        if (method->settings[i].method != NULL) {
            needy = find_needy(method->settings[i].method);
        }
    }
    return needy;
}

/* Tells why `method`, the forced one, was passed over: for what no number of
 * ranks allows, if there is such a reason. */
static void tell_reason(tunedx_collective_t collective,
                        const tunedx_method_t *method,
                        tunedx_reproducible_t reproducible)
{
    const int many = 1021; /* no grouping is another's */
    const char *needs =
        tunedx_reproducible_needs(reproducible, collective, many, method);
    const tunedx_algorithm_t *needy =
        needs == NULL ? find_needy(method) : method->algorithm;

    if (needy != NULL) {
        tell(collective, needy->name, needs == NULL ? needy->needs : needs);
    }
}

void tunedx_fallback_finish(const tunedx_policy_t *policy)
{
    struct ompi_communicator_t *world = &ompi_mpi_comm_world.comm;
    const int rank = ompi_comm_rank(world);
    unsigned mask = atomic_load(&seen), theirs = 0;
    int ranks;

    for (int i = 0, child;
         (child = tunedx_tree_child(rank, ompi_comm_size(world), i, &ranks)) >=
         0;
         i++) {
        if (tunedx_tree_recv(&theirs, sizeof theirs, child,
                             MCA_COLL_BASE_TAG_GATHER) != OMPI_SUCCESS) {
            return;
        }
        mask |= theirs;
    }
    if (rank != 0) {
        tunedx_tree_send(&mask, sizeof mask, tunedx_tree_parent(rank),
                         MCA_COLL_BASE_TAG_GATHER);
        return;
    }
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if ((mask & 1u << i) != 0 && policy->forced[i] != NULL) {
            tell_reason((tunedx_collective_t)i, policy->forced[i],
                        policy->reproducible);
        }
    }
}

void tunedx_fallback_clear(void)
{
    atomic_store(&seen, 0);
    atomic_store(&told, 0);
}
