/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From MPI's arguments to calls, on intracommunicators.
 *
 * Only arguments that are significant at this rank are looked at, and the
 * message size comes only from values that all ranks hold alike.  A call whose
 * agreed bytes are zero touches nothing, not even a tag; one whose bytes are
 * not agreed always takes its tag.
 */
#ifndef TUNEDX_INTRA_H
#define TUNEDX_INTRA_H

#include "runtime/describe.h"

static inline size_t sum(tunedx_counts_t counts, int count)
{
    size_t total = 0;

    for (int i = 0; i < count; i++) {
        total += tunedx_count_at(counts, i);
    }
    return total;
}

/* Each describes a call; false when there is nothing to do.  `blocks` has room
 * for those of send and receive buffer.  Inline: what a blocking call does not
 * need is then never written. */
#define DESCRIBE(name, group)                                            \
    static inline __opal_attribute_always_inline__ bool describe_##name( \
        tunedx_call_t *call, tunedx_blocks_t *blocks,                    \
        TUNEDX_##group##_PARAMETERS struct ompi_communicator_t *communicator)

DESCRIBE(allgather, EQUAL)
{
    (void)blocks;
    const bool in_place = send == MPI_IN_PLACE;
    const size_t block = (size_t)recv_count * size_of(recv_type);

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_ALLGATHER, block, 0, in_place),
        .bytes = block,
        .units = block,
        .send =
            USER_BUFFER(send, (size_t)send_count, in_place ? NULL : send_type),
        .recv = USER_BUFFER(
            recv, (size_t)recv_count * (size_t)ompi_comm_size(communicator),
            recv_type),
        .tag = MCA_COLL_BASE_TAG_ALLGATHER,
        .op = NULL,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return block > 0;
}

DESCRIBE(allgatherv, GATHERED)
{
    const bool in_place = send == MPI_IN_PLACE;
    const size_t size = (size_t)ompi_comm_size(communicator);
    const size_t total = sum(recv_counts, (int)size) * size_of(recv_type);

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_ALLGATHERV, 0, 0, in_place),
        .bytes = total / size,
        .units = total,
        .send =
            USER_BUFFER(send, (size_t)send_count, in_place ? NULL : send_type),
        .recv = counted_blocks(&blocks[1], recv, recv_counts,
                               recv_displacements, recv_type),
        .tag = MCA_COLL_BASE_TAG_ALLGATHERV,
        .whole_blocks = true,
        .by_lengths = true,
    };
    return total > 0;
}

DESCRIBE(allreduce, REDUCED)
{
    (void)communicator;
    (void)blocks;
    const bool in_place = send == MPI_IN_PLACE;

    *call = (tunedx_call_t){
        .id = REDUCING(TUNEDX_ALLREDUCE, (size_t)count, type, op, 0, in_place),
        .bytes = (size_t)count * size_of(type),
        .units = (size_t)count,
        .send = USER_BUFFER(send, (size_t)count, in_place ? NULL : type),
        .recv = USER_BUFFER(recv, (size_t)count, type),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_ALLREDUCE,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return call->bytes > 0;
}

DESCRIBE(alltoall, EQUAL)
{
    (void)blocks;
    const bool in_place = send == MPI_IN_PLACE;
    const size_t size = (size_t)ompi_comm_size(communicator);
    const size_t block = (size_t)recv_count * size_of(recv_type);

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_ALLTOALL, block, 0, in_place),
        .bytes = block,
        .units = block,
        .send = USER_BUFFER(send, (size_t)send_count * size,
                            in_place ? NULL : send_type),
        .recv = USER_BUFFER(recv, (size_t)recv_count * size, recv_type),
        .tag = MCA_COLL_BASE_TAG_ALLTOALL,
        .op = NULL,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return block > 0;
}

