/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter, butterfly.
 *
 * Recursive halving the other way round: nearest ranks come first, so that only
 * neighbouring groups are joined and the order is kept.  Each rank then ends
 * with the block whose number is its own with the bits reversed, and sends it
 * where it belongs.  When the number of ranks is not a power of two, the first
 * ranks come in pairs, as in recursive halving; both get their blocks at the
 * end.
 *
 *     p = 4, blocks a to d
 *                rank 0     rank 1     rank 2     rank 3
 *     1 away     ab:01      cd:01      ab:23      cd:23
 *     2 away     a:0123     c:0123     b:0123     d:0123
 *     at last               c > 2      b > 1
 *
 * Cost     (1 + log2 p) alpha + n beta + (p-1)/p n gamma, blocks being equal;
 *          else 2 alpha + n (beta + gamma) more
 *          Exact for blocks of one length
 * Needs    nothing
 * Source   Träff, EuroPVM/MPI 2005, LNCS 3666
 */
#include "algorithms/scattered.h"
#include "geometry/geometry.h"

/* The bits of `number`, of which there are as many as in power - 1, in reverse
 * order. */
static int mirror(int number, int power)
{
    int reversed = 0;

    for (int bit = 1; bit < power; bit *= 2, number /= 2) {
        reversed = 2 * reversed + number % 2;
    }
    return reversed;
}

/* The sum of the blocks of team mirror(number), out of `sum`, a vector. */
static tunedx_span_t halve(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           tunedx_teams_t teams, tunedx_span_t sum)
{
    const int number = tunedx_team_of(teams, shape->rank);
    int first = 0; /* team: `sum` is of the blocks from this one on */

    for (int width = 1; width < teams.power; width *= 2) {
        const int other = number ^ width;
        const int half = teams.power / (2 * width);
        const int peer = tunedx_team_rank(teams, other);
        const size_t lower =
            tunedx_team_units(shape, teams, first, first + half);
        const tunedx_span_t parts[] = {
            tunedx_part(sum, 0, lower),
            tunedx_part(sum, lower, sum.units - lower),
        };
        const tunedx_span_t kept = parts[number > other];

        sum = tunedx_scratch(s, kept.units);
        tunedx_send(s, peer, parts[number < other]);
        tunedx_recv_reduce(s, peer, kept, sum,
                           other < number ? TUNEDX_FROM_LOWER
                                          : TUNEDX_FROM_HIGHER);
        first += number > other ? half : 0;
    }
    return sum;
}

void tunedx_scattered_butterfly(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape)
{
    const tunedx_teams_t teams = tunedx_scattered_teams(shape);
    const int number = tunedx_team_of(teams, shape->rank);
    const int other = mirror(number, teams.power);
    const int peer = tunedx_team_rank(teams, other);
    const tunedx_span_t vector = tunedx_teams_fold(s, shape, teams);
    const tunedx_span_t output = tunedx_output(shape);

    if (!tunedx_team_acts(shape, teams)) {
        tunedx_recv(s, peer, output);
        return;
    }
    const tunedx_span_t sum = halve(s, shape, teams, vector);
    const int begin = tunedx_team_first(teams, other);
    const size_t first = tunedx_scattered_units(shape, begin, peer);
    const tunedx_span_t last = tunedx_part(sum, first, sum.units - first);

    if (begin < peer) {
        tunedx_send(s, begin, tunedx_part(sum, 0, first));
    }
    if (other == number) {
        tunedx_copy(s, last, output);
    } else {
        tunedx_send(s, peer, last);
        tunedx_recv(s, peer, output);
    }
}

/* Pairs come first, so team 0 has the most blocks in every round, as in
 * recursive halving.  It is its own mirror image, and sends a block if it is a
 * pair; one of four teams or more is not, and exchanges one, after it has sent
 * another if it is a pair, too. */
uint64_t tunedx_scattered_butterfly_cost(const tunedx_shape_t *shape,
                                         const tunedx_price_t *price)
{
    const tunedx_teams_t teams = tunedx_scattered_teams(shape);
    const size_t bytes = tunedx_scattered_bytes(shape);
    const bool swaps = teams.power > 2;
    uint64_t time = tunedx_teams_fold_cost(shape, price);

    for (int half = teams.power / 2; half > 0; half /= 2) {
        time += tunedx_scattered_exchange(
            price, tunedx_teams_blocks(teams, half) * bytes);
    }
    if (teams.pairs == 0) {
        return time + (swaps ? tunedx_two_way(price, bytes) : 0);
    }
    return time +
           (swaps && teams.pairs > 1 ? 2 : 1) * tunedx_either_way(price, bytes);
}

const tunedx_algorithm_t tunedx_reduce_scatter_butterfly = {
    .name = "butterfly",
    .summary = "recursive halving in rank order and one more message",
    .tuned_id = 4,
    .grouping = TUNEDX_GROUPING_PAIRS,
    .build = tunedx_scattered_butterfly,
    .cost = tunedx_scattered_butterfly_cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
