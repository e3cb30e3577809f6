/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See calls.h.
 */
#include "bench/calls.h"

#include "bench/blocks.h"

#include <stdlib.h>
#include <string.h>

/* Of Open MPI's headers, mpi.h alone says which it is. */
#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#endif

typedef struct traits {
    const char *name;
    bool is_rooted, is_reduction;
} traits_t;

static const traits_t traits[BENCH_COLLECTIVES] = {
    [BENCH_ALLGATHER] = {"allgather", false, false},
    [BENCH_ALLGATHERV] = {"allgatherv", false, false},
    [BENCH_ALLREDUCE] = {"allreduce", false, true},
    [BENCH_ALLTOALL] = {"alltoall", false, false},
    [BENCH_ALLTOALLV] = {"alltoallv", false, false},
    [BENCH_BARRIER] = {"barrier", false, false},
    [BENCH_BCAST] = {"bcast", true, false},
    [BENCH_EXSCAN] = {"exscan", false, true},
    [BENCH_GATHER] = {"gather", true, false},
    [BENCH_REDUCE] = {"reduce", true, true},
    [BENCH_REDUCE_SCATTER] = {"reduce_scatter", false, true},
    [BENCH_REDUCE_SCATTER_BLOCK] = {"reduce_scatter_block", false, true},
    [BENCH_SCAN] = {"scan", false, true},
    [BENCH_SCATTER] = {"scatter", true, false},
};

const char *bench_collective_name(bench_collective_t collective)
{
    return traits[collective].name;
}

bool bench_collective_find(const char *name, size_t length,
                           bench_collective_t *collective)
{
    for (int i = 0; i < BENCH_COLLECTIVES; i++) {
        if (strlen(traits[i].name) == length &&
            strncmp(traits[i].name, name, length) == 0) {
            *collective = (bench_collective_t)i;
            return true;
        }
    }
    return false;
}

bool bench_collective_is_rooted(bench_collective_t collective)
{
    return traits[collective].is_rooted;
}

bool bench_collective_is_reduction(bench_collective_t collective)
{
    return traits[collective].is_reduction;
}

const char *bench_form_name(bench_form_t form)
{
    static const char *const forms[BENCH_FORMS] = {
        [BENCH_BLOCKING] = "blocking",
        [BENCH_NONBLOCKING] = "nonblocking",
        [BENCH_PERSISTENT] = "persistent",
    };

    return forms[form];
}

bool bench_buffers_create(bench_buffers_t *buffers, size_t bytes, int size)
{
    const size_t page = 4096;
    /* Uneven blocks are longer by a sixteenth; and elements have gaps. */
    const size_t each = bytes + bytes / 16 + BENCH_MOST_EXTENT;
    const size_t room = (each * (size_t)size + page) / page * page;

    buffers->send = aligned_alloc(page, room);
    buffers->recv = aligned_alloc(page, room);
    if (buffers->send == NULL || buffers->recv == NULL) {
        bench_buffers_free(buffers);
        return false;
    }
    memset(buffers->send, 0, room);
    memset(buffers->recv, 0, room);
    return true;
}

void bench_buffers_free(bench_buffers_t *buffers)
{
    free(buffers->send);
    free(buffers->recv);
    *buffers = (bench_buffers_t){.send = NULL};
}

/* ---- calling ---- */

/* What makes a persistent collective: part of MPI 4, and an extension of Open
 * MPI 4.1. */
#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION < 5
#define INIT(Name) MPIX_##Name##_init
#else
#define INIT(Name) MPI_##Name##_init
#endif

/* The three forms take the same arguments, and more of them at the end. */
#define MAKE(Name, name, ...)                         \
    (form == BENCH_BLOCKING ? MPI_##Name(__VA_ARGS__) \
     : form == BENCH_NONBLOCKING                      \
         ? MPI_I##name(__VA_ARGS__, request)          \
         : INIT(Name)(__VA_ARGS__, MPI_INFO_NULL, request))