DESCRIBE(alltoallv, COUNTED)
{
    (void)communicator;
    const bool in_place = send == MPI_IN_PLACE;

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_ALLTOALLV, 0, 0, in_place),
        .recv = counted_blocks(&blocks[1], recv, recv_counts,
                               recv_displacements, recv_type),
        .tag = MCA_COLL_BASE_TAG_ALLTOALLV,
        .whole_blocks = true,
        .by_lengths = in_place,
    };
    if (!in_place) {
        call->send = counted_blocks(&blocks[0], send, send_counts,
                                    send_displacements, send_type);
    }
    return true;
}

DESCRIBE(alltoallw, TYPED)
{
    (void)communicator;
    const bool in_place = send == MPI_IN_PLACE;

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_ALLTOALLW, 0, 0, in_place),
        .recv = typed_blocks(&blocks[1], recv, recv_counts, recv_displacements,
                             recv_types),
        .tag = MCA_COLL_BASE_TAG_ALLTOALLW,
        .whole_blocks = true,
        .by_lengths = in_place,
    };
    if (!in_place) {
        call->send = typed_blocks(&blocks[0], send, send_counts,
                                  send_displacements, send_types);
    }
    return true;
}

DESCRIBE(barrier, NO)
{
    (void)communicator;
    (void)blocks;
    *call = (tunedx_call_t){
        .id = MEETING,
        .units = 1,
        .tag = MCA_COLL_BASE_TAG_BARRIER,
        .bytes = 0,
        .send = NO_BUFFER,
        .recv = NO_BUFFER,
        .op = NULL,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return true;
}

DESCRIBE(bcast, BCAST)
{
    (void)communicator;
    (void)blocks;
    const size_t bytes = (size_t)count * size_of(type);

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_BCAST, bytes, root, false),
        .bytes = bytes,
        .units = bytes,
        .recv = USER_BUFFER(buffer, (size_t)count, type),
        .tag = MCA_COLL_BASE_TAG_BCAST,
        .send = NO_BUFFER,
        .op = NULL,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return bytes > 0;
}

DESCRIBE(exscan, REDUCED)
{
    (void)blocks;
    const bool in_place = send == MPI_IN_PLACE;
    const bool has_result = in_place || ompi_comm_rank(communicator) > 0;

    *call = (tunedx_call_t){
        .id = REDUCING(TUNEDX_EXSCAN, (size_t)count, type, op, 0, in_place),
        .bytes = (size_t)count * size_of(type),
        .units = (size_t)count,
        .send = USER_BUFFER(send, (size_t)count, in_place ? NULL : type),
        .recv = USER_BUFFER(recv, (size_t)count, has_result ? type : NULL),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_EXSCAN,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return call->bytes > 0;
}

DESCRIBE(gather, ROOTED)
{
    (void)blocks;
    const bool is_root = ompi_comm_rank(communicator) == root;
    const bool in_place = is_root && send == MPI_IN_PLACE;
    const size_t size = (size_t)ompi_comm_size(communicator);
    const size_t block = is_root ? (size_t)recv_count * size_of(recv_type)
                                 : (size_t)send_count * size_of(send_type);

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_GATHER, block, root, in_place),
        .bytes = block,
        .units = block,
        .send =
            USER_BUFFER(send, (size_t)send_count, in_place ? NULL : send_type),
        .recv = USER_BUFFER(recv, (size_t)recv_count * size,
                            is_root ? recv_type : NULL),
        .tag = MCA_COLL_BASE_TAG_GATHER,
        .op = NULL,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return block > 0;
}

DESCRIBE(gatherv, GATHERV)
{
    const bool is_root = ompi_comm_rank(communicator) == root;
    const bool in_place = is_root && send == MPI_IN_PLACE;

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_GATHERV, 0, root, in_place),
        .send =
            USER_BUFFER(send, (size_t)send_count, in_place ? NULL : send_type),
        .tag = MCA_COLL_BASE_TAG_GATHERV,
        .whole_blocks = true,
    };
    if (is_root) {
        call->recv = counted_blocks(&blocks[1], recv, recv_counts,
                                    recv_displacements, recv_type);
    }
    return true;
}

