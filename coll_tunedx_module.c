/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Modules: what tunedx is for one communicator.
 */
#include "coll_tunedx.h"

#include "mca_params/params.h"
#include "runtime/collectives.h"
#include "runtime/job.h"
#include "runtime/module.h"

/* Every function that tunedx supplies: FUNCTION(name in the table). */
#define TUNEDX_FUNCTIONS(FUNCTION) \
    FUNCTION(allgather)            \
    FUNCTION(allgatherv)           \
    FUNCTION(allreduce)            \
    FUNCTION(alltoall)             \
    FUNCTION(barrier)              \
    FUNCTION(bcast)                \
    FUNCTION(reduce)

static int enable(mca_coll_base_module_t *base,
                  struct ompi_communicator_t *communicator)
{
    tunedx_module_t *module = (tunedx_module_t *)(void *)base;

    module->communicator = communicator;
#define FUNCTION(name) \
    TUNEDX_INSTALL(communicator, base, &module->previous, name);
    TUNEDX_FUNCTIONS(FUNCTION)
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
    return OMPI_SUCCESS;
}

static int disable(mca_coll_base_module_t *base,
                   struct ompi_communicator_t *communicator)
{
    tunedx_module_t *module = (tunedx_module_t *)(void *)base;

    (void)module;
#define FUNCTION(name) \
    TUNEDX_UNINSTALL(communicator, base, &module->previous, name);
    TUNEDX_FUNCTIONS(FUNCTION)
#undef FUNCTION
    return OMPI_SUCCESS;
}

static void construct(tunedx_module_t *module)
{
    const size_t base = sizeof module->super;

    memset((char *)module + base, 0, sizeof *module - base);
}

static void destruct(tunedx_module_t *module)
{
    if (module->report.cache != NULL) {
        tunedx_report_leave(&module->report);
    }
    tunedx_cache_clear(&module->cache);
    tunedx_flow_free(&module->flow);
    tunedx_decider_free(&module->decider);
}

OBJ_CLASS_INSTANCE(tunedx_module_t, mca_coll_base_module_t, construct,
                   destruct);

mca_coll_base_module_t *
tunedx_module_query(struct ompi_communicator_t *communicator, int *priority)
{
    *priority = tunedx_params.priority;
    if (tunedx_params.priority < 0 || OMPI_COMM_IS_INTER(communicator) ||
        ompi_comm_size(communicator) < 2) {
        return NULL;
    }
    tunedx_module_t *module = OBJ_NEW(tunedx_module_t);
    if (module == NULL) {
        return NULL;
    }
    module->super.coll_module_enable = enable;
    module->super.coll_module_disable = disable;
#define FUNCTION(name) module->super.coll_##name = tunedx_blocking_##name;
    TUNEDX_FUNCTIONS(FUNCTION)
#undef FUNCTION
    return &module->super;
}
