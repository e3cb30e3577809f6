/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From MPI's arguments to calls, over intercommunicators.
 *
 * What the two directions of an exchange carry is each pair's own matter, and
 * no rank knows all of it: there is always something to do.
 */
#include "algorithms/linear.h"
#include "runtime/describe.h"

static tunedx_call_id_t between(tunedx_call_id_t id)
{
    tunedx_traits_t traits = tunedx_traits_unpack(id.traits);

    traits.scope = TUNEDX_INTER;
    id.traits = tunedx_traits_pack(traits);
    return id;
}

#define BETWEEN(...) between((tunedx_call_id_t)__VA_ARGS__)

static int root_of(int root)
{
    return root == MPI_ROOT ? TUNEDX_ROOT_IS_SELF : root;
}

/* Open MPI does not call us on a rank that has MPI_PROC_NULL for a root and, as
 * it may, 0 for a count.  So a rooted operation must not count on the whole
 * communicator: who takes part counts the operations of that root.  Tags come
 * from the far half of their range; two roots may have the same count, but what
 * goes from one to the other is then away from a root or towards one. */
int tunedx_inter_tag(tunedx_module_t *module, const tunedx_call_t *call)
{
    const tunedx_traits_t traits = tunedx_traits_unpack(call->id.traits);
    struct ompi_communicator_t *communicator = module->communicator;
    const int others = ompi_comm_remote_size(communicator);
    const bool own_root = traits.root < 0;
    const int root =
        own_root ? others + ompi_comm_rank(communicator) : traits.root;

    if (!tunedx_collective_is_rooted(traits.collective)) {
        return ompi_coll_base_nbc_reserve_tags(communicator, 1);
    }
    assert(module->rooted != NULL);
    const uint32_t count = module->rooted[root]++;
    const bool away = traits.collective == TUNEDX_BCAST ||
                      traits.collective == TUNEDX_SCATTER ||
                      traits.collective == TUNEDX_SCATTERV;
    const int half = (MCA_COLL_BASE_TAG_NONBLOCKING_END) / 2;

    return half - (int)((2 * count + away) % (1u << 28));
}

#define DESCRIBE(name, group)                         \
    bool tunedx_inter_##name(                         \
        tunedx_call_t *call, tunedx_blocks_t *blocks, \
        TUNEDX_##group##_PARAMETERS struct ompi_communicator_t *communicator)

DESCRIBE(allgather, EQUAL)
{
    (void)communicator;
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_ALLGATHER, 0, 0, false)),
        .send = USER_BUFFER(send, (size_t)send_count, send_type),
        .recv = equal_blocks(&blocks[1], recv, recv_count, recv_type),
        .whole_blocks = true,
    };
    return true;
}

DESCRIBE(allgatherv, GATHERED)
{
    (void)communicator;
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_ALLGATHERV, 0, 0, false)),
        .send = USER_BUFFER(send, (size_t)send_count, send_type),
        .recv = counted_blocks(&blocks[1], recv, recv_counts,
                               recv_displacements, recv_type),
        .whole_blocks = true,
    };
    return true;
}

DESCRIBE(allreduce, REDUCED)
{
    (void)communicator;
    (void)blocks;
    *call = (tunedx_call_t){
        .id = BETWEEN(
            REDUCING(TUNEDX_ALLREDUCE, (size_t)count, type, op, 0, false)),
        .bytes = (size_t)count * size_of(type),
        .units = (size_t)count,
        .send = USER_BUFFER(send, (size_t)count, type),
        .recv = USER_BUFFER(recv, (size_t)count, type),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_ALLREDUCE,
    };
    return call->bytes > 0;
}

DESCRIBE(alltoall, EQUAL)
{
    (void)communicator;
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_ALLTOALL, 0, 0, false)),
        .send = equal_blocks(&blocks[0], send, send_count, send_type),
        .recv = equal_blocks(&blocks[1], recv, recv_count, recv_type),
        .tag = MCA_COLL_BASE_TAG_ALLTOALL,
        .whole_blocks = true,
    };
    return true;
}

DESCRIBE(alltoallv, COUNTED)
{
    (void)communicator;
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_ALLTOALLV, 0, 0, false)),
        .send = counted_blocks(&blocks[0], send, send_counts,
                               send_displacements, send_type),
        .recv = counted_blocks(&blocks[1], recv, recv_counts,
                               recv_displacements, recv_type),
        .tag = MCA_COLL_BASE_TAG_ALLTOALLV,
        .whole_blocks = true,
    };
    return true;
}

DESCRIBE(alltoallw, TYPED)
{
    (void)communicator;
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_ALLTOALLW, 0, 0, false)),
        .send = typed_blocks(&blocks[0], send, send_counts, send_displacements,
                             send_types),
        .recv = typed_blocks(&blocks[1], recv, recv_counts, recv_displacements,
                             recv_types),
        .tag = MCA_COLL_BASE_TAG_ALLTOALLW,
        .whole_blocks = true,
    };
    return true;
}

DESCRIBE(barrier, NO)
{
    (void)communicator;
    (void)blocks;
    *call = (tunedx_call_t){
        .id = BETWEEN(MEETING),
        .units = 1,
        .tag = MCA_COLL_BASE_TAG_BARRIER,
    };
    return true;
}

