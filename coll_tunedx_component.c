/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The component: the one symbol that Open MPI looks for.
 */
#include "coll_tunedx.h"

#include "mca_params/params.h"
#include "runtime/counters.h"
#include "runtime/fallback.h"
#include "runtime/job.h"
#include "runtime/profile.h"
#include "runtime/report.h"
#include "runtime/request.h"
#include "tunedx_config.h"

static int register_params(void)
{
    const mca_base_component_t *component =
        &mca_coll_tunedx_component.collm_version;
    const int rc = tunedx_params_register(component);

    return rc == OMPI_SUCCESS ? tunedx_counters_register(component) : rc;
}

static int open_component(void)
{
    const char *mismatch = tunedx_compat_mismatch();

    if (mismatch != NULL) {
        if (tunedx_compat_speaks_for_all()) {
            tunedx_tell("tunedx: built for Open MPI %s, but %s: not used.",
                        TUNEDX_OMPI_VERSION, mismatch);
        }
        return OMPI_ERR_NOT_AVAILABLE;
    }
    return tunedx_requests_open();
}

static int close_component(void)
{
    tunedx_requests_close();
    tunedx_report_clear();
    tunedx_profile_clear();
    tunedx_fallback_clear();
    tunedx_job_stop();
    return OMPI_SUCCESS;
}

static int init_query(bool progress_threads, bool mpi_threads)
{
    (void)progress_threads;
    (void)mpi_threads;
    return tunedx_job_prepare();
}

__attribute__((visibility("default")))
mca_coll_base_component_t mca_coll_tunedx_component = {
    .collm_version =
        {
            TUNEDX_COLL_BASE_VERSION,
            .mca_component_name = "tunedx",
            MCA_BASE_MAKE_VERSION(component, TUNEDX_MAJOR_VERSION,
                                  TUNEDX_MINOR_VERSION, TUNEDX_RELEASE_VERSION),
            .mca_open_component = open_component,
            .mca_close_component = close_component,
            .mca_register_component_params = register_params,
        },
    .collm_data = {MCA_BASE_METADATA_PARAM_CHECKPOINT},
    .collm_init_query = init_query,
    .collm_comm_query = tunedx_module_query,
};
