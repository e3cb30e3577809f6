/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Methods that a program names for one communicator: the entry
 * "tunedx_<collective>" of the info that it is made with.
 */
#ifndef TUNEDX_INFO_KEYS_H
#define TUNEDX_INFO_KEYS_H

#include "compat/compat.h"
#include "decision/decide.h"

/* Whether `communicator` was made with any entry of ours. */
bool tunedx_info_keys_any(struct ompi_communicator_t *communicator);

/* Takes the methods of such entries into `decider`.  What is wrong with one is
 * told by rank 0 of the communicator, and the entry is ignored, or the job
 * aborted if parameters are strict.  MPI wants such entries to be the same on
 * all ranks.  While the communicator is made.  OMPI_ERR_OUT_OF_RESOURCE when
 * memory is short. */
int tunedx_info_keys_read(struct ompi_communicator_t *communicator,
                          tunedx_decider_t *decider);

#endif
