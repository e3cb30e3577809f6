/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What tunedx keeps for one communicator.
 */
#ifndef TUNEDX_MODULE_H
#define TUNEDX_MODULE_H

#include "runtime/cache.h"
#include "runtime/flow.h"
#include "runtime/report.h"

#define TUNEDX_NO_EPOCH INT64_MIN

typedef struct tunedx_module {
    mca_coll_base_module_t super;
    mca_coll_base_comm_coll_t previous; /* functions that ours replaced */
    struct ompi_communicator_t *communicator;
    bool is_plain; /* one thread at a time, and nothing is counted */
    int epoch;     /* coll_tunedx_epoch when the policy was last looked at */
    /* In which epoch a call may take the short cut: `epoch` if the module is
     * plain, else TUNEDX_NO_EPOCH, which no parameter can be. */
    int64_t fast_epoch;
    const tunedx_policy_t *policy; /* the job's when this was made */
    bool has_layout;               /* decider is valid: at the first decision */
    tunedx_decider_t decider;
    unsigned told_maps; /* a bit for each collective whose map was told */
    unsigned told_keys; /* a bit for each collective whose info key was told to
                         * be unable to serve */
    tunedx_cache_t cache;
    size_t *lengths; /* of the blocks of the call at hand; NULL: not needed */
    /* Over an intercommunicator: rooted operations that were not waited for,
     * by root, first those of the other group; else NULL. */
    uint32_t *rooted;
    tunedx_flow_t flow;
    atomic_size_t flow_weight; /* started without waiting, as in flow.h */
    /* Where threads may call: MPI's own nonblocking calls, which another
     * thread's progress makes, meet the user's on cache and decider. */
    opal_mutex_t lock;
    tunedx_report_source_t report;
    /* All modules are on a list, for those who begin to count. */
    struct tunedx_module *next, **previous_next;
} tunedx_module_t;

OBJ_CLASS_DECLARATION(tunedx_module_t);

#endif
