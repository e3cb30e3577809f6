/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce among fewer ranks than there are.
 *
 * The first ranks come in pairs: the even one gives its vector to the odd one,
 * which takes part for both and sends the result back.  So those that take part
 * are numbers in the order of the ranks.
 *
 *     6 ranks, of which 4 take part    01 -> 0   23 -> 1   4 -> 2   5 -> 3
 */
#ifndef TUNEDX_PAIRED_H
#define TUNEDX_PAIRED_H

#include "algorithms/algorithm.h"

/* The rank that takes part as number `number`. */
static inline int tunedx_paired_rank(int number, int pairs)
{
    return number < pairs ? 2 * number + 1 : number + pairs;
}

/* What number `number` does between: combines `own` with those of all others
 * into the output. */
typedef void tunedx_paired_t(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                             int number, tunedx_span_t own);

/* `shape->size - pairs` ranks take part. */
static inline void tunedx_in_pairs(tunedx_schedule_t *s,
                                   const tunedx_shape_t *shape, int pairs,
                                   tunedx_paired_t *part)
{
    const tunedx_span_t own = tunedx_input(shape);

    if (shape->rank >= 2 * pairs) {
        part(s, shape, shape->rank - pairs, own);
    } else if (shape->rank % 2 == 0) {
        tunedx_send(s, shape->rank + 1, own);
        tunedx_recv(s, shape->rank + 1, tunedx_output(shape));
    } else {
        const tunedx_span_t both = tunedx_scratch(s, own.units);

        tunedx_recv_reduce(s, shape->rank - 1, own, both, TUNEDX_FROM_LOWER);
        part(s, shape, shape->rank / 2, both);
        tunedx_send(s, shape->rank - 1, tunedx_output(shape));
    }
}

/* What the pairs take, besides those that take part. */
static inline uint64_t tunedx_pairs_cost(const tunedx_shape_t *shape,
                                         const tunedx_price_t *price, int pairs)
{
    const size_t bytes = shape->units * shape->unit_bytes;

    return pairs == 0 ? 0
                      : 2 * tunedx_one_way(price, bytes) +
                            tunedx_reducing(price, bytes);
}

#endif
