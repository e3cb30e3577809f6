/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Any collective in any form, called through one function: the programs that
 * test what happens around the calls do not care which one it is.
 */
#ifndef TUNEDX_TEST_INVOKE_H
#define TUNEDX_TEST_INVOKE_H

#include <mpi.h>

typedef enum {
    INVOKE_ALLGATHER,
    INVOKE_ALLGATHERV,
    INVOKE_ALLREDUCE,
    INVOKE_ALLTOALL,
    INVOKE_ALLTOALLV,
    INVOKE_ALLTOALLW,
    INVOKE_BARRIER,
    INVOKE_BCAST,
    INVOKE_EXSCAN,
    INVOKE_GATHER,
    INVOKE_GATHERV,
    INVOKE_REDUCE,
    INVOKE_REDUCE_SCATTER,
    INVOKE_REDUCE_SCATTER_BLOCK,
    INVOKE_SCAN,
    INVOKE_SCATTER,
    INVOKE_SCATTERV,
    INVOKE_COLLECTIVES, /* those above */
    INVOKE_NEIGHBOR_ALLGATHER = INVOKE_COLLECTIVES,
    INVOKE_NEIGHBOR_ALLGATHERV,
    INVOKE_NEIGHBOR_ALLTOALL,
    INVOKE_NEIGHBOR_ALLTOALLV,
    INVOKE_NEIGHBOR_ALLTOALLW,
    INVOKE_ALL
} invoke_t;

typedef enum {
    FORM_BLOCKING,
    FORM_NONBLOCKING,
    FORM_PERSISTENT,
    INVOKE_FORMS
} invoke_form_t;

/* What is sent, or what is received. */
typedef struct {
    void *buffer;
    int count;
    const int *counts;
    const int *displs;      /* in elements; in bytes for alltoallw */
    const MPI_Aint *places; /* for neighbor_alltoallw: displs in bytes */
    MPI_Datatype type;
    const MPI_Datatype *types;
} invoke_data_t;

/*
 * Arguments of a call; those that the collective does not have are ignored.
 * Broadcasts use what is received.  Reductions take count and type of what is
 * sent; reduce_scatter takes the counts of what is received, and
 * reduce_scatter_block the count.
 */
typedef struct {
    MPI_Comm comm;
    int root;
    MPI_Op op;
    invoke_data_t send;
    invoke_data_t recv;
} invoke_arguments_t;

const char *invoke_name(invoke_t which);
const char *invoke_form_name(invoke_form_t form);

/*
 * How many of the forms are to be tested, in the order above:
 * TUNEDX_TEST_FORMS, or all of them.
 */
int invoke_forms(void);

/*
 * Call it; returns what MPI returned.  The request is MPI_REQUEST_NULL in the
 * blocking form, and made but not started in the persistent one.
 */
int invoke(invoke_t which, invoke_form_t form,
           const invoke_arguments_t *arguments, MPI_Request *request);

/* MPI_Wait, whose failure is a failure of the test. */
void invoke_wait(MPI_Request *request);

#endif
