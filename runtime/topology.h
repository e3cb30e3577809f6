/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The neighbours that a rank has in the topology of its communicator.
 */
#ifndef TUNEDX_TOPOLOGY_H
#define TUNEDX_TOPOLOGY_H

#include "compat/compat.h"
#include "schedule/collective.h"
#include "schedule/program.h"

/* Builds the program of a neighbourhood collective, allgather(v) or
 * alltoall(v,w), which the caller owns.  Open MPI error code. */
int tunedx_topology_build(struct ompi_communicator_t *communicator,
                          tunedx_collective_t collective,
                          tunedx_program_t **program);

#endif
