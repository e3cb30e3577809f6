/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One call of any collective with integers, checked: for programs that test
 * something around the calls.  Safe to use by several threads at once, each
 * with its own communicator.
 */
#ifndef TUNEDX_TEST_SIMPLE_H
#define TUNEDX_TEST_SIMPLE_H

#include <mpi.h>

#include "call.h"

/* The first of call.h's. */
typedef enum {
    SIMPLE_BARRIER = BARRIER,
    SIMPLE_BCAST,
    SIMPLE_REDUCE,
    SIMPLE_ALLREDUCE,
    SIMPLE_ALLGATHER,
    SIMPLE_ALLGATHERV,
    SIMPLE_ALLTOALL,
    SIMPLE_ALLTOALLV,
    SIMPLE_COUNT
} simple_t;

const char *simple_name(simple_t which);

/* The collective of that name, or SIMPLE_COUNT. */
simple_t simple_find(const char *name);

/*
 * After a call that returned an error, run this before the result buffer is
 * freed: late messages must not change it.
 */
void simple_on_error(void (*linger)(void));

/*
 * Call it with `count` ints (of each block) and check the result if the call
 * says it succeeded.  Returns what MPI returned.
 */
int simple_run(simple_t which, MPI_Comm comm, int count, int root);

#endif