DESCRIBE(reduce, REDUCE)
{
    (void)blocks;
    const bool is_root = ompi_comm_rank(communicator) == root;
    const bool in_place = is_root && send == MPI_IN_PLACE;

    *call = (tunedx_call_t){
        .id = REDUCING(TUNEDX_REDUCE, (size_t)count, type, op, root, in_place),
        .bytes = (size_t)count * size_of(type),
        .units = (size_t)count,
        .send = USER_BUFFER(send, (size_t)count, in_place ? NULL : type),
        .recv = USER_BUFFER(recv, (size_t)count, is_root ? type : NULL),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_REDUCE,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return call->bytes > 0;
}

DESCRIBE(reduce_scatter, REDUCE_SCATTER)
{
    const bool in_place = send == MPI_IN_PLACE;
    const size_t total = sum(counts, ompi_comm_size(communicator));

    *call = (tunedx_call_t){
        .id = REDUCING(TUNEDX_REDUCE_SCATTER, 0, type, op, 0, in_place),
        .bytes = total * size_of(type),
        .units = total,
        .send = USER_BUFFER(send, total, in_place ? NULL : type),
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
    const bool in_place = send == MPI_IN_PLACE;
    const size_t total = (size_t)count * (size_t)ompi_comm_size(communicator);

    *call = (tunedx_call_t){
        .id = REDUCING(TUNEDX_REDUCE_SCATTER_BLOCK, (size_t)count, type, op, 0,
                       in_place),
        .bytes = total * size_of(type),
        .units = (size_t)count,
        .send = USER_BUFFER(send, total, in_place ? NULL : type),
        .recv = USER_BUFFER(recv, (size_t)count, type),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_REDUCE_SCATTER_BLOCK,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return call->bytes > 0;
}

DESCRIBE(scan, REDUCED)
{
    (void)communicator;
    (void)blocks;
    const bool in_place = send == MPI_IN_PLACE;

    *call = (tunedx_call_t){
        .id = REDUCING(TUNEDX_SCAN, (size_t)count, type, op, 0, in_place),
        .bytes = (size_t)count * size_of(type),
        .units = (size_t)count,
        .send = USER_BUFFER(send, (size_t)count, in_place ? NULL : type),
        .recv = USER_BUFFER(recv, (size_t)count, type),
        .op = op,
        .tag = MCA_COLL_BASE_TAG_SCAN,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return call->bytes > 0;
}

DESCRIBE(scatter, ROOTED)
{
    (void)blocks;
    const bool is_root = ompi_comm_rank(communicator) == root;
    const bool in_place = is_root && recv == MPI_IN_PLACE;
    const size_t size = (size_t)ompi_comm_size(communicator);
    const size_t block = is_root ? (size_t)send_count * size_of(send_type)
                                 : (size_t)recv_count * size_of(recv_type);

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_SCATTER, block, root, in_place),
        .bytes = block,
        .units = block,
        .send = USER_BUFFER(send, (size_t)send_count * size,
                            is_root ? send_type : NULL),
        .recv =
            USER_BUFFER(recv, (size_t)recv_count, in_place ? NULL : recv_type),
        .tag = MCA_COLL_BASE_TAG_SCATTER,
        .op = NULL,
        .whole_blocks = false,
        .by_lengths = false,
    };
    return block > 0;
}

DESCRIBE(scatterv, SCATTERV)
{
    const bool is_root = ompi_comm_rank(communicator) == root;
    const bool in_place = is_root && recv == MPI_IN_PLACE;

    *call = (tunedx_call_t){
        .id = MOVING(TUNEDX_SCATTERV, 0, root, in_place),
        .recv =
            USER_BUFFER(recv, (size_t)recv_count, in_place ? NULL : recv_type),
        .tag = MCA_COLL_BASE_TAG_SCATTERV,
        .whole_blocks = true,
    };
    if (is_root) {
        call->send = counted_blocks(&blocks[0], send, send_counts,
                                    send_displacements, send_type);
    }
    return true;
}

#undef DESCRIBE

#endif
