/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter, recursive halving.
 *
 * In each round the two halves of a group exchange, rank by rank, the blocks
 * that the other half is to have, and add up those that they keep; the groups
 * halve each time.  The farthest ranks come first, so that each ends with its
 * own block.  When the number of ranks is not a power of two, the first ranks
 * come in pairs: the even one gives its vector to the odd one, which takes part
 * for both, with the blocks of both, and sends one back.
 *
 *     p = 6, blocks a to f
 *     pairs      -        a-f:01     -        a-f:23     a-f:4     a-f:5
 *     round 0             a-d:014             a-d:235    ef:014    ef:235
 *     round 1             ab:all              cd:all     e:all     f:all
 *     back       a:all    b:all      c:all    d:all
 *
 * Cost     log2 p alpha + (p-1)/p n (beta + gamma), blocks being equal; else
 *          2 alpha + n (beta + gamma) more
 * Needs    a commutative operation
 * Source   Rabenseifner 2004, section 3.5; Thakur, Rabenseifner, Gropp 2005
 */
#include "algorithms/scattered.h"
#include "geometry/geometry.h"

/* Pairs and single ranks are numbered in the order of the ranks: the first rank
 * of number `number`, which is also where the one before it ends. */
static int first_rank(int pairs, int number)
{
    return number < pairs ? 2 * number : number + pairs;
}

/* The sum of the blocks that this rank takes part for, out of `sum`, a vector
 * of its own. */
static tunedx_span_t halve(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           int power, tunedx_span_t sum)
{
    const int pairs = shape->size - power;
    const bool is_paired = shape->rank < 2 * pairs;
    const int number = is_paired ? shape->rank / 2 : shape->rank - pairs;

    for (int half = power / 2; half > 0; half /= 2) {
        const int first = number - number % (2 * half);
        const int other = number ^ half;
        const int peer = other < pairs ? 2 * other + 1 : other + pairs;
        const size_t lower = tunedx_scattered_units(
            shape, first_rank(pairs, first), first_rank(pairs, first + half));
        const tunedx_span_t parts[] = {
            tunedx_part(sum, 0, lower),
            tunedx_part(sum, lower, sum.units - lower),
        };
        const tunedx_span_t kept = parts[number > other];
        /* In place, the output is where the input stands. */
        const bool is_last = half == 1 && !is_paired && !shape->in_place;

        sum = is_last ? tunedx_output(shape) : tunedx_scratch(s, kept.units);
        tunedx_send(s, peer, parts[number < other]);
        tunedx_recv_reduce(s, peer, kept, sum,
                           other < number ? TUNEDX_FROM_LOWER
                                          : TUNEDX_FROM_HIGHER);
    }
    return sum;
}

void tunedx_scattered_recursive_halving(tunedx_schedule_t *s,
                                        const tunedx_shape_t *shape)
{
    const int rank = shape->rank;
    const int power = tunedx_power_below(shape->size);
    const bool is_paired = rank < 2 * (shape->size - power);
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t output = tunedx_output(shape);

    if (!is_paired) {
        tunedx_copy(s, halve(s, shape, power, input), output);
    } else if (rank % 2 == 0) {
        tunedx_send(s, rank + 1, input);
        tunedx_recv(s, rank + 1, output);
    } else {
        const size_t first = tunedx_scattered_units(shape, rank - 1, rank);
        const tunedx_span_t both = tunedx_scratch(s, input.units);

        tunedx_recv_reduce(s, rank - 1, input, both, TUNEDX_FROM_LOWER);
        const tunedx_span_t sum = halve(s, shape, power, both);

        tunedx_send(s, rank - 1, tunedx_part(sum, 0, first));
        tunedx_copy(s, tunedx_part(sum, first, output.units), output);
    }
}

const tunedx_algorithm_t tunedx_reduce_scatter_recursive_halving = {
    .name = "recursive_halving",
    .summary = "log2 p exchanges of halves, quarters and so on",
    .tuned_id = 2,
    .applies = tunedx_scattered_commutes,
    .needs = "a commutative operation",
    .build = tunedx_scattered_recursive_halving,
};
