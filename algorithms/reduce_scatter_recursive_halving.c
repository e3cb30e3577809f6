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

void tunedx_scattered_recursive_halving(tunedx_schedule_t *s,
                                        const tunedx_shape_t *shape)
{
    const tunedx_teams_t teams = tunedx_scattered_teams(shape);
    const int number = tunedx_team_of(teams, shape->rank);
    const bool acts = tunedx_team_acts(shape, teams);
    tunedx_span_t sum = tunedx_teams_fold(s, shape, teams);

    for (int half = teams.power / 2; half > 0 && acts; half /= 2) {
        const int first = number - number % (2 * half);
        const int other = number ^ half;
        const int peer = tunedx_team_rank(teams, other);
        const size_t lower =
            tunedx_team_units(shape, teams, first, first + half);
        const tunedx_span_t parts[] = {
            tunedx_part(sum, 0, lower),
            tunedx_part(sum, lower, sum.units - lower),
        };
        const tunedx_span_t kept = parts[number > other];
        /* In place, the output is where the input stands. */
        const bool is_last =
            half == 1 && number >= teams.pairs && !shape->in_place;

        sum = is_last ? tunedx_output(shape) : tunedx_scratch(s, kept.units);
        tunedx_send(s, peer, parts[number < other]);
        tunedx_recv_reduce(s, peer, kept, sum,
                           other < number ? TUNEDX_FROM_LOWER
                                          : TUNEDX_FROM_HIGHER);
    }
    tunedx_teams_unfold(s, shape, teams, sum);
}

/* Exact for powers of two; pairs come first, so the first half of the first
 * group is the longest one. */
uint64_t tunedx_scattered_recursive_halving_cost(const tunedx_shape_t *shape,
                                                 const tunedx_price_t *price)
{
    const tunedx_teams_t teams = tunedx_scattered_teams(shape);
    const size_t bytes = tunedx_scattered_bytes(shape);
    uint64_t time = tunedx_teams_fold_cost(shape, price);

    for (int half = teams.power / 2; half > 0; half /= 2) {
        time += tunedx_scattered_exchange(
            price, tunedx_teams_blocks(teams, half) * bytes);
    }
    return time + (teams.pairs > 0 ? tunedx_one_way(price, bytes) : 0);
}

const tunedx_algorithm_t tunedx_reduce_scatter_recursive_halving = {
    .name = "recursive_halving",
    .summary = "log2 p exchanges of halves, quarters and so on",
    .tuned_id = 2,
    .applies = tunedx_scattered_commutes,
    .needs = "a commutative operation",
    .build = tunedx_scattered_recursive_halving,
    .cost = tunedx_scattered_recursive_halving_cost,
};
