/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions that tunedx puts into a communicator's table: every collective
 * blocking, nonblocking and persistent, and the nonblocking and persistent
 * forms of the neighbourhood collectives.
 */
#ifndef TUNEDX_COLLECTIVES_H
#define TUNEDX_COLLECTIVES_H

#include "compat/compat.h"

/* ---- the arguments of each, before communicator and module ---- */

/* clang-format off */
#define TUNEDX_EQUAL_PARAMETERS \
    const void *send, tunedx_count_t send_count, \
    struct ompi_datatype_t *send_type, void *recv, \
    tunedx_count_t recv_count, struct ompi_datatype_t *recv_type,
#define TUNEDX_EQUAL_ARGUMENTS \
    send, send_count, send_type, recv, recv_count, recv_type,

#define TUNEDX_GATHERED_PARAMETERS \
    const void *send, tunedx_count_t send_count, \
    struct ompi_datatype_t *send_type, void *recv, \
    tunedx_counts_t recv_counts, tunedx_displacements_t recv_displacements, \
    struct ompi_datatype_t *recv_type,
#define TUNEDX_GATHERED_ARGUMENTS \
    send, send_count, send_type, recv, recv_counts, recv_displacements, \
    recv_type,

#define TUNEDX_REDUCED_PARAMETERS \
    const void *send, void *recv, tunedx_count_t count, \
    struct ompi_datatype_t *type, struct ompi_op_t *op,
#define TUNEDX_REDUCED_ARGUMENTS \
    send, recv, count, type, op,

#define TUNEDX_COUNTED_PARAMETERS \
    const void *send, tunedx_counts_t send_counts, \
    tunedx_displacements_t send_displacements, \
    struct ompi_datatype_t *send_type, void *recv, \
    tunedx_counts_t recv_counts, tunedx_displacements_t recv_displacements, \
    struct ompi_datatype_t *recv_type,
#define TUNEDX_COUNTED_ARGUMENTS \
    send, send_counts, send_displacements, send_type, recv, recv_counts, \
    recv_displacements, recv_type,

#define TUNEDX_TYPED_PARAMETERS \
    const void *send, tunedx_counts_t send_counts, \
    tunedx_displacements_t send_displacements, tunedx_types_t send_types, \
    void *recv, tunedx_counts_t recv_counts, \
    tunedx_displacements_t recv_displacements, tunedx_types_t recv_types,
#define TUNEDX_TYPED_ARGUMENTS \
    send, send_counts, send_displacements, send_types, recv, recv_counts, \
    recv_displacements, recv_types,

#define TUNEDX_NO_PARAMETERS
#define TUNEDX_NO_ARGUMENTS

#define TUNEDX_BCAST_PARAMETERS \
    void *buffer, tunedx_count_t count, struct ompi_datatype_t *type, \
    int root,
#define TUNEDX_BCAST_ARGUMENTS \
    buffer, count, type, root,

#define TUNEDX_ROOTED_PARAMETERS TUNEDX_EQUAL_PARAMETERS int root,
#define TUNEDX_ROOTED_ARGUMENTS TUNEDX_EQUAL_ARGUMENTS root,

#define TUNEDX_GATHERV_PARAMETERS TUNEDX_GATHERED_PARAMETERS int root,
#define TUNEDX_GATHERV_ARGUMENTS TUNEDX_GATHERED_ARGUMENTS root,

#define TUNEDX_REDUCE_PARAMETERS TUNEDX_REDUCED_PARAMETERS int root,
#define TUNEDX_REDUCE_ARGUMENTS TUNEDX_REDUCED_ARGUMENTS root,

#define TUNEDX_REDUCE_SCATTER_PARAMETERS \
    const void *send, void *recv, tunedx_counts_t counts, \
    struct ompi_datatype_t *type, struct ompi_op_t *op,
#define TUNEDX_REDUCE_SCATTER_ARGUMENTS \
    send, recv, counts, type, op,

#define TUNEDX_SCATTERV_PARAMETERS \
    const void *send, tunedx_counts_t send_counts, \
    tunedx_displacements_t send_displacements, \
    struct ompi_datatype_t *send_type, void *recv, \
    tunedx_count_t recv_count, struct ompi_datatype_t *recv_type, int root,
#define TUNEDX_SCATTERV_ARGUMENTS \
    send, send_counts, send_displacements, send_type, recv, recv_count, \
    recv_type, root,

#define TUNEDX_FAR_PARAMETERS \
    const void *send, tunedx_counts_t send_counts, \
    tunedx_far_displacements_t send_displacements, \
    tunedx_types_t send_types, void *recv, tunedx_counts_t recv_counts, \
    tunedx_far_displacements_t recv_displacements, \
    tunedx_types_t recv_types,
#define TUNEDX_FAR_ARGUMENTS \
    send, send_counts, send_displacements, send_types, recv, recv_counts, \
    recv_displacements, recv_types,

