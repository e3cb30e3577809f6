/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, recursive multiplying that keeps the order.
 *
 * In each round k blocks of neighbouring ranks become one: the ranks that stand
 * at the same place in them send their results to each other, and each combines
 * the k.  In the last round k is as large as the number of ranks allows.  Ranks
 * that are left over come in pairs, as in recursive doubling.
 *
 *     p = 9, k = 3   rank 0  1    2    3    4    5    6    7    8
 *     round 0        012  012  012  345  345  345  678  678  678
 *     round 1        all  all  all  all  all  all  all  all  all
 *
 *     p = 7, k = 3   three blocks of two are 6 ranks, so ranks 0 and 1 are a
 *                    pair; k is 3, then 2
 *
 * In a round the results of lower ranks arrive first, nearest first, then those
 * of higher ranks, farthest first.  Where the order matters the latter make a
 * sum of their own, which is joined to the other one at the end.
 *
 * Cost     logk p (k-1) (alpha + n beta + n gamma); up to two more steps when p
 *          is no such product
 * Needs    nothing
 * Source   Ruefenacht, Bull, Booth, Parallel Computing 69, 2017; the last round
 *          and that it keeps the order are our own
 */
#include "algorithms/method.h"
#include "algorithms/paired.h"
#include "geometry/geometry.h"

/* The ranks that take part: a power of the radix times something smaller. */
static int ranks_of(const tunedx_shape_t *shape)
{
    const int radix = (int)tunedx_number(shape, &tunedx_radix);
    int power = 1;

    while (power <= shape->size / radix) {
        power *= radix;
    }
    return shape->size / power * power;
}

/* One round of rank number `number`: `distance` ranks are a block, and `blocks`
 * blocks meet. */
static void meet(tunedx_schedule_t *s, const tunedx_shape_t *shape, int number,
                 int distance, int blocks, tunedx_span_t own,
                 tunedx_span_t result)
{
    const int pairs = shape->size - ranks_of(shape);
    const int place = number / distance % blocks;
    const bool joins = !shape->commutative && place < blocks - 2;
    const tunedx_span_t lower = joins ? tunedx_scratch(s, own.units) : result;
    tunedx_span_t sum = own;

    for (int step = 1; step < blocks; step++) {
        const int to = tunedx_mod(place + step, blocks);
        const int from = tunedx_mod(place - step, blocks);
        const int peer =
            tunedx_paired_rank(number + (from - place) * distance, pairs);

        tunedx_send(s,
                    tunedx_paired_rank(number + (to - place) * distance, pairs),
                    own);
        if (joins && from == blocks - 1) {
            tunedx_recv(s, peer, result);
        } else if (joins && from > place) {
            tunedx_recv_reduce(s, peer, result, result, TUNEDX_FROM_LOWER);
        } else {
            tunedx_recv_reduce(s, peer, sum, lower,
                               from < place ? TUNEDX_FROM_LOWER
                                            : TUNEDX_FROM_HIGHER);
            sum = lower;
        }
    }
    if (joins) {
        tunedx_reduce(s, sum, result);
    }
}

static void multiply(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                     int number, tunedx_span_t own)
{
    const int radix = (int)tunedx_number(shape, &tunedx_radix);
    const int ranks = ranks_of(shape);

    for (int distance = 1; distance < ranks;) {
        const int left = ranks / distance;
        const int blocks = left < radix ? left : radix;
        /* In place, the first round sends what the output holds; to several
         * ranks, if it is not a mere exchange. */
        const bool is_sent = shape->in_place && distance == 1 && blocks > 2;
        const tunedx_span_t result = blocks == left && !is_sent
                                         ? tunedx_output(shape)
                                         : tunedx_scratch(s, own.units);

        meet(s, shape, number, distance, blocks, own, result);
        own = result;
        distance *= blocks;
    }
    tunedx_copy(s, own, tunedx_output(shape));
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_in_pairs(s, shape, shape->size - ranks_of(shape), multiply);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int radix = (int)tunedx_number(shape, &tunedx_radix);
    const int ranks = ranks_of(shape);
    const size_t bytes = shape->units * shape->unit_bytes;
    uint64_t steps = 0, joins = 0;

    for (int left = ranks; left > 1; left /= radix) {
        const int blocks = left < radix ? left : radix;

        steps += (uint64_t)blocks - 1;
        joins += !shape->commutative && blocks > 2;
    }
    return tunedx_pairs_cost(shape, price, shape->size - ranks) +
           steps * tunedx_two_way(price, bytes) +
           (steps + joins) * tunedx_reducing(price, bytes);
}

static bool is_doubling(const tunedx_method_t *method)
{
    return tunedx_method_number(method, &tunedx_radix) == 2;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_radix, NULL};

const tunedx_algorithm_t tunedx_allreduce_recursive_multiplying = {
    .name = "recursive_multiplying",
    .summary = "logk p rounds of k-1 exchanges in rank order, short",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_PAIRS,
    .groups = is_doubling,
    .groups_with = "radix=2",
    .build = build,
    .cost = cost,
};
