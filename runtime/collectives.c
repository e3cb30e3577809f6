/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From MPI's arguments to calls.
 *
 * Only arguments that are significant at this rank are looked at, and the
 * message size comes only from values that all ranks hold alike.  A call whose
 * agreed bytes are zero touches nothing.
 */
#include "runtime/collectives.h"

#include "runtime/call.h"

static inline tunedx_module_t *own(mca_coll_base_module_t *module)
{
    return (tunedx_module_t *)(void *)module;
}

static inline void *writable(const void *address)
{
    return (void *)(uintptr_t)address;
}

static inline size_t size_of(const struct ompi_datatype_t *type)
{
    return type->super.size;
}

static inline tunedx_op_class_t class_of(struct ompi_op_t *op)
{
    if (!ompi_op_is_intrinsic(op)) {
        return TUNEDX_OP_USER;
    }
    return op == &ompi_mpi_op_maxloc.op || op == &ompi_mpi_op_minloc.op
               ? TUNEDX_OP_PAIR
               : TUNEDX_OP_BUILTIN;
}

static inline tunedx_user_buffer_t
user_buffer(const void *address, size_t count, struct ompi_datatype_t *type)
{
    return (tunedx_user_buffer_t){
        .address = writable(address),
        .count = count,
        .type = type,
    };
}

/* The id of a call that moves `bytes` bytes. */
static inline tunedx_call_id_t moving(tunedx_collective_t collective,
                                      size_t bytes, int root, bool in_place)
{
    return (tunedx_call_id_t){
        .units = bytes,
        .unit_bytes = 1,
        .traits = tunedx_traits_pack((tunedx_traits_t){
            .collective = collective,
            .root = root,
            .commutative = true,
            .in_place = in_place,
        }),
    };
}

/* The id of a call that reduces `count` elements. */
static inline tunedx_call_id_t reducing(tunedx_collective_t collective,
                                        size_t count,
                                        const struct ompi_datatype_t *type,
                                        struct ompi_op_t *op, int root,
                                        bool in_place)
{
    return (tunedx_call_id_t){
        .units = count,
        .unit_bytes = size_of(type),
        .traits = tunedx_traits_pack((tunedx_traits_t){
            .collective = collective,
            .root = root,
            .op_class = class_of(op),
            .commutative = ompi_op_is_commute(op),
            .in_place = in_place,
        }),
    };
}

int tunedx_blocking_allgather(const void *send, tunedx_count_t send_count,
                              struct ompi_datatype_t *send_type, void *recv,
                              tunedx_count_t recv_count,
                              struct ompi_datatype_t *recv_type,
                              struct ompi_communicator_t *communicator,
                              mca_coll_base_module_t *module)
{
    const bool in_place = send == MPI_IN_PLACE;
    const size_t block = (size_t)recv_count * size_of(recv_type);
    const tunedx_call_t call = {
        .id = moving(TUNEDX_ALLGATHER, block, 0, in_place),
        .bytes = block,
        .units = block,
        .send =
            user_buffer(send, (size_t)send_count, in_place ? NULL : send_type),
        .recv = user_buffer(
            recv, (size_t)recv_count * (size_t)ompi_comm_size(communicator),
            recv_type),
        .tag = MCA_COLL_BASE_TAG_ALLGATHER,
    };

    return block == 0 ? OMPI_SUCCESS : tunedx_execute(own(module), &call);
}

int tunedx_blocking_allgatherv(const void *send, tunedx_count_t send_count,
                               struct ompi_datatype_t *send_type, void *recv,
                               tunedx_counts_t recv_counts,
                               tunedx_displacements_t displacements,
                               struct ompi_datatype_t *recv_type,
                               struct ompi_communicator_t *communicator,
                               mca_coll_base_module_t *module)
{
    const bool in_place = send == MPI_IN_PLACE;
    const int size = ompi_comm_size(communicator);
    size_t total = 0;

    for (int i = 0; i < size; i++) {
        total += tunedx_count_at(recv_counts, i);
    }
    total *= size_of(recv_type);
    const tunedx_blocks_t blocks = {recv_counts, displacements};
    const tunedx_call_t call = {
        .id = moving(TUNEDX_ALLGATHERV, 0, 0, in_place),
        .bytes = total / (size_t)size,
        .units = total,
        .send =
            user_buffer(send, (size_t)send_count, in_place ? NULL : send_type),
        .recv =
            {
                .address = recv,
                .type = recv_type,
                .blocks = &blocks,
            },
        .tag = MCA_COLL_BASE_TAG_ALLGATHERV,
    };

    return total == 0 ? OMPI_SUCCESS
                      : tunedx_execute_irregular(own(module), &call);
}

