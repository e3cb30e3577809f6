/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoall, linear_sync: once around the ring of ranks.
 *
 * In coll/tuned it differs from linear by a bound on what is in flight: with
 * each transfer that ends another one begins.  Here every method has that
 * bound, the window (half of what coll/tuned counts, which is sends and
 * receives), and what remains is the order: to the left and from the right, one
 * rank after the other, where linear goes to both sides.
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3
 *     step 1     to 3     to 0     to 1     to 2
 *     step 2     to 2     to 3     to 0     to 1
 *     step 3     to 1     to 2     to 3     to 0
 *
 * In place a block that arrives replaces one that leaves in another step, so
 * there the steps k and p - k have to go together, and the text is linear's.
 *
 * Cost     (p-1) (alpha + m beta)        m: bytes of one block
 * Needs    nothing
 * Source   the definition of MPI_Alltoall
 */
#include "algorithms/exchange.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;

    if (shape->in_place) {
        tunedx_exchange_linear(s, shape);
        return;
    }
    for (int step = 1; step < size; step++) {
        const int to = tunedx_mod(rank - step, size);
        const int from = tunedx_mod(rank + step, size);

        tunedx_send(s, to, tunedx_send_block(shape, to));
        tunedx_recv(s, from, tunedx_recv_block(shape, from));
    }
    tunedx_copy(s, tunedx_send_block(shape, rank),
                tunedx_recv_block(shape, rank));
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_exchange_time(shape, price, 1);
}

const tunedx_algorithm_t tunedx_alltoall_linear_sync = {
    .name = "linear_sync",
    .summary = "all exchanges as far as the window allows, once around",
    .tuned_id = 4,
    .build = build,
    .cost = cost,
};
