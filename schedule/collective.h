/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The 17 collectives of MPI and what is always true of each.
 */
#ifndef TUNEDX_COLLECTIVE_H
#define TUNEDX_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum tunedx_collective {
    TUNEDX_ALLGATHER,
    TUNEDX_ALLGATHERV,
    TUNEDX_ALLREDUCE,
    TUNEDX_ALLTOALL,
    TUNEDX_ALLTOALLV,
    TUNEDX_ALLTOALLW,
    TUNEDX_BARRIER,
    TUNEDX_BCAST,
    TUNEDX_EXSCAN,
    TUNEDX_GATHER,
    TUNEDX_GATHERV,
    TUNEDX_REDUCE,
    TUNEDX_REDUCE_SCATTER,
    TUNEDX_REDUCE_SCATTER_BLOCK,
    TUNEDX_SCAN,
    TUNEDX_SCATTER,
    TUNEDX_SCATTERV,
    TUNEDX_COLLECTIVES
} tunedx_collective_t;

/* The name in lower case, as in MPI without the prefix: "allreduce". */
const char *tunedx_collective_name(tunedx_collective_t collective);

/* Finds a collective by the first `length` characters of `name`; false and
 * *collective untouched when there is none. */
bool tunedx_collective_find(const char *name, size_t length,
                            tunedx_collective_t *collective);

/* Reductions count in elements, all others in bytes. */
bool tunedx_collective_is_reduction(tunedx_collective_t collective);

/* One rank is the root. */
bool tunedx_collective_is_rooted(tunedx_collective_t collective);

/* Data flows one way only, so that a fast sender can run ahead of a slow
 * receiver without bound. */
bool tunedx_collective_is_one_way(tunedx_collective_t collective);

/* Its programs need flow control from call to call: those that are one-way, and
 * the irregular ones, since a rank may have nothing but empty blocks to get,
 * which are not sent. */
bool tunedx_collective_needs_flow_control(tunedx_collective_t collective);

/* All ranks know how large the call is: not those whose lengths only some ranks
 * know (gatherv, scatterv, alltoallv, alltoallw). */
bool tunedx_collective_has_size(tunedx_collective_t collective);

/* Blocks have lengths of their own: the v- and w-collectives. */
bool tunedx_collective_is_irregular(tunedx_collective_t collective);

#endif
