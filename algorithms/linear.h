/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The linear forms: collectives over an intercommunicator, and among the
 * neighbours in a topology.  There is nothing to choose, so they are no methods
 * and not in the registry.
 */
#ifndef TUNEDX_LINEAR_H
#define TUNEDX_LINEAR_H

#include "schedule/schedule.h"

/* The root, as it sees itself; in the other group it is the root's rank.  Other
 * ranks of the root's group have no part in a rooted collective. */
enum { TUNEDX_ROOT_IS_SELF = -1 };

/* Builds the program of shape->rank over an intercommunicator.
 *
 * shape->remote is set, and shape->size is the number of ranks in the other
 * group, of which there are shape->local_size in this one.  Where data only
 * move, buffers are irregular: block i is that of rank i of the other group, or
 * block 0 the only one; lengths come with the call.  Reductions and barrier are
 * as on intracommunicators.  scan and exscan do not exist.
 * The caller owns the program. */
tunedx_error_t tunedx_build_inter(const tunedx_shape_t *shape, int window,
                                  tunedx_program_t **program);

/* One neighbour: a rank, or a negative number for nobody, and its block. */
typedef struct tunedx_neighbour {
    int rank, block;
} tunedx_neighbour_t;

/* Builds what one rank does in a neighbourhood collective: it sends blocks of
 * its send buffer to `out` and receives blocks of its receive buffer from `in`,
 * all of them in flight at once, since the order of neighbours is each rank's
 * own.  Messages between two ranks match in the order of the lists.
 * The caller owns the program. */
tunedx_error_t tunedx_build_neighbours(const tunedx_neighbour_t *in,
                                       int in_count,
                                       const tunedx_neighbour_t *out,
                                       int out_count,
                                       tunedx_program_t **program);

#endif
