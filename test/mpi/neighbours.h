/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Topologies as the neighbourhood collectives see them: who sends to whom, and
 * which of the sender's blocks is which of the receiver's.
 */
#ifndef TUNEDX_TEST_NEIGHBOURS_H
#define TUNEDX_TEST_NEIGHBOURS_H

#include <mpi.h>
#include <stdbool.h>

typedef struct {
    const char *name;
    MPI_Comm comm;
    int rank, size;
    bool is_grid;
    int indegree, outdegree;
    int *sources;      /* ranks, or MPI_PROC_NULL */
    int *destinations; /* the same */
    int *blocks;       /* of each source: which of its blocks it sends here */
} topology_t;

/*
 * The kinds of topologies, numbered from 0.  Makes one of them out of
 * MPI_COMM_WORLD; its communicator is MPI_COMM_NULL on ranks that are not in
 * it.  Returns false if there are no more.
 */
bool topology_create(topology_t *topology, int number);
void topology_destroy(topology_t *topology);

#endif