static void make_reduction(const bench_operation_t *operation,
                           bench_form_t form, int root, MPI_Request *request)
{
    const MPI_Comm comm = operation->communicator;
    const MPI_Datatype type = bench_reduction_type(operation->reduction);
    const MPI_Op op = bench_reduction_op(operation->reduction);
    const int count =
        (int)(operation->bytes / bench_reduction_bytes(operation->reduction));
    char *send = operation->buffers->send, *recv = operation->buffers->recv;

    switch (operation->collective) {
    case BENCH_ALLREDUCE:
        MAKE(Allreduce, allreduce, send, recv, count, type, op, comm);
        break;
    case BENCH_EXSCAN:
        MAKE(Exscan, exscan, send, recv, count, type, op, comm);
        break;
    case BENCH_REDUCE:
        MAKE(Reduce, reduce, send, recv, count, type, op, root, comm);
        break;
    case BENCH_REDUCE_SCATTER:
        MAKE(Reduce_scatter, reduce_scatter, send, recv, operation->counts,
             type, op, comm);
        break;
    case BENCH_REDUCE_SCATTER_BLOCK:
        MAKE(Reduce_scatter_block, reduce_scatter_block, send, recv,
             count / operation->size, type, op, comm);
        break;
    default:
        MAKE(Scan, scan, send, recv, count, type, op, comm);
        break;
    }
}

/* In `counts`, one after the other. */
enum { SEND_COUNTS, SEND_PLACES, RECV_COUNTS, RECV_PLACES, LISTS };

static void make_uneven(const bench_operation_t *operation, bench_form_t form,
                        MPI_Request *request)
{
    const MPI_Comm comm = operation->communicator;
    const int *lists[LISTS];
    char *send = operation->buffers->send, *recv = operation->buffers->recv;

    for (int i = 0; i < LISTS; i++) {
        lists[i] = operation->counts + (size_t)i * (size_t)operation->size;
    }
    if (operation->collective == BENCH_ALLGATHERV) {
        MAKE(Allgatherv, allgatherv, send, *lists[SEND_COUNTS], MPI_BYTE, recv,
             lists[RECV_COUNTS], lists[RECV_PLACES], MPI_BYTE, comm);
    } else {
        MAKE(Alltoallv, alltoallv, send, lists[SEND_COUNTS], lists[SEND_PLACES],
             MPI_BYTE, recv, lists[RECV_COUNTS], lists[RECV_PLACES], MPI_BYTE,
             comm);
    }
}

static void make_even(const bench_operation_t *operation, bench_form_t form,
                      int root, MPI_Request *request)
{
    const MPI_Comm comm = operation->communicator;
    const int count = (int)operation->bytes;
    char *send = operation->buffers->send, *recv = operation->buffers->recv;

    switch (operation->collective) {
    case BENCH_ALLGATHER:
        MAKE(Allgather, allgather, send, count, MPI_BYTE, recv, count, MPI_BYTE,
             comm);
        break;
    case BENCH_ALLTOALL:
        MAKE(Alltoall, alltoall, send, count, MPI_BYTE, recv, count, MPI_BYTE,
             comm);
        break;
    case BENCH_BCAST:
        MAKE(Bcast, bcast, recv, count, MPI_BYTE, root, comm);
        break;
    case BENCH_GATHER:
        MAKE(Gather, gather, send, count, MPI_BYTE, recv, count, MPI_BYTE, root,
             comm);
        break;
    case BENCH_SCATTER:
        MAKE(Scatter, scatter, send, count, MPI_BYTE, recv, count, MPI_BYTE,
             root, comm);
        break;
    default:
        MAKE(Barrier, barrier, comm);
        break;
    }
}

static bool is_uneven(bench_collective_t collective)
{
    return collective == BENCH_ALLGATHERV || collective == BENCH_ALLTOALLV;
}

/* Calls, starts, or makes the persistent request.  MPI's default is to abort
 * on errors, so there are none to look at. */
static void make(const bench_operation_t *operation, bench_form_t form,
                 int root, MPI_Request *request)
{
    if (bench_collective_is_reduction(operation->collective)) {
        make_reduction(operation, form, root, request);
    } else if (is_uneven(operation->collective)) {
        make_uneven(operation, form, request);
    } else {
        make_even(operation, form, root, request);
    }
}