/* Every collective: ENTRY(its name, whose arguments). */
#define TUNEDX_TABLE(ENTRY) \
    ENTRY(allgather, EQUAL) \
    ENTRY(allgatherv, GATHERED) \
    ENTRY(allreduce, REDUCED) \
    ENTRY(alltoall, EQUAL) \
    ENTRY(alltoallv, COUNTED) \
    ENTRY(alltoallw, TYPED) \
    ENTRY(barrier, NO) \
    ENTRY(bcast, BCAST) \
    ENTRY(exscan, REDUCED) \
    ENTRY(gather, ROOTED) \
    ENTRY(gatherv, GATHERV) \
    ENTRY(reduce, REDUCE) \
    ENTRY(reduce_scatter, REDUCE_SCATTER) \
    ENTRY(reduce_scatter_block, REDUCED) \
    ENTRY(scan, REDUCED) \
    ENTRY(scatter, ROOTED) \
    ENTRY(scatterv, SCATTERV)

/* Those that exist over an intercommunicator. */
#define TUNEDX_INTER_TABLE(ENTRY) \
    ENTRY(allgather, EQUAL) \
    ENTRY(allgatherv, GATHERED) \
    ENTRY(allreduce, REDUCED) \
    ENTRY(alltoall, EQUAL) \
    ENTRY(alltoallv, COUNTED) \
    ENTRY(alltoallw, TYPED) \
    ENTRY(barrier, NO) \
    ENTRY(bcast, BCAST) \
    ENTRY(gather, ROOTED) \
    ENTRY(gatherv, GATHERV) \
    ENTRY(reduce, REDUCE) \
    ENTRY(reduce_scatter, REDUCE_SCATTER) \
    ENTRY(reduce_scatter_block, REDUCED) \
    ENTRY(scatter, ROOTED) \
    ENTRY(scatterv, SCATTERV)

/* Those with a blocking form between two groups as well: all that no component
 * but coll/basic supplies, and the reductions.  coll/basic's scatter waits for
 * the wrong requests, and it combines the operands of operations that do not
 * commute in the wrong order. */
#define TUNEDX_INTER_BLOCKING_TABLE(ENTRY) \
    ENTRY(allreduce, REDUCED) \
    ENTRY(alltoall, EQUAL) \
    ENTRY(alltoallv, COUNTED) \
    ENTRY(alltoallw, TYPED) \
    ENTRY(barrier, NO) \
    ENTRY(reduce, REDUCE) \
    ENTRY(reduce_scatter, REDUCE_SCATTER) \
    ENTRY(reduce_scatter_block, REDUCED) \
    ENTRY(scatter, ROOTED) \
    ENTRY(scatterv, SCATTERV)

/* Those among neighbours. */
#define TUNEDX_NEIGHBOR_TABLE(ENTRY) \
    ENTRY(neighbor_allgather, EQUAL) \
    ENTRY(neighbor_allgatherv, GATHERED) \
    ENTRY(neighbor_alltoall, EQUAL) \
    ENTRY(neighbor_alltoallv, COUNTED) \
    ENTRY(neighbor_alltoallw, FAR)
/* clang-format on */

/* ---- their forms ---- */

#define TUNEDX_BLOCKING_SIGNATURE(name, group)                                \
    int tunedx_blocking_##name(                                               \
        TUNEDX_##group##_PARAMETERS struct ompi_communicator_t *communicator, \
        mca_coll_base_module_t *module)

#define TUNEDX_NONBLOCKING_SIGNATURE(name, group)                             \
    int tunedx_nonblocking_##name(                                            \
        TUNEDX_##group##_PARAMETERS struct ompi_communicator_t *communicator, \
        ompi_request_t **request, mca_coll_base_module_t *module)

#define TUNEDX_PERSISTENT_SIGNATURE(name, group)                              \
    int tunedx_persistent_##name(                                             \
        TUNEDX_##group##_PARAMETERS struct ompi_communicator_t *communicator, \
        struct ompi_info_t *info, ompi_request_t **request,                   \
        mca_coll_base_module_t *module)

#define ENTRY(name, group)                     \
    TUNEDX_BLOCKING_SIGNATURE(name, group);    \
    TUNEDX_NONBLOCKING_SIGNATURE(name, group); \
    TUNEDX_PERSISTENT_SIGNATURE(name, group);
TUNEDX_TABLE(ENTRY)
#undef ENTRY

#define ENTRY(name, group)                     \
    TUNEDX_NONBLOCKING_SIGNATURE(name, group); \
    TUNEDX_PERSISTENT_SIGNATURE(name, group);
TUNEDX_NEIGHBOR_TABLE(ENTRY)
#undef ENTRY

#define ENTRY(name, group) TUNEDX_BLOCKING_SIGNATURE(inter_##name, group);
TUNEDX_INTER_BLOCKING_TABLE(ENTRY)
#undef ENTRY

#endif
