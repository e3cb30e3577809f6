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

typedef enum bench_form {
    BENCH_BLOCKING,
    BENCH_NONBLOCKING,
    BENCH_PERSISTENT,
    BENCH_FORMS
} bench_form_t;

const char *bench_form_name(bench_form_t form);

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

/* A call that is made again and again. */
typedef struct bench_operation {
    bench_collective_t collective;
    bench_form_t form;
    size_t bytes;
    int roots; /* ranks from 0 to here may be the root; at least 1 */
    const bench_buffers_t *buffers;
    MPI_Comm communicator;
    MPI_Request *persistent; /* of that form: for each root */
} bench_operation_t;

/* All ranks call it, with what is above `persistent` filled in.  False, and
 * nothing held, when memory is short. */
bool bench_operation_open(bench_operation_t *operation);
void bench_operation_close(bench_operation_t *operation);

/* The whole call, in its form: what is started is waited for. */
void bench_call(const bench_operation_t *operation, int root);

/* Starts a nonblocking or persistent one; MPI_Wait ends it. */
void bench_start(const bench_operation_t *operation, int root,
                 MPI_Request *request);

/* Makes one more persistent request, which is the caller's. */
void bench_init(const bench_operation_t *operation, int root,
                MPI_Request *request);

/* Calls once with fresh contents and compares with what must come out.  True
 * when this rank's result is right. */
bool bench_check(const bench_operation_t *operation, int root);

#endif
