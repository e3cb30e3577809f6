/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scatter, linear.
 *
 * The root sends every rank its block, the next rank's first, as many at a
 * time as the window allows.
 *
 *     p = 4, root 1       1 > 2   1 > 3   1 > 0
 *
 * Cost     (p-1) (alpha + m beta) at the root        m: bytes of one block
 * Needs    nothing
 * Source   the definition of MPI_Scatter
 */
#include "algorithms/rooted.h"

void tunedx_scatter_linear_build(tunedx_schedule_t *s,
                                 const tunedx_shape_t *shape)
{
    if (shape->rank != shape->root) {
        tunedx_recv(s, shape->root, tunedx_output(shape));
        return;
    }
    for (int step = 1; step < shape->size; step++) {
        const int peer = tunedx_mod(shape->root + step, shape->size);

        tunedx_send(s, peer, tunedx_send_block(shape, peer));
    }
    if (!shape->in_place) {
        tunedx_copy(s, tunedx_send_block(shape, shape->rank),
                    tunedx_output(shape));
    }
}

const tunedx_algorithm_t tunedx_scatter_linear = {
    .name = "linear",
    .summary = "the root to every rank, long messages or few ranks",
    .tuned_id = 1, /* there it is called basic_linear */
    .build = tunedx_scatter_linear_build,
};
