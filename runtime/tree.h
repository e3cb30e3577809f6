/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A binomial tree over the ranks of MPI_COMM_WORLD with rank 0 as its root, for
 * the few messages at the start and the end of a job.  Subtrees are runs of
 * consecutive ranks.
 */
#ifndef TUNEDX_TREE_H
#define TUNEDX_TREE_H

#include "compat/compat.h"

/* The parent of `rank`; -1 for rank 0. */
static inline int tunedx_tree_parent(int rank)
{
    return rank == 0 ? -1 : rank & (rank - 1);
}

/* The child of `rank` number `number` (from 0), or -1 when there are no more;
 * its subtree are the ranks from it on, *ranks of them. */
static inline int tunedx_tree_child(int rank, int size, int number, int *ranks)
{
    const long distance = 1L << number;
    const long child = rank + distance;

    if (number > 30 || (rank & distance) != 0 || child >= size ||
        (rank != 0 && distance >= (rank & -rank))) {
        return -1;
    }
    *ranks = (int)(child + distance <= size ? distance : size - child);
    return (int)child;
}

/* Sends or receives exactly `bytes` bytes on MPI_COMM_WORLD and waits, giving
 * way to other processes; a long wait is told to the user.  Open MPI error
 * code. */
int tunedx_tree_send(const void *data, size_t bytes, int peer, int tag);
int tunedx_tree_recv(void *data, size_t bytes, int peer, int tag);

/* What every rank has for rank 0 at the end of a job: records of one length and
 * numbers that are only summed up. */
enum { TUNEDX_TREE_SUMS = 2 };

typedef struct tunedx_tree_pile {
    uint64_t sums[TUNEDX_TREE_SUMS];
    uint64_t count; /* of records */
    const void *records;
} tunedx_tree_pile_t;

/* Brings all piles to rank 0, alike on all ranks: each calls `merge` with those
 * of its children, and hands up what `give` then says that it has.  Open MPI
 * error code. */
int tunedx_tree_gather(size_t record_bytes,
                       void (*merge)(const tunedx_tree_pile_t *theirs),
                       void (*give)(tunedx_tree_pile_t *own));

/* Waits for a request as these do; calls `waited` once if it takes long.  Open
 * MPI error code. */
int tunedx_tree_wait(ompi_request_t *request,
                     void (*waited)(const void *context, int seconds),
                     const void *context);

#endif
