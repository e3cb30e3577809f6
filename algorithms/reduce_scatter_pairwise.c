/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter, pairwise exchange that keeps the order.
 *
 * In step k a rank sends to the rank k after it that one's block, and receives
 * its own block from the rank k before it.  So the parts of lower ranks come
 * first, nearest first, and each is put in front of what is there; then, again
 * from the highest rank down, those of higher ranks.  Where the order matters
 * these make a sum of their own, which is joined to the other at the end.
 *
 *     p = 4      rank 0      rank 1      rank 2      rank 3
 *     step 1     0 | 3       01          12          23
 *     step 2     0 | 23      01 | 3      012         123
 *     step 3     0 | 123     01 | 23     012 | 3     0123
 *     join       0123        0123        0123        0123
 *
 * Cost     (p-1) alpha + (p-1)/p n (beta + gamma), blocks being equal
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005; that it keeps the
 *          order is our own
 */
#include "algorithms/scattered.h"
#include "geometry/geometry.h"

void tunedx_scattered_pairwise(tunedx_schedule_t *s,
                               const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t output = tunedx_output(shape);
    const size_t pace = tunedx_scattered_longest(shape);
    const size_t segment = tunedx_segment_units(shape, pace);
    const bool joins = !shape->commutative && rank < size - 1;
    /* In place, blocks that are yet to be sent stand where the result belongs.
     */
    const tunedx_span_t result =
        shape->in_place ? tunedx_scratch(s, output.units) : output;
    const tunedx_span_t lower =
        joins ? tunedx_scratch(s, output.units) : result;
    tunedx_span_t out = tunedx_part(
        input, tunedx_scattered_units(shape, 0, rank), output.units);
    tunedx_span_t sum = out;

    for (int step = 1; step < size; step++) {
        const int to = tunedx_mod(rank + step, size);
        const int from = tunedx_mod(rank - step, size);
        const bool is_lower = !joins || from < rank;
        const tunedx_span_t own = is_lower ? sum : result;
        const tunedx_span_t into = is_lower ? lower : result;

        out = tunedx_part(to == 0 ? input : out, to == 0 ? 0 : out.units,
                          tunedx_scattered_units(shape, to, to + 1));
        for (size_t done = 0, i = 0; done < pace; done += segment, i++) {
            tunedx_send(s, to, tunedx_cut(out, i, segment));
            if (joins && from == size - 1) {
                tunedx_recv(s, from, tunedx_cut(result, i, segment));
            } else {
                tunedx_recv_reduce(s, from, tunedx_cut(own, i, segment),
                                   tunedx_cut(into, i, segment),
                                   TUNEDX_FROM_LOWER);
            }
        }
        sum = is_lower ? lower : sum;
    }
    if (joins) {
        tunedx_reduce(s, sum, result);
    } else {
        tunedx_copy(s, sum, result);
    }
    tunedx_copy(s, result, output);
}

/* Where the order matters, joining adds to it, but to two ranks' not. */
uint64_t tunedx_scattered_pairwise_cost(const tunedx_shape_t *shape,
                                        const tunedx_price_t *price)
{
    const bool joins = !shape->commutative && shape->size > 2;

    return tunedx_scattered_exchanges(shape, price) +
           (joins ? tunedx_reducing(price, tunedx_scattered_bytes(shape)) : 0);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_scatter_pairwise = {
    .name = "pairwise",
    .summary = "p-1 exchanges of blocks in rank order, long messages",
    .parameters = parameters,
    .build = tunedx_scattered_pairwise,
    .cost = tunedx_scattered_pairwise_cost,
};
