/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scatter, linear with ranks that take turns.
 *
 * The root sends every rank the first segment of its block, then every rank the
 * second one, and so on.  What is on its way at a time, as much as the window
 * allows, goes to as many ranks, where linear has segments for one rank only:
 * a rank that is slow to receive does not keep the root from sending to others.
 * With blocks that are not cut it is linear.
 *
 *     p = 4, root 1, segments a, b     a: 1 > 2   1 > 3   1 > 0
 *                                      b: 1 > 2   1 > 3   1 > 0
 *
 * Cost     (p-1) (k alpha + m beta)    m: bytes of one block, k: its segments
 * Needs    nothing
 * Source   the definition of MPI_Scatter
 */
#include "algorithms/rooted.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const size_t units = shape->units;
    const size_t segment = tunedx_segment_units(shape, units);

    if (shape->rank != shape->root) {
        tunedx_scatter_linear_recv(s, shape);
        return;
    }
    for (size_t done = 0, i = 0; done < units; done += segment, i++) {
        for (int step = 1; step < shape->size; step++) {
            const int peer = tunedx_mod(shape->root + step, shape->size);

            tunedx_send(s, peer,
                        tunedx_cut(tunedx_send_block(shape, peer), i, segment));
        }
    }
    if (!shape->in_place) {
        tunedx_copy(s, tunedx_send_block(shape, shape->rank),
                    tunedx_output(shape));
    }
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_scatter_linear_nb = {
    .name = "linear_nb",
    .summary = "the root to all ranks in turn, segment by segment",
    .tuned_id = 3,
    .parameters = parameters,
    .build = build,
    .cost = tunedx_rooted_linear_cost,
};
