/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather, linear with ranks that take turns.
 *
 * The root receives the first segment of every rank's block, then the second
 * one of every rank, and so on.  It has receives posted, as many as the window
 * allows, for as many ranks, where linear has them for one rank only: a rank
 * that comes late does not keep the root from receiving of others.  With blocks
 * that are not cut it is linear.
 *
 *     p = 4, root 1, segments a, b     a: 2 > 1   3 > 1   0 > 1
 *                                      b: 2 > 1   3 > 1   0 > 1
 *
 * Cost     (p-1) (k alpha + m beta)    m: bytes of one block, k: its segments
 * Needs    nothing
 * Source   the definition of MPI_Gather
 */
#include "algorithms/rooted.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const size_t units = shape->units;
    const size_t segment = tunedx_segment_units(shape, units);

    if (shape->rank != shape->root) {
        tunedx_gather_linear_build(s, shape);
        return;
    }
    for (size_t done = 0, i = 0; done < units; done += segment, i++) {
        for (int step = 1; step < shape->size; step++) {
            const int peer = tunedx_mod(shape->root + step, shape->size);

            tunedx_recv(s, peer,
                        tunedx_cut(tunedx_recv_block(shape, peer), i, segment));
        }
    }
    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, shape->rank));
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_gather_linear_nb = {
    .name = "linear_nb",
    .summary = "all ranks to the root in turn, segment by segment",
    .parameters = parameters,
    .build = build,
    .cost = tunedx_rooted_linear_cost,
};
