/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Any collective in any form.
 *
 * A call holds all arguments that some collective has; the one place that
 * knows how each is spelt, blocking, nonblocking and persistent, is call.c.
 * Faults on demand (corrupt.h) happen here, too.
 */
#ifndef TUNEDX_TEST_CALL_H
#define TUNEDX_TEST_CALL_H

#include <mpi.h>
#include <stdbool.h>

typedef enum {
    BARRIER,
    BCAST,
    REDUCE,
    ALLREDUCE,
    ALLGATHER,
    ALLGATHERV,
    ALLTOALL,
    ALLTOALLV,
    ALLTOALLW,
    GATHER,
    GATHERV,
    SCATTER,
    SCATTERV,
    REDUCE_SCATTER,
    REDUCE_SCATTER_BLOCK,
    SCAN,
    EXSCAN,
    COLLECTIVES
} collective_t;

typedef enum { BLOCKING, NONBLOCKING, PERSISTENT, FORMS } form_t;

/* One side of a call; each collective has some of these arguments. */
typedef struct {
    void *buffer;
    int count;
    MPI_Datatype type;
    const int *counts, *displacements;
    const MPI_Datatype *types;
} side_t;

typedef struct {
    collective_t collective;
    form_t form;
    MPI_Comm comm;
    side_t send, recv; /* bcast: the latter */
    MPI_Op op;
    int root;
} call_t;

/* The collective of that name, as in "allgatherv", or COLLECTIVES. */
collective_t call_collective(const char *name);
const char *call_name(collective_t collective);

/* The form of that name, as in "nonblocking", or FORMS. */
form_t call_form(const char *name);
const char *call_form_name(form_t form);

/* The function of MPI, as messages name it. */
const char *call_function(const call_t *call);

/* Facts about collectives. */
bool call_has_root(collective_t collective);
bool call_reduces(collective_t collective);

/* Whether there is a count for each rank: the v and w forms, reduce_scatter. */
bool call_is_irregular(collective_t collective);

/*
 * The life of a call: make, then start and wait as often as wanted, then free.
 * Without a request there is nothing to make and to free, and only a persistent
 * call may be started with other contents of its buffers and without another
 * make.  All return what MPI returned.
 */
int call_make(const call_t *call, MPI_Request *request);
int call_start(const call_t *call, MPI_Request *request);

/* MPI_Test a few times, then MPI_Wait. */
int call_wait(const call_t *call, MPI_Request *request, int tests);
int call_free(const call_t *call, MPI_Request *request);

/* All of them once. */
int call_run(const call_t *call);

#endif
