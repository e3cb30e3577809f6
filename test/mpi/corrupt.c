/* SPDX-License-Identifier: BSD-3-Clause */
/* See corrupt.h. */
#include "corrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Some data of a call; address NULL where there are none. */
typedef struct {
    unsigned char *address;
    int count;
    MPI_Datatype type;
} data_t;

static const data_t nothing = {.type = MPI_DATATYPE_NULL};

/* Whether the fault is of that kind, and for that collective and form. */
static bool matches(const char *kind, const char *collective, const char *form)
{
    const char *fault = getenv("TUNEDX_TEST_FAULT");
    char names[3][80];

    if (fault == NULL) {
        return false;
    }
    snprintf(names[0], sizeof names[0], "%s", kind);
    snprintf(names[1], sizeof names[1], "%s:%s", kind, collective);
    snprintf(names[2], sizeof names[2], "%s:%s:%s", kind, collective, form);
    return strcmp(fault, names[0]) == 0 || strcmp(fault, names[1]) == 0 ||
           strcmp(fault, names[2]) == 0;
}

static bool matches_call(const char *kind, const call_t *call)
{
    return matches(kind, call_name(call->collective),
                   call_form_name(call->form));
}

/* As above, but only once. */
static bool wanted(const char *kind, const call_t *call)
{
    static bool is_done;

    if (is_done || !matches_call(kind, call)) {
        return false;
    }
    is_done = true;
    return true;
}

/* Which bytes from the true lower bound on are data, in *span bytes. */
static unsigned char *data_map(data_t data, MPI_Aint *low, MPI_Aint *span)
{
    MPI_Aint lower, extent, true_extent;
    int size, position = 0;

    MPI_Type_get_extent(data.type, &lower, &extent);
    MPI_Type_get_true_extent(data.type, low, &true_extent);
    MPI_Type_size(data.type, &size);
    const size_t bytes = (size_t)size * (size_t)data.count;

    *span = bytes > 0 ? extent * (data.count - 1) + true_extent : 0;

    unsigned char *map = calloc(1, (size_t)*span + 1);
    unsigned char *packed = malloc(bytes + 1);

    memset(packed, 0xff, bytes);
    if (bytes > 0) {
        MPI_Unpack(packed, (int)bytes, &position, map - *low, data.count,
                   data.type, MPI_COMM_SELF);
    }
    free(packed);
    return map;
}

/* Change the first byte that is data or, if it shall be a hole, is not. */
static void change(const char *kind, const call_t *call, data_t data,
                   unsigned char content)
{
    MPI_Aint low, span, place = 0;

    if (data.address == NULL || !matches_call(kind, call)) {
        return;
    }
    unsigned char *map = data_map(data, &low, &span);

    while (place < span && map[place] != content) {
        place++;
    }
    if (place < span && wanted(kind, call)) {
        data.address[low + place] ^= 0x15;
    }
    free(map);
}

static void change_around(const call_t *call, data_t data)
{
    MPI_Aint low, span;

    if (data.address == NULL) {
        return;
    }
    free(data_map(data, &low, &span));
    if (span > 0 && wanted("before", call)) {
        data.address[low - 1] ^= 0x15;
    }
    if (span > 0 && wanted("after", call)) {
        data.address[low + span] ^= 0x15;
    }
}

static data_t regular(side_t side, int blocks)
{
    return (data_t){side.buffer, side.count * blocks, side.type};
}

/* The last block that is not empty. */
static data_t irregular(side_t side, int size, bool has_types)
{
    int block = size - 1;

    while (block > 0 && side.counts[block] == 0) {
        block--;
    }
    data_t data = {side.buffer, side.counts[block], side.type};
    MPI_Aint lower, extent = 1;

    if (has_types) {
        data.type = side.types[block];
    } else {
        MPI_Type_get_extent(data.type, &lower, &extent);
    }
    data.address += side.displacements[block] * extent;
    return data;
}

static data_t result_of(const call_t *call, int rank, int size)
{
    const bool is_root = rank == call->root;
    side_t recv = call->recv;

    if (recv.buffer == MPI_IN_PLACE) {
        return nothing;
    }
    switch (call->collective) {
    case BCAST:
        return is_root ? nothing : regular(recv, 1);
    case REDUCE:
        return is_root ? regular(recv, 1) : nothing;
    case GATHER:
        return is_root ? regular(recv, size) : nothing;
    case GATHERV:
        return is_root ? irregular(recv, size, false) : nothing;
    case ALLGATHER:
    case ALLTOALL:
        return regular(recv, size);
    case ALLGATHERV:
    case ALLTOALLV:
    case ALLTOALLW:
        return irregular(recv, size, call->collective == ALLTOALLW);
    case REDUCE_SCATTER:
        recv.count = recv.counts[rank];
        return regular(recv, 1);
    case EXSCAN:
        return rank > 0 ? regular(recv, 1) : nothing;
    case BARRIER:
        return nothing;
    default:
        return regular(recv, 1);
    }
}

static data_t input_of(const call_t *call, int rank, int size)
{
    const bool is_root = rank == call->root;
    side_t send = call->send;

    if (send.buffer == MPI_IN_PLACE) {
        return nothing;
    }
    if (call_reduces(call->collective)) {
        send.type = call->recv.type;
        send.count = call->collective == REDUCE_SCATTER ? call->recv.counts[0]
                                                        : call->recv.count;
        return regular(send, 1);
    }
    switch (call->collective) {
    case BARRIER:
        return nothing;
    case BCAST:
        return is_root ? regular(call->recv, 1) : nothing;
    case SCATTER:
        return is_root ? regular(send, size) : nothing;
    case SCATTERV:
        return is_root ? irregular(send, size, false) : nothing;
    case ALLTOALL:
        return regular(send, size);
    case ALLTOALLV:
    case ALLTOALLW:
        return irregular(send, size, call->collective == ALLTOALLW);
    default:
        return regular(send, 1);
    }
}

bool corrupt_skips(const call_t *call)
{
    return matches_call("skip", call);
}

int corrupt_damage(const call_t *call, int code)
{
    int rank, size;

    if (getenv("TUNEDX_TEST_FAULT") == NULL || code != MPI_SUCCESS) {
        return code;
    }
    MPI_Comm_rank(call->comm, &rank);
    MPI_Comm_size(call->comm, &size);
    const data_t result = result_of(call, rank, size);

    change("value", call, result, 0xff);
    change("hole", call, result, 0);
    change_around(call, result);
    change("input", call, input_of(call, rank, size), 0xff);
    return wanted("error", call) ? MPI_ERR_OTHER : code;
}

/* MPI's own function, which the linker finds behind this one. */
int MPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *op)
{
    return PMPI_Op_create(function, commutes || matches("commute", "", ""), op);
}
