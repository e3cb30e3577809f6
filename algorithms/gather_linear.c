/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather, linear.
 *
 * Every rank sends its block to the root, which receives each where it
 * belongs, the next rank's first.  It has as many receives posted as the
 * window allows, so no more ranks than that send long blocks at a time.
 *
 *     p = 4, root 1       2 > 1   3 > 1   0 > 1
 *
 * Cost     (p-1) (alpha + m beta) at the root        m: bytes of one block
 * Needs    nothing
 * Source   the definition of MPI_Gather
 */
#include "algorithms/rooted.h"

void tunedx_gather_linear_build(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape)
{
    if (shape->rank != shape->root) {
        tunedx_send(s, shape->root, tunedx_input(shape));
        return;
    }
    for (int step = 1; step < shape->size; step++) {
        const int peer = tunedx_mod(shape->root + step, shape->size);

        tunedx_recv(s, peer, tunedx_recv_block(shape, peer));
    }
    tunedx_copy(s, tunedx_input(shape), tunedx_recv_block(shape, shape->rank));
}

const tunedx_algorithm_t tunedx_gather_linear = {
    .name = "linear",
    .summary = "every rank to the root, long messages or few ranks",
    .tuned_id = 1, /* there it is called basic_linear */
    .build = tunedx_gather_linear_build,
};