DESCRIBE(bcast, BCAST)
{
    (void)blocks;
    (void)communicator;
    if (root == MPI_PROC_NULL) {
        return false;
    }
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_BCAST, 0, root_of(root), false)),
        .recv = USER_BUFFER(buffer, (size_t)count, type),
        .whole_blocks = true,
    };
    return (size_t)count * size_of(type) > 0;
}

DESCRIBE(gather, ROOTED)
{
    (void)communicator;
    if (root == MPI_PROC_NULL) {
        return false;
    }
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_GATHER, 0, root_of(root), false)),
        .whole_blocks = true,
    };
    if (root == MPI_ROOT) {
        call->recv = equal_blocks(&blocks[1], recv, recv_count, recv_type);
        return (size_t)recv_count * size_of(recv_type) > 0;
    }
    call->send =
        (tunedx_user_buffer_t)USER_BUFFER(send, (size_t)send_count, send_type);
    return (size_t)send_count * size_of(send_type) > 0;
}

DESCRIBE(gatherv, GATHERV)
{
    (void)communicator;
    if (root == MPI_PROC_NULL) {
        return false;
    }
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_GATHERV, 0, root_of(root), false)),
        .whole_blocks = true,
    };
    if (root == MPI_ROOT) {
        call->recv = counted_blocks(&blocks[1], recv, recv_counts,
                                    recv_displacements, recv_type);
    } else {
        call->send = (tunedx_user_buffer_t)USER_BUFFER(send, (size_t)send_count,
                                                       send_type);
    }
    return true;
}

DESCRIBE(reduce, REDUCE)
{
    const bool is_root = root == MPI_ROOT;

    (void)blocks;
    (void)communicator;
    if (root == MPI_PROC_NULL) {
        return false;
    }
    *call = (tunedx_call_t){
        .id = BETWEEN(REDUCING(TUNEDX_REDUCE, (size_t)count, type, op,
                               root_of(root), false)),
        .bytes = (size_t)count * size_of(type),
        .units = (size_t)count,
        .send = USER_BUFFER(send, (size_t)count, is_root ? NULL : type),
        .recv = USER_BUFFER(recv, (size_t)count, is_root ? type : NULL),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_REDUCE,
    };
    return call->bytes > 0;
}

DESCRIBE(reduce_scatter, REDUCE_SCATTER)
{
    size_t total = 0;

    for (int i = 0; i < ompi_comm_size(communicator); i++) {
        total += tunedx_count_at(counts, i);
    }
    *call = (tunedx_call_t){
        .id = BETWEEN(REDUCING(TUNEDX_REDUCE_SCATTER, 0, type, op, 0, false)),
        .bytes = total * size_of(type),
        .units = total,
        .send = USER_BUFFER(send, total, type),
        .recv = counted_blocks(&blocks[1], recv, counts, counts, type),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_REDUCE_SCATTER,
        .by_lengths = true,
    };
    return call->bytes > 0;
}

DESCRIBE(reduce_scatter_block, REDUCED)
{
    (void)blocks;
    const size_t total = (size_t)count * (size_t)ompi_comm_size(communicator);

    *call = (tunedx_call_t){
        .id = BETWEEN(REDUCING(TUNEDX_REDUCE_SCATTER_BLOCK, (size_t)count, type,
                               op, 0, false)),
        .bytes = total * size_of(type),
        .units = (size_t)count,
        .send = USER_BUFFER(send, total, type),
        .recv = USER_BUFFER(recv, (size_t)count, type),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_REDUCE_SCATTER_BLOCK,
    };
    return call->bytes > 0;
}

DESCRIBE(scatter, ROOTED)
{
    (void)communicator;
    if (root == MPI_PROC_NULL) {
        return false;
    }
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_SCATTER, 0, root_of(root), false)),
        .tag = MCA_COLL_BASE_TAG_SCATTER,
        .whole_blocks = true,
    };
    if (root == MPI_ROOT) {
        call->send = equal_blocks(&blocks[0], send, send_count, send_type);
        return (size_t)send_count * size_of(send_type) > 0;
    }
    call->recv =
        (tunedx_user_buffer_t)USER_BUFFER(recv, (size_t)recv_count, recv_type);
    return (size_t)recv_count * size_of(recv_type) > 0;
}

DESCRIBE(scatterv, SCATTERV)
{
    (void)communicator;
    if (root == MPI_PROC_NULL) {
        return false;
    }
    *call = (tunedx_call_t){
        .id = BETWEEN(MOVING(TUNEDX_SCATTERV, 0, root_of(root), false)),
        .tag = MCA_COLL_BASE_TAG_SCATTERV,
        .whole_blocks = true,
    };
    if (root == MPI_ROOT) {
        call->send = counted_blocks(&blocks[0], send, send_counts,
                                    send_displacements, send_type);
    } else {
        call->recv = (tunedx_user_buffer_t)USER_BUFFER(recv, (size_t)recv_count,
                                                       recv_type);
    }
    return true;
}

/* ---- blocking ---- */

#define ENTRY(name, group)                                                  \
    TUNEDX_BLOCKING_SIGNATURE(inter_##name, group)                          \
    {                                                                       \
        tunedx_blocks_t blocks[2];                                          \
        tunedx_call_t call;                                                 \
                                                                            \
        return tunedx_inter_##name(&call, blocks,                           \
                                   TUNEDX_##group##_ARGUMENTS communicator) \
                   ? tunedx_execute(own(module), &call)                     \
                   : OMPI_SUCCESS;                                          \
    }
TUNEDX_INTER_BLOCKING_TABLE(ENTRY)
#undef ENTRY
