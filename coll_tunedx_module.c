/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Modules: what tunedx is for one communicator.
 */
#include "coll_tunedx.h"

#include "mca_params/params.h"
#include "runtime/choose.h"
#include "runtime/collectives.h"
#include "runtime/counting.h"
#include "runtime/info_keys.h"
#include "runtime/job.h"
#include "runtime/module.h"

/* Every function that tunedx supplies: FUNCTION(name in the table, ours). */
#define TUNEDX_BLOCKING(name, group) FUNCTION(name, tunedx_blocking_##name)
#define TUNEDX_UNWAITED(name, group)             \
    FUNCTION(i##name, tunedx_nonblocking_##name) \
    FUNCTION(name##_init, tunedx_persistent_##name)

#define TUNEDX_INTER_BLOCKING(name, group) \
    FUNCTION(name, tunedx_blocking_inter_##name)

#define TUNEDX_INTRA_FUNCTIONS    \
    TUNEDX_TABLE(TUNEDX_BLOCKING) \
    TUNEDX_TABLE(TUNEDX_UNWAITED) \
    TUNEDX_NEIGHBOR_TABLE(TUNEDX_UNWAITED)

/* Other blocking calls between two groups are left to other components. */
#define TUNEDX_INTER_FUNCTIONS                         \
    TUNEDX_INTER_BLOCKING_TABLE(TUNEDX_INTER_BLOCKING) \
    TUNEDX_INTER_TABLE(TUNEDX_UNWAITED)

/* Between two groups coll/inter reduces within each group first, which is
 * better than our linear form; coll/basic's is wrong.  Who supplies alltoallw
 * is coll/basic, since nobody else does. */
static void leave_reductions(tunedx_module_t *module,
                             const mca_coll_base_comm_coll_t *below)
{
    if (below->coll_allreduce_module != below->coll_alltoallw_module) {
        module->super.coll_allreduce = NULL;
    }
    if (below->coll_reduce_module != below->coll_alltoallw_module) {
        module->super.coll_reduce = NULL;
    }
}

/* What the communicator was made with: the policy of this time, and info. */
static int take_circumstances(tunedx_module_t *module)
{
    struct ompi_communicator_t *communicator = module->communicator;

    int rc = tunedx_module_refresh(module);

    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    if (!OMPI_COMM_IS_INTER(communicator) &&
        tunedx_info_keys_any(communicator)) {
        rc = tunedx_module_prepare(module);
        if (rc == OMPI_SUCCESS) {
            rc = tunedx_info_keys_read(communicator, &module->decider);
        }
    }
    return rc;
}

static int enable(mca_coll_base_module_t *base,
                  struct ompi_communicator_t *communicator)
{
    tunedx_module_t *module = (tunedx_module_t *)(void *)base;

    module->communicator = communicator;
    module->cache.ranks = (size_t)ompi_comm_size(communicator);
    if (OMPI_COMM_IS_INTER(communicator)) {
        const int roots =
            ompi_comm_remote_size(communicator) + ompi_comm_size(communicator);

        leave_reductions(module, communicator->c_coll);
        module->rooted = calloc((size_t)roots, sizeof *module->rooted);
        if (module->rooted == NULL) {
            return OMPI_ERR_OUT_OF_RESOURCE;
        }
    }
#define FUNCTION(name, ours) \
    TUNEDX_INSTALL(communicator, base, &module->previous, name);
    TUNEDX_INTRA_FUNCTIONS
#undef FUNCTION
    if (communicator == &ompi_mpi_comm_world.comm) {
        const int rc = tunedx_job_start(communicator);

        if (rc != OMPI_SUCCESS) {
            return rc;
        }
    }
    if (tunedx_params.report) {
        module->report.cache = &module->cache;
        module->report.counts = ompi_comm_rank(communicator) == 0;
        tunedx_report_enter(&module->report);
    }
    const int rc = take_circumstances(module);
    if (rc == OMPI_SUCCESS) {
        tunedx_counting_enter(module);
    }
    return rc;
}

static int disable(mca_coll_base_module_t *base,
                   struct ompi_communicator_t *communicator)
{
    tunedx_module_t *module = (tunedx_module_t *)(void *)base;

    (void)module;
#define FUNCTION(name, ours) \
    TUNEDX_UNINSTALL(communicator, base, &module->previous, name);
    TUNEDX_INTRA_FUNCTIONS
#undef FUNCTION
    return OMPI_SUCCESS;
}

static void construct(tunedx_module_t *module)
{
    const size_t base = sizeof module->super;

    memset((char *)module + base, 0, sizeof *module - base);
    OBJ_CONSTRUCT(&module->lock, opal_mutex_t);
}

static void destruct(tunedx_module_t *module)
{
    tunedx_counting_leave(module);
    if (module->report.cache != NULL) {
        tunedx_report_leave(&module->report);
    }
    tunedx_cache_clear(&module->cache);
    tunedx_flow_free(&module->flow);
    tunedx_decider_free(&module->decider);
    free(module->lengths);
    free(module->rooted);
    OBJ_DESTRUCT(&module->lock);
}

OBJ_CLASS_INSTANCE(tunedx_module_t, mca_coll_base_module_t, construct,
                   destruct);

mca_coll_base_module_t *
tunedx_module_query(struct ompi_communicator_t *communicator, int *priority)
{
    *priority = tunedx_params.priority;
    if (tunedx_params.priority < 0) {
        return NULL;
    }
    tunedx_module_t *module = OBJ_NEW(tunedx_module_t);
    if (module == NULL) {
        return NULL;
    }
    module->super.coll_module_enable = enable;
    module->super.coll_module_disable = disable;
#define FUNCTION(name, ours) module->super.coll_##name = ours;
    if (OMPI_COMM_IS_INTER(communicator)) {
        TUNEDX_INTER_FUNCTIONS
    } else {
        TUNEDX_INTRA_FUNCTIONS
    }
#undef FUNCTION
    return &module->super;
}
