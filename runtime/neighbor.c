/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The neighbourhood collectives, nonblocking and persistent.
 *
 * Lengths are each pair's own matter, so there is always something to do.
 */
#include "runtime/describe.h"

static tunedx_call_id_t among(tunedx_collective_t collective)
{
    return (tunedx_call_id_t){
        .unit_bytes = 1,
        .traits = tunedx_traits_pack((tunedx_traits_t){
            .scope = TUNEDX_NEIGHBOURS,
            .collective = collective,
            .commutative = true,
        }),
    };
}

#define DESCRIBE(name, group)                            \
    static void describe_##name(                         \
        TUNEDX_##group##_PARAMETERS tunedx_call_t *call, \
        tunedx_blocks_t *blocks)

DESCRIBE(neighbor_allgather, EQUAL)
{
    *call = (tunedx_call_t){
        .id = among(TUNEDX_ALLGATHER),
        .send = USER_BUFFER(send, (size_t)send_count, send_type),
        .recv = equal_blocks(&blocks[1], recv, recv_count, recv_type),
        .whole_blocks = true,
    };
}

DESCRIBE(neighbor_allgatherv, GATHERED)
{
    *call = (tunedx_call_t){
        .id = among(TUNEDX_ALLGATHERV),
        .send = USER_BUFFER(send, (size_t)send_count, send_type),
        .recv = counted_blocks(&blocks[1], recv, recv_counts,
                               recv_displacements, recv_type),
        .whole_blocks = true,
    };
}

DESCRIBE(neighbor_alltoall, EQUAL)
{
    *call = (tunedx_call_t){
        .id = among(TUNEDX_ALLTOALL),
        .send = equal_blocks(&blocks[0], send, send_count, send_type),
        .recv = equal_blocks(&blocks[1], recv, recv_count, recv_type),
        .whole_blocks = true,
    };
}

DESCRIBE(neighbor_alltoallv, COUNTED)
{
    *call = (tunedx_call_t){
        .id = among(TUNEDX_ALLTOALLV),
        .send = counted_blocks(&blocks[0], send, send_counts,
                               send_displacements, send_type),
        .recv = counted_blocks(&blocks[1], recv, recv_counts,
                               recv_displacements, recv_type),
        .whole_blocks = true,
    };
}

DESCRIBE(neighbor_alltoallw, FAR)
{
    *call = (tunedx_call_t){
        .id = among(TUNEDX_ALLTOALLW),
        .send = far_blocks(&blocks[0], send, send_counts, send_displacements,
                           send_types),
        .recv = far_blocks(&blocks[1], recv, recv_counts, recv_displacements,
                           recv_types),
        .whole_blocks = true,
    };
}

#define ENTRY(name, group)                                         \
    TUNEDX_NONBLOCKING_SIGNATURE(name, group)                      \
    {                                                              \
        tunedx_blocks_t blocks[2];                                 \
        tunedx_call_t call;                                        \
                                                                   \
        describe_##name(TUNEDX_##group##_ARGUMENTS &call, blocks); \
        return start(&call, true, communicator, request, module);  \
    }                                                              \
    TUNEDX_PERSISTENT_SIGNATURE(name, group)                       \
    {                                                              \
        tunedx_blocks_t blocks[2];                                 \
        tunedx_call_t call;                                        \
                                                                   \
        (void)info;                                                \
        describe_##name(TUNEDX_##group##_ARGUMENTS &call, blocks); \
        return init(&call, true, communicator, request, module);   \
    }
TUNEDX_NEIGHBOR_TABLE(ENTRY)
#undef ENTRY
