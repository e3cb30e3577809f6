/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The calls that are timed.
 */
#ifndef TUNEDX_BENCH_CALLS_H
#define TUNEDX_BENCH_CALLS_H

#include "bench/elements.h"

typedef enum bench_collective {
    BENCH_ALLGATHER,
    BENCH_ALLGATHERV,
    BENCH_ALLREDUCE,
    BENCH_ALLTOALL,
    BENCH_ALLTOALLV,
    BENCH_BARRIER,
    BENCH_BCAST,
    BENCH_EXSCAN,
    BENCH_GATHER,
    BENCH_REDUCE,
    BENCH_REDUCE_SCATTER,
    BENCH_REDUCE_SCATTER_BLOCK,
    BENCH_SCAN,
    BENCH_SCATTER,
    BENCH_COLLECTIVES
} bench_collective_t;

/* In lower case, as in MPI without the prefix. */
const char *bench_collective_name(bench_collective_t collective);

/* False, and *collective untouched, if there is none of that name, which is the
 * first `length` characters of `name`. */
bool bench_collective_find(const char *name, size_t length,
                           bench_collective_t *collective);

bool bench_collective_is_rooted(bench_collective_t collective);
bool bench_collective_is_reduction(bench_collective_t collective);

typedef enum bench_form {
    BENCH_BLOCKING,
    BENCH_NONBLOCKING,
    BENCH_PERSISTENT,
    BENCH_FORMS
} bench_form_t;

const char *bench_form_name(bench_form_t form);

/* What programs take that reduce doubles and move as many bytes. */
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
    bench_reduction_t reduction; /* of reductions */
    /* The vector of bcast and of reductions, which is a multiple of what
     * bench_operation_unit says; else one block, or its mean: those of
     * allgatherv and alltoallv are a sixteenth longer and shorter by turns. */
    size_t bytes;
    int roots; /* ranks from 0 to here may be the root; at least 1 */
    const bench_buffers_t *buffers;
    MPI_Comm communicator;
    /* What bench_operation_open makes. */
    MPI_Request *persistent; /* of that form: for each root */
    int *counts;             /* of collectives whose blocks differ */
    int size;
} bench_operation_t;

/* The bytes of a call are a multiple of this. */
size_t bench_operation_unit(bench_collective_t collective,
                            bench_reduction_t reduction, int size);

/* All ranks call it, with what the caller sets filled in.  False, and nothing
 * held, when memory is short.  Blocking and nonblocking calls whose blocks do
 * not differ can be made without. */
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

#endif