void bench_start(const bench_operation_t *operation, int root,
                 MPI_Request *request)
{
    if (operation->form == BENCH_PERSISTENT) {
        *request = operation->persistent[root];
        MPI_Start(request);
    } else {
        make(operation, BENCH_NONBLOCKING, root, request);
    }
}

void bench_call(const bench_operation_t *operation, int root)
{
    MPI_Request request;

    if (operation->form == BENCH_BLOCKING) {
        make(operation, BENCH_BLOCKING, root, NULL);
    } else {
        bench_start(operation, root, &request);
        /* NOLINTNEXTLINE(*MPI-Checker): the macro starts it. */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

void bench_init(const bench_operation_t *operation, int root,
                MPI_Request *request)
{
    make(operation, BENCH_PERSISTENT, root, request);
}

/* ---- what an operation holds ---- */

size_t bench_operation_unit(bench_collective_t collective,
                            bench_reduction_t reduction, int size)
{
    const size_t element = bench_reduction_bytes(reduction);

    return !bench_collective_is_reduction(collective) ? 1
           : collective == BENCH_REDUCE_SCATTER_BLOCK ? element * (size_t)size
                                                      : element;
}

/* Places follow from counts. */
static void set_places(const int *counts, int *places, int size)
{
    places[0] = 0;
    for (int i = 1; i < size; i++) {
        places[i] = places[i - 1] + counts[i - 1];
    }
}

static void set_counts(const bench_operation_t *operation, int rank)
{
    const int size = operation->size;
    const size_t bytes = operation->bytes;
    const bool gathers = operation->collective == BENCH_ALLGATHERV;
    int *send = operation->counts + (size_t)SEND_COUNTS * (size_t)size;
    int *recv = operation->counts + (size_t)RECV_COUNTS * (size_t)size;

    for (int i = 0; i < size; i++) {
        send[i] = (int)(gathers ? bench_gathered_block(bytes, rank, size)
                                : bench_exchanged_block(bytes, rank, i));
        recv[i] = (int)(gathers ? bench_gathered_block(bytes, i, size)
                                : bench_exchanged_block(bytes, i, rank));
    }
    set_places(send, operation->counts + (size_t)SEND_PLACES * (size_t)size,
               size);
    set_places(recv, operation->counts + (size_t)RECV_PLACES * (size_t)size,
               size);
}

/* False when memory is short. */
static bool open_counts(bench_operation_t *operation)
{
    const bench_collective_t collective = operation->collective;
    const size_t elements =
        operation->bytes / bench_reduction_bytes(operation->reduction);
    int rank;

    MPI_Comm_rank(operation->communicator, &rank);
    MPI_Comm_size(operation->communicator, &operation->size);
    operation->counts = NULL;
    if (!is_uneven(collective) && collective != BENCH_REDUCE_SCATTER) {
        return true;
    }
    operation->counts =
        calloc(LISTS * (size_t)operation->size, sizeof *operation->counts);
    if (operation->counts == NULL) {
        return false;
    }
    if (is_uneven(collective)) {
        set_counts(operation, rank);
        return true;
    }
    for (int i = 0; i < operation->size; i++) {
        operation->counts[i] =
            (int)bench_scattered_block(elements, i, operation->size);
    }
    return true;
}

bool bench_operation_open(bench_operation_t *operation)
{
    operation->persistent = NULL;
    if (!open_counts(operation)) {
        return false;
    }
    if (operation->form != BENCH_PERSISTENT) {
        return true;
    }
    operation->persistent =
        calloc((size_t)operation->roots, sizeof *operation->persistent);
    if (operation->persistent == NULL) {
        bench_operation_close(operation);
        return false;
    }
    for (int root = 0; root < operation->roots; root++) {
        bench_init(operation, root, &operation->persistent[root]);
    }
    return true;
}

void bench_operation_close(bench_operation_t *operation)
{
    for (int root = 0; operation->persistent != NULL && root < operation->roots;
         root++) {
        MPI_Request_free(&operation->persistent[root]);
    }
    free(operation->persistent);
    free(operation->counts);
    operation->persistent = NULL;
    operation->counts = NULL;
}
