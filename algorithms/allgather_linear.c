/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, linear: every rank sends its block to every other one, the nearest
 * first, to both sides.
 *
 * No block is passed on, so none waits for another; as much of it goes on at a
 * time as the window allows.
 *
 *     p = 5            rank 0   rank 1   rank 2   rank 3   rank 4
 *     distance 1       to 1     to 2     to 3     to 4     to 0
 *                      to 4     to 0     to 1     to 2     to 3
 *     distance 2       to 2     to 3     to 4     to 0     to 1
 *                      to 3     to 4     to 0     to 1     to 2
 *
 * Cost     (p-1) (alpha + m beta)        m: bytes of one block
 * Needs    nothing
 * Source   the definition of MPI_Allgather; the order is our own
 */
#include "algorithms/gathered.h"
#include "geometry/geometry.h"

void tunedx_gathered_linear(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t own = tunedx_input(shape);

    for (int distance = 1; distance <= size / 2; distance++) {
        const int left = tunedx_mod(rank - distance, size);
        const int right = tunedx_mod(rank + distance, size);

        tunedx_send(s, right, own);
        tunedx_recv(s, left, tunedx_recv_block(shape, left));
        if (left != right) {
            tunedx_send(s, left, own);
            tunedx_recv(s, right, tunedx_recv_block(shape, right));
        }
    }
    tunedx_copy(s, own, tunedx_recv_block(shape, rank));
}

const tunedx_algorithm_t tunedx_allgather_linear = {
    .name = "linear",
    .summary = "every block straight to every rank, nearest first",
    .tuned_id = 8, /* there it is called direct_messaging */
    .build = tunedx_gathered_linear,
    .cost = tunedx_gathered_cost,
};
