/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The calls that are timed, and whether their results are right.
 */
#ifndef TUNEDX_BENCH_CALLS_H
#define TUNEDX_BENCH_CALLS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum bench_collective {
    BENCH_ALLGATHER,
    BENCH_ALLREDUCE,
    BENCH_ALLTOALL,
    BENCH_BARRIER,
    BENCH_BCAST,
    BENCH_REDUCE,
    BENCH_COLLECTIVES
} bench_collective_t;

/* In lower case, as in MPI without the prefix. */
const char *bench_collective_name(bench_collective_t collective);

bool bench_collective_is_rooted(bench_collective_t collective);

/* `bytes` is the vector of allreduce, bcast and reduce, one block of allgather
 * and alltoall; a multiple of BENCH_UNIT.  Reductions are sums of doubles. */
enum { BENCH_UNIT = 8 };

/* Room for the largest call on so many ranks. */
typedef struct bench_buffers {
    char *send, *recv;
} bench_buffers_t;

/* False, and nothing held, when memory is short. */
bool bench_buffers_create(bench_buffers_t *buffers, size_t bytes, int size);
void bench_buffers_free(bench_buffers_t *buffers);

void bench_call(bench_collective_t collective, const bench_buffers_t *buffers,
                size_t bytes, int root, MPI_Comm communicator);

/* Calls once with fresh contents and compares with what must come out.  True
 * when this rank's result is right. */
bool bench_check(bench_collective_t collective, const bench_buffers_t *buffers,
                 size_t bytes, int root, MPI_Comm communicator);

#endif
