/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who shares a node, while a job starts.
 */
#ifndef TUNEDX_LEADERS_H
#define TUNEDX_LEADERS_H

#include "compat/compat.h"

/* Gathers, for every rank from this one on in its subtree of tree.h, the lowest
 * rank of its node: on rank 0 for all ranks.  The caller frees *leaders.
 * Collective.  Open MPI error code. */
int tunedx_leaders_gather(struct ompi_communicator_t *world, int **leaders);

#endif
