/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Do all ranks make the same call?  For programs that may be wrong: with
 * coll_tunedx_check, the ranks of an intracommunicator compare every blocking
 * call before it begins.
 */
#ifndef TUNEDX_CHECK_CALLS_H
#define TUNEDX_CHECK_CALLS_H

#include "runtime/call.h"

/* Compares this rank's call, and the method chosen for it, with those of the
 * other ranks.  Returns when all are the same; where they are not, the job is
 * aborted with a message that says which ranks call what.  Collective over the
 * communicator.  Open MPI error code. */
int tunedx_check_call(struct ompi_communicator_t *communicator,
                      const tunedx_call_t *call, const tunedx_choice_t *choice);

#endif
