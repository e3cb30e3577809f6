/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoallv, linear: the nearest ranks first, to both sides.
 *
 * For each distance a rank sends to the right while it receives from the left,
 * then the other way round, as much of it at a time as the window allows.  In
 * place the two blocks of a distance land in scratch until those that they
 * replace are away.
 *
 *     p = 5            rank 0   rank 1   rank 2   rank 3   rank 4
 *     distance 1       to 1     to 2     to 3     to 4     to 0
 *                      to 4     to 0     to 1     to 2     to 3
 *     distance 2       to 2     to 3     to 4     to 0     to 1
 *                      to 3     to 4     to 0     to 1     to 2
 *
 * coll/tuned posts all of it at once, in the order of the ranks; here the
 * window bounds that, and the order keeps all ranks from turning to the same
 * one at a time.
 *
 * Cost     (p-1) alpha + n beta        n: most bytes that a rank has to move
 *          Not stated for calls: no rank knows the lengths of all blocks
 * Needs    nothing
 * Source   the definition of MPI_Alltoallv; the order is our own
 */
#include "algorithms/exchange.h"
#include "geometry/geometry.h"

void tunedx_exchange_linear(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;

    tunedx_copy(s, tunedx_send_block(shape, rank),
                tunedx_recv_block(shape, rank));
    for (int distance = 1; distance <= size / 2; distance++) {
        const int left = tunedx_mod(rank - distance, size);
        const int right = tunedx_mod(rank + distance, size);
        const tunedx_span_t from_left = tunedx_exchange_landing(s, shape, left);

        tunedx_send(s, right, tunedx_send_block(shape, right));
        tunedx_recv(s, left, from_left);
        if (left != right) {
            const tunedx_span_t from_right =
                tunedx_exchange_landing(s, shape, right);

            tunedx_send(s, left, tunedx_send_block(shape, left));
            tunedx_recv(s, right, from_right);
            tunedx_copy(s, from_right, tunedx_recv_block(shape, right));
        }
        tunedx_copy(s, from_left, tunedx_recv_block(shape, left));
    }
}

const tunedx_algorithm_t tunedx_alltoallv_linear = {
    .name = "linear",
    .summary = "all exchanges as far as the window allows, nearest first",
    .tuned_id = 1, /* there it is called basic_linear */
    .build = tunedx_exchange_linear,
};
