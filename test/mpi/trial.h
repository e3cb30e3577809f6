/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One call of any of the 17 collectives in any form, with buffers that know
 * what must be in them afterwards.  Everything is computed from the ranks and
 * a seed.  Many trials may be under way at once, also in several threads if
 * their operations are MPI's own (make one trial before the first thread).
 *
 * On an intercommunicator, `side` is the group of the caller, 0 or 1, and the
 * two groups send blocks of different lengths where MPI lets them.
 */
#ifndef TUNEDX_TEST_TRIAL_H
#define TUNEDX_TEST_TRIAL_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "invoke.h"
#include "layout.h"
#include "operation.h"

typedef struct {
    invoke_t which;
    MPI_Comm comm;
    int side;         /* 0 on an intracommunicator */
    size_t counts[2]; /* elements of a block that side 0, side 1 sends */
    int root;         /* in its group */
    int root_side;    /* 0 on an intracommunicator */
    const layout_t *layout;
    operation_t operation;
    MPI_Op op;
    bool is_bare; /* with MPI_PROC_NULL, give a count of 0 */
} plan_t;

/* What a rank sends, or what it receives. */
typedef struct {
    bool is_there;
    buffer_t buffer;
    int blocks;
    int *counts; /* of each block */
    int *starts; /* element at which each block begins */
    int *displs; /* what MPI gets: the same, or in bytes */
    MPI_Datatype *types;
} trial_data_t;

typedef struct {
    plan_t plan;
    uint32_t seed;
    int rank, size;
    int peers; /* ranks that this one exchanges data with */
    bool is_inter, is_root;
    int *shares; /* of the group's ranks in the result of reduce_scatter */
    trial_data_t send, recv;
} trial_t;

/* MPI_INT */
extern const layout_t trial_ints;

/* A call with so many ints, and with MPI_SUM, on an intracommunicator. */
plan_t trial_plan(invoke_t which, MPI_Comm comm, size_t count, int root);

/* Whether intercommunicators have this collective. */
bool trial_between_groups(invoke_t which);

/*
 * Make the buffers, which stay where they are.  The communicator, the datatype
 * and the operation are used up to trial_issue only.
 */
void trial_create(trial_t *trial, const plan_t *plan);
void trial_destroy(trial_t *trial);

/* New input, other results expected; not while the call is under way. */
void trial_fill(trial_t *trial, uint32_t seed);

/* Call MPI, see invoke(); a failure of it is a failure of the test. */
void trial_issue(trial_t *trial, invoke_form_t form, MPI_Request *request);

/* After the call has completed: is everything right? */
void trial_check(trial_t *trial);

/* All of it, waiting for the end; persistent operations start twice. */
void trial_run(const plan_t *plan, invoke_form_t form, uint32_t seed);

/*
 * Every collective that the communicator has, of MPI_INT, once in each form
 * and from two roots.  Adds to the context which one it is.  `side` is 0 on an
 * intracommunicator.
 */
void trial_run_all(const char *name, MPI_Comm comm, int side, uint32_t seed);

#endif
