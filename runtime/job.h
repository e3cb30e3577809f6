/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The start-up state of a job, the same on all its ranks: parameters and rules
 * as rank 0 has them, and the node of every rank.
 *
 * It is agreed on while MPI_COMM_WORLD gets its module, in MPI_Init.  Programs
 * that never have MPI_COMM_WORLD, and communicators with members of other
 * jobs, use the built-in defaults.
 */
#ifndef TUNEDX_JOB_H
#define TUNEDX_JOB_H

#include "compat/compat.h"
#include "decision/decide.h"

/* Makes the defaults; before any communicator exists. */
int tunedx_job_prepare(void);

/* Agrees on the state among the ranks of MPI_COMM_WORLD.  Collective.
 * OMPI_SUCCESS on all ranks, or the job is aborted with a message. */
int tunedx_job_start(struct ompi_communicator_t *world);

/* Forgets the state; after MPI_Finalize. */
void tunedx_job_stop(void);

/* How the ranks of a communicator are spread. */
typedef struct tunedx_layout {
    int nodes;
    int ppn;                       /* the most ranks on one node */
    const tunedx_policy_t *policy; /* the one given, or the defaults */
} tunedx_layout_t;

/* Takes over what MPI_T has changed, so that another policy holds from now on.
 * A bad value is told by rank 0.  Open MPI error code. */
int tunedx_job_refresh(void);

/* The policy of communicators that are made now.  It lives as long as the
 * job. */
const tunedx_policy_t *tunedx_job_policy(void);

/* The layout of `communicator`, alike on all its ranks.  Members of other jobs
 * count as one node each, and with them the defaults hold instead of `policy`.
 * OMPI_ERR_OUT_OF_RESOURCE when memory is short. */
int tunedx_job_layout(struct ompi_communicator_t *communicator,
                      const tunedx_policy_t *policy, tunedx_layout_t *layout);

#endif