int tunedx_blocking_allreduce(const void *send, void *recv,
                              tunedx_count_t count,
                              struct ompi_datatype_t *type,
                              struct ompi_op_t *op,
                              struct ompi_communicator_t *communicator,
                              mca_coll_base_module_t *module)
{
    const bool in_place = send == MPI_IN_PLACE;
    const tunedx_call_t call = {
        .id = reducing(TUNEDX_ALLREDUCE, (size_t)count, type, op, 0, in_place),
        .bytes = (size_t)count * size_of(type),
        .units = (size_t)count,
        .send = user_buffer(send, (size_t)count, in_place ? NULL : type),
        .recv = user_buffer(recv, (size_t)count, type),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_ALLREDUCE,
    };

    (void)communicator;
    return call.bytes == 0 ? OMPI_SUCCESS : tunedx_execute(own(module), &call);
}

int tunedx_blocking_alltoall(const void *send, tunedx_count_t send_count,
                             struct ompi_datatype_t *send_type, void *recv,
                             tunedx_count_t recv_count,
                             struct ompi_datatype_t *recv_type,
                             struct ompi_communicator_t *communicator,
                             mca_coll_base_module_t *module)
{
    const bool in_place = send == MPI_IN_PLACE;
    const size_t size = (size_t)ompi_comm_size(communicator);
    const size_t block = (size_t)recv_count * size_of(recv_type);
    const tunedx_call_t call = {
        .id = moving(TUNEDX_ALLTOALL, block, 0, in_place),
        .bytes = block,
        .units = block,
        .send = user_buffer(send, (size_t)send_count * size,
                            in_place ? NULL : send_type),
        .recv = user_buffer(recv, (size_t)recv_count * size, recv_type),
        .tag = MCA_COLL_BASE_TAG_ALLTOALL,
    };

    return block == 0 ? OMPI_SUCCESS : tunedx_execute(own(module), &call);
}

int tunedx_blocking_barrier(struct ompi_communicator_t *communicator,
                            mca_coll_base_module_t *module)
{
    const tunedx_call_t call = {
        .id =
            {
                .units = 1,
                .traits = tunedx_traits_pack((tunedx_traits_t){
                    .collective = TUNEDX_BARRIER,
                    .commutative = true,
                }),
            },
        .units = 1,
        .tag = MCA_COLL_BASE_TAG_BARRIER,
    };

    (void)communicator;
    return tunedx_execute(own(module), &call);
}

int tunedx_blocking_bcast(void *buffer, tunedx_count_t count,
                          struct ompi_datatype_t *type, int root,
                          struct ompi_communicator_t *communicator,
                          mca_coll_base_module_t *module)
{
    const size_t bytes = (size_t)count * size_of(type);
    const tunedx_call_t call = {
        .id = moving(TUNEDX_BCAST, bytes, root, false),
        .bytes = bytes,
        .units = bytes,
        .recv = user_buffer(buffer, (size_t)count, type),
        .tag = MCA_COLL_BASE_TAG_BCAST,
    };

    (void)communicator;
    return bytes == 0 ? OMPI_SUCCESS : tunedx_execute(own(module), &call);
}

int tunedx_blocking_reduce(const void *send, void *recv, tunedx_count_t count,
                           struct ompi_datatype_t *type, struct ompi_op_t *op,
                           int root, struct ompi_communicator_t *communicator,
                           mca_coll_base_module_t *module)
{
    const bool is_root = ompi_comm_rank(communicator) == root;
    const bool in_place = is_root && send == MPI_IN_PLACE;
    const tunedx_call_t call = {
        .id = reducing(TUNEDX_REDUCE, (size_t)count, type, op, root, in_place),
        .bytes = (size_t)count * size_of(type),
        .units = (size_t)count,
        .send = user_buffer(send, (size_t)count, in_place ? NULL : type),
        .recv = user_buffer(recv, (size_t)count, is_root ? type : NULL),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_REDUCE,
    };

    return call.bytes == 0 ? OMPI_SUCCESS : tunedx_execute(own(module), &call);
}
