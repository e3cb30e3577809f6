/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What tunedx keeps for one communicator.
 */
#ifndef TUNEDX_MODULE_H
#define TUNEDX_MODULE_H

#include "runtime/cache.h"
#include "runtime/flow.h"
#include "runtime/report.h"

typedef struct tunedx_module {
    mca_coll_base_module_t super;
    mca_coll_base_comm_coll_t previous; /* functions that ours replaced */
    struct ompi_communicator_t *communicator;
    bool has_layout; /* decider is valid: at the first decision */
    tunedx_decider_t decider;
    tunedx_cache_t cache;
    tunedx_flow_t flow;
    tunedx_report_source_t report;
} tunedx_module_t;

OBJ_CLASS_DECLARATION(tunedx_module_t);

#endif
