/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The plugin's face: the component and its modules, one for each communicator.
 */
#ifndef COLL_TUNEDX_H
#define COLL_TUNEDX_H

#include "compat/compat.h"

extern mca_coll_base_component_t mca_coll_tunedx_component;

/* The component's query: a module, or NULL when a negative priority says so. */
mca_coll_base_module_t *
tunedx_module_query(struct ompi_communicator_t *communicator, int *priority);

#endif
