/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, recursive doubling that keeps the order, for any number of ranks.
 *
 * In each round two blocks of neighbouring ranks exchange their results, rank
 * by rank, and both combine them; a block doubles each time.  When the number
 * of ranks is not a power of two, the first ranks come in pairs: the even one
 * gives its vector to the odd one, which takes part for both and sends the
 * result back.
 *
 *     p = 6      rank 0  rank 1  rank 2  rank 3  rank 4  rank 5
 *     pairs      -       01      -       23      4       5
 *     round 0            0123            0123    45      45
 *     round 1            all             all     all     all
 *     back       all             all
 *
 * Cost     log2 p (alpha + n beta + n gamma); else (floor(log2 p) + 2) times
 * Needs    nothing
 * Source   Rabenseifner 2004, section 2; Thakur, Rabenseifner, Gropp 2005
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void double_blocks(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          int power, tunedx_span_t own)
{
    const int pairs = shape->size - power;
    const int number =
        shape->rank < 2 * pairs ? shape->rank / 2 : shape->rank - pairs;

    for (int distance = 1; distance < power; distance *= 2) {
        const int other = number ^ distance;
        const int peer = other < pairs ? 2 * other + 1 : other + pairs;
        const bool is_last = distance == power / 2;
        const tunedx_span_t result =
            is_last ? tunedx_output(shape) : tunedx_scratch(s, own.units);

        tunedx_send(s, peer, own);
        tunedx_recv_reduce(s, peer, own, result,
                           other < number ? TUNEDX_FROM_LOWER
                                          : TUNEDX_FROM_HIGHER);
        own = result;
    }
    tunedx_copy(s, own, tunedx_output(shape));
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int power = tunedx_power_below(shape->size);
    const bool is_paired = shape->rank < 2 * (shape->size - power);
    const tunedx_span_t own = tunedx_input(shape);

    if (!is_paired) {
        double_blocks(s, shape, power, own);
    } else if (shape->rank % 2 == 0) {
        tunedx_send(s, shape->rank + 1, own);
        tunedx_recv(s, shape->rank + 1, tunedx_output(shape));
    } else {
        const tunedx_span_t both = tunedx_scratch(s, own.units);

        tunedx_recv_reduce(s, shape->rank - 1, own, both, TUNEDX_FROM_LOWER);
        double_blocks(s, shape, power, both);
        tunedx_send(s, shape->rank - 1, tunedx_output(shape));
    }
}

const tunedx_algorithm_t tunedx_allreduce_recursive_doubling = {
    .name = "recursive_doubling",
    .summary = "log2 p exchanges of the whole vector in rank order, short",
    .tuned_id = 3,
    .build = build,
};
