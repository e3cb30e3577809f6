/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See calls.h.  Contents are small whole numbers in doubles, so that sums are
 * exact in any order.
 */
#include "bench/calls.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[BENCH_COLLECTIVES] = {
    [BENCH_ALLGATHER] = "allgather", [BENCH_ALLREDUCE] = "allreduce",
    [BENCH_ALLTOALL] = "alltoall",   [BENCH_BARRIER] = "barrier",
    [BENCH_BCAST] = "bcast",         [BENCH_REDUCE] = "reduce",
};

const char *bench_collective_name(bench_collective_t collective)
{
    return names[collective];
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

void bench_call(bench_collective_t collective, const bench_buffers_t *buffers,
                size_t bytes, int root, MPI_Comm communicator)
{
    const int count = (int)bytes, doubles = (int)(bytes / sizeof(double));

    switch (collective) {
    case BENCH_ALLGATHER:
        MPI_Allgather(buffers->send, count, MPI_BYTE, buffers->recv, count,
                      MPI_BYTE, communicator);
        break;
    case BENCH_ALLREDUCE:
        MPI_Allreduce(buffers->send, buffers->recv, doubles, MPI_DOUBLE,
                      MPI_SUM, communicator);
        break;
    case BENCH_ALLTOALL:
        MPI_Alltoall(buffers->send, count, MPI_BYTE, buffers->recv, count,
                     MPI_BYTE, communicator);
        break;
    case BENCH_BCAST:
        MPI_Bcast(buffers->recv, count, MPI_BYTE, root, communicator);
        break;
    case BENCH_REDUCE:
        MPI_Reduce(buffers->send, buffers->recv, doubles, MPI_DOUBLE, MPI_SUM,
                   root, communicator);
        break;
    case BENCH_BARRIER:
    case BENCH_COLLECTIVES:
        MPI_Barrier(communicator);
        break;
    }
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

bool bench_check(bench_collective_t collective, const bench_buffers_t *buffers,
                 size_t bytes, int root, MPI_Comm communicator)
{
    const bool has_blocks =
        collective == BENCH_ALLGATHER || collective == BENCH_ALLTOALL;
    double *send = (double *)(void *)buffers->send;
    double *recv = (double *)(void *)buffers->recv;
    const size_t elements = bytes / sizeof *send;
    bool right = true;
    int rank, size;

    MPI_Comm_rank(communicator, &rank);
    MPI_Comm_size(communicator, &size);
    const size_t all = elements * (size_t)(has_blocks ? size : 1);
    for (size_t i = 0; i < all; i++) {
        send[i] = value(rank, i);
        recv[i] =
            collective == BENCH_BCAST && rank == root ? value(root, i) : -1;
    }
    bench_call(collective, buffers, bytes, root, communicator);
    if (collective == BENCH_BARRIER ||
        (collective == BENCH_REDUCE && rank != root)) {
        return true;
    }
    for (size_t i = 0; i < all && right; i++) {
        right = recv[i] == expected(collective, elements, rank, size, root, i);
    }
    return right;
}
