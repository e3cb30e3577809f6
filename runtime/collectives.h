/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions that tunedx puts into a communicator's table.
 */
#ifndef TUNEDX_COLLECTIVES_H
#define TUNEDX_COLLECTIVES_H

#include "compat/compat.h"

int tunedx_blocking_allgather(const void *send, tunedx_count_t send_count,
                              struct ompi_datatype_t *send_type, void *recv,
                              tunedx_count_t recv_count,
                              struct ompi_datatype_t *recv_type,
                              struct ompi_communicator_t *communicator,
                              mca_coll_base_module_t *module);

int tunedx_blocking_allgatherv(const void *send, tunedx_count_t send_count,
                               struct ompi_datatype_t *send_type, void *recv,
                               tunedx_counts_t recv_counts,
                               tunedx_displacements_t displacements,
                               struct ompi_datatype_t *recv_type,
                               struct ompi_communicator_t *communicator,
                               mca_coll_base_module_t *module);

int tunedx_blocking_allreduce(const void *send, void *recv,
                              tunedx_count_t count,
                              struct ompi_datatype_t *type,
                              struct ompi_op_t *op,
                              struct ompi_communicator_t *communicator,
                              mca_coll_base_module_t *module);

int tunedx_blocking_alltoall(const void *send, tunedx_count_t send_count,
                             struct ompi_datatype_t *send_type, void *recv,
                             tunedx_count_t recv_count,
                             struct ompi_datatype_t *recv_type,
                             struct ompi_communicator_t *communicator,
                             mca_coll_base_module_t *module);

int tunedx_blocking_barrier(struct ompi_communicator_t *communicator,
                            mca_coll_base_module_t *module);

int tunedx_blocking_bcast(void *buffer, tunedx_count_t count,
                          struct ompi_datatype_t *type, int root,
                          struct ompi_communicator_t *communicator,
                          mca_coll_base_module_t *module);

int tunedx_blocking_reduce(const void *send, void *recv, tunedx_count_t count,
                           struct ompi_datatype_t *type, struct ompi_op_t *op,
                           int root, struct ompi_communicator_t *communicator,
                           mca_coll_base_module_t *module);

#endif
