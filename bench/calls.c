/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See calls.h.  Contents are small whole numbers in doubles, so that sums are
 * exact in any order.
 */
#include "bench/calls.h"

#include <stdlib.h>
#include <string.h>

#if OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#endif

static const char *const names[BENCH_COLLECTIVES] = {
    [BENCH_ALLGATHER] = "allgather", [BENCH_ALLREDUCE] = "allreduce",
    [BENCH_ALLTOALL] = "alltoall",   [BENCH_BARRIER] = "barrier",
    [BENCH_BCAST] = "bcast",         [BENCH_REDUCE] = "reduce",
};

const char *bench_collective_name(bench_collective_t collective)
{
    return names[collective];
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

bool bench_collective_is_rooted(bench_collective_t collective)
{
    return collective == BENCH_BCAST || collective == BENCH_REDUCE;
}

bool bench_buffers_create(bench_buffers_t *buffers, size_t bytes, int size)
{
    const size_t page = 4096;
    const size_t room = (bytes * (size_t)size + page) / page * page;

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
#if OMPI_MAJOR_VERSION >= 5
#define INIT(Name) MPI_##Name##_init
#else
#define INIT(Name) MPIX_##Name##_init
#endif

/* The three forms take the same arguments, and more of them at the end. */
#define MAKE(Name, name, ...)                         \
    (form == BENCH_BLOCKING ? MPI_##Name(__VA_ARGS__) \
     : form == BENCH_NONBLOCKING                      \
         ? MPI_I##name(__VA_ARGS__, request)          \
         : INIT(Name)(__VA_ARGS__, MPI_INFO_NULL, request))

/* Calls, starts, or makes the persistent request.  MPI's default is to abort
 * on errors, so there are none to look at. */
static void make(const bench_operation_t *operation, bench_form_t form,
                 int root, MPI_Request *request)
{
    const MPI_Comm comm = operation->communicator;
    const int count = (int)operation->bytes;
    const int doubles = (int)(operation->bytes / sizeof(double));
    char *send = operation->buffers->send, *recv = operation->buffers->recv;

    switch (operation->collective) {
    case BENCH_ALLGATHER:
        MAKE(Allgather, allgather, send, count, MPI_BYTE, recv, count, MPI_BYTE,
             comm);
        break;
    case BENCH_ALLREDUCE:
        MAKE(Allreduce, allreduce, send, recv, doubles, MPI_DOUBLE, MPI_SUM,
             comm);
        break;
    case BENCH_ALLTOALL:
        MAKE(Alltoall, alltoall, send, count, MPI_BYTE, recv, count, MPI_BYTE,
             comm);
        break;
    case BENCH_BCAST:
        MAKE(Bcast, bcast, recv, count, MPI_BYTE, root, comm);
        break;
    case BENCH_REDUCE:
        MAKE(Reduce, reduce, send, recv, doubles, MPI_DOUBLE, MPI_SUM, root,
             comm);
        break;
    case BENCH_BARRIER:
    case BENCH_COLLECTIVES:
        MAKE(Barrier, barrier, comm);
        break;
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

bool bench_operation_open(bench_operation_t *operation)
{
    operation->persistent = NULL;
    if (operation->form != BENCH_PERSISTENT) {
        return true;
    }
    operation->persistent =
        calloc((size_t)operation->roots, sizeof *operation->persistent);
    if (operation->persistent == NULL) {
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
    operation->persistent = NULL;
}

/* ---- checking ---- */

enum { PERIOD = 1021 };

/* What rank `rank` has at element `i` of its buffer. */
static double value(int rank, size_t i)
{
    return (double)((size_t)rank * 7 + i % PERIOD + 1);
}

/* The sum of value(rank, i) over all ranks. */
static double sum(int size, size_t i)
{
    const double pairs = (double)size * (double)(size - 1) / 2;

    return 7 * pairs + (double)size * (double)(i % PERIOD + 1);
}

/* What belongs at element `i` of the receive buffer. */
static double expected(bench_collective_t collective, size_t elements, int rank,
                       int size, int root, size_t i)
{
    switch (collective) {
    case BENCH_ALLGATHER:
        return value((int)(i / elements), i % elements);
    case BENCH_ALLTOALL:
        return value((int)(i / elements),
                     (size_t)rank * elements + i % elements);
    case BENCH_BCAST:
        return value(root, i);
    default:
        return sum(size, i);
    }
}

bool bench_check(const bench_operation_t *operation, int root)
{
    const bench_collective_t collective = operation->collective;
    const bool has_blocks =
        collective == BENCH_ALLGATHER || collective == BENCH_ALLTOALL;
    double *send = (double *)(void *)operation->buffers->send;
    double *recv = (double *)(void *)operation->buffers->recv;
    const size_t elements = operation->bytes / sizeof *send;
    bool right = true;
    int rank, size;

    MPI_Comm_rank(operation->communicator, &rank);
    MPI_Comm_size(operation->communicator, &size);
    const size_t all = elements * (size_t)(has_blocks ? size : 1);
    for (size_t i = 0; i < all; i++) {
        send[i] = value(rank, i);
        recv[i] =
            collective == BENCH_BCAST && rank == root ? value(root, i) : -1;
    }
    bench_call(operation, root);
    if (collective == BENCH_BARRIER ||
        (collective == BENCH_REDUCE && rank != root)) {
        return true;
    }
    for (size_t i = 0; i < all && right; i++) {
        right = recv[i] == expected(collective, elements, rank, size, root, i);
    }
    return right;
}
