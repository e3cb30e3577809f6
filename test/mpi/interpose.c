/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Faults on demand in programs that call MPI themselves (call.h has its own).
 *
 *     TUNEDX_TEST_MPI_FAULT=KIND[:COLLECTIVE]
 *
 * Linked into every program, this wraps blocking collectives.  The kinds are
 * those of corrupt.h.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A buffer of a call; NULL where there is none. */
typedef struct {
    void *address;
    int count;
    MPI_Datatype type;
} data_t;

static bool wanted(const char *kind, const char *collective)
{
    static bool is_done;
    const char *fault = getenv("TUNEDX_TEST_MPI_FAULT");
    const size_t length = strlen(kind);

    if (is_done || fault == NULL || strncmp(fault, kind, length) != 0) {
        return false;
    }
    if (fault[length] == ':' && strcmp(fault + length + 1, collective) != 0) {
        return false;
    }
    if (fault[length] != ':' && fault[length] != '\0') {
        return false;
    }
    is_done = strcmp(kind, "skip") != 0;
    return true;
}

/* Which bytes from the true lower bound on are data, in *span bytes. */
static unsigned char *data_map(data_t data, MPI_Aint *low, MPI_Aint *span)
{
    MPI_Aint lower, extent, true_extent;
    int size, position = 0;

    PMPI_Type_get_extent(data.type, &lower, &extent);
    PMPI_Type_get_true_extent(data.type, low, &true_extent);
    PMPI_Type_size(data.type, &size);
    const size_t bytes = (size_t)size * (size_t)data.count;

    *span = bytes > 0 ? extent * (data.count - 1) + true_extent : 0;

    unsigned char *map = calloc(1, (size_t)*span + 1);
    unsigned char *packed = malloc(bytes + 1);

    memset(packed, 0xff, bytes);
    if (bytes > 0) {
        PMPI_Unpack(packed, (int)bytes, &position, map - *low, data.count,
                    data.type, MPI_COMM_SELF);
    }
    free(packed);
    return map;
}

/* Change the first byte that is data or, if it shall be a hole, is not. */
static void change(const char *kind, const char *collective, data_t data,
                   unsigned char content)
{
    MPI_Aint low, span, place = 0;

    if (getenv("TUNEDX_TEST_MPI_FAULT") == NULL || data.address == NULL) {
        return;
    }
    unsigned char *map = data_map(data, &low, &span);

    while (place < span && map[place] != content) {
        place++;
    }
    if (place < span && wanted(kind, collective)) {
        ((unsigned char *)data.address)[low + place] ^= 0x15;
    }
    free(map);
}

static void change_around(const char *collective, data_t data)
{
    MPI_Aint low, span;

    if (getenv("TUNEDX_TEST_MPI_FAULT") == NULL || data.address == NULL) {
        return;
    }
    free(data_map(data, &low, &span));
    if (span > 0 && wanted("before", collective)) {
        ((unsigned char *)data.address)[low - 1] ^= 0x15;
    }
    if (span > 0 && wanted("after", collective)) {
        ((unsigned char *)data.address)[low + span] ^= 0x15;
    }
}

static int damage(int code, const char *collective, data_t input, data_t result)
{
    change("value", collective, result, 0xff);
    change("hole", collective, result, 0);
    change_around(collective, result);
    change("input", collective, input, 0xff);
    return wanted("error", collective) ? MPI_ERR_OTHER : code;
}

static data_t input_of(const void *address, int count, MPI_Datatype type)
{
    const bool is_there = address != MPI_IN_PLACE;

    return (data_t){is_there ? (void *)(MPI_Aint)address : NULL, count, type};
}

/* The blocks that a call has. */
static int size_of(MPI_Comm comm)
{
    int size, is_inter;

    PMPI_Comm_test_inter(comm, &is_inter);
    if (is_inter) {
        PMPI_Comm_remote_size(comm, &size);
    } else {
        PMPI_Comm_size(comm, &size);
    }
    return size;
}

int MPI_Barrier(MPI_Comm comm)
{
    static const data_t none = {0};

    if (wanted("skip", "barrier")) {
        return MPI_SUCCESS;
    }
    return damage(PMPI_Barrier(comm), "barrier", none, none);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root,
              MPI_Comm comm)
{
    const data_t data = {buffer, count, type};
    int rank;

    if (wanted("skip", "bcast")) {
        return MPI_SUCCESS;
    }
    PMPI_Comm_rank(comm, &rank);
    return damage(PMPI_Bcast(buffer, count, type, root, comm), "bcast",
                  rank == root ? data : (data_t){0},
                  rank == root ? (data_t){0} : data);
}

int MPI_Reduce(const void *send, void *recv, int count, MPI_Datatype type,
               MPI_Op op, int root, MPI_Comm comm)
{
    const data_t result = {recv, count, type};
    int rank;

    if (wanted("skip", "reduce")) {
        return MPI_SUCCESS;
    }
    PMPI_Comm_rank(comm, &rank);
    return damage(PMPI_Reduce(send, recv, count, type, op, root, comm),
                  "reduce", input_of(send, count, type),
                  rank == root ? result : (data_t){0});
}

int MPI_Allreduce(const void *send, void *recv, int count, MPI_Datatype type,
                  MPI_Op op, MPI_Comm comm)
{
    if (wanted("skip", "allreduce")) {
        return MPI_SUCCESS;
    }
    return damage(PMPI_Allreduce(send, recv, count, type, op, comm),
                  "allreduce", input_of(send, count, type),
                  (data_t){recv, count, type});
}

int MPI_Allgather(const void *send, int send_count, MPI_Datatype send_type,
                  void *recv, int recv_count, MPI_Datatype recv_type,
                  MPI_Comm comm)
{
    if (wanted("skip", "allgather")) {
        return MPI_SUCCESS;
    }
    return damage(PMPI_Allgather(send, send_count, send_type, recv, recv_count,
                                 recv_type, comm),
                  "allgather", input_of(send, send_count, send_type),
                  (data_t){recv, recv_count * size_of(comm), recv_type});
}

int MPI_Allgatherv(const void *send, int send_count, MPI_Datatype send_type,
                   void *recv, const int *counts, const int *displacements,
                   MPI_Datatype recv_type, MPI_Comm comm)
{
    MPI_Aint lower, extent;
    int block = size_of(comm) - 1;

    if (wanted("skip", "allgatherv")) {
        return MPI_SUCCESS;
    }
    PMPI_Type_get_extent(recv_type, &lower, &extent);
    while (block > 0 && counts[block] == 0) {
        block--;
    }
    return damage(PMPI_Allgatherv(send, send_count, send_type, recv, counts,
                                  displacements, recv_type, comm),
                  "allgatherv", input_of(send, send_count, send_type),
                  (data_t){(char *)recv + displacements[block] * extent,
                           counts[block], recv_type});
}

int MPI_Alltoall(const void *send, int send_count, MPI_Datatype send_type,
                 void *recv, int recv_count, MPI_Datatype recv_type,
                 MPI_Comm comm)
{
    const int size = size_of(comm);

    if (wanted("skip", "alltoall")) {
        return MPI_SUCCESS;
    }
    return damage(PMPI_Alltoall(send, send_count, send_type, recv, recv_count,
                                recv_type, comm),
                  "alltoall",
                  send == MPI_IN_PLACE
                      ? (data_t){0}
                      : input_of(send, send_count * size, send_type),
                  (data_t){recv, recv_count * size, recv_type});
}
