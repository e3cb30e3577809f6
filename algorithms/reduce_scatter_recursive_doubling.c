/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter, recursive doubling.
 *
 * In each round a rank has the sum of a group of neighbours, which doubles, of
 * all blocks that it still needs: its own, and those of ranks outside the
 * group.  It sends its peer in the other group what that one will need, and
 * gets the same for itself; the other blocks of the two groups are left out
 * from then on.  When the number of ranks is not a power of two, the first
 * ranks come in pairs, as in recursive halving.
 *
 *     p = 4      rank 0      rank 1      rank 2      rank 3
 *     start      abcd:0      abcd:1      abcd:2      abcd:3
 *     1 away     a cd:01     bcd:01      abc:23      ab d:23
 *     2 away     a:0123      b:0123      c:0123      d:0123
 *
 * Of two peers, the lower one's block goes in front of those outside and the
 * other's behind them: so what each sends is one stretch, and what it keeps,
 * too.
 *
 * Cost     log2 p alpha + (log2 p - 2 + (2 + log2 p) / p) n (beta + gamma),
 *          blocks being equal; else 2 alpha + n (beta + gamma) more
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005; that a message has
 *          none of the blocks that both groups are done with is our own
 */
#include "algorithms/scattered.h"

/* What a rank has the sum of. */
typedef struct needed {
    tunedx_span_t own;     /* the blocks of its team */
    tunedx_span_t outside; /* those outside the group, one after the other */
    size_t gap;            /* units in `outside` that are the group's after all:
                            * at the start it is the whole vector */
} needed_t;

/* How the units are laid out that two groups of `width` teams, the one of
 * `number` and a neighbour, make of those outside. */
typedef struct layout {
    size_t before, after; /* units outside both */
    size_t block, units;  /* of the peer's team: where and how many */
    size_t resume;        /* where those behind both begin */
} layout_t;

static layout_t layout_of(const tunedx_shape_t *shape, tunedx_teams_t teams,
                          int width, const needed_t *has)
{
    const int number = tunedx_team_of(teams, shape->rank);
    const int other = number ^ width;
    const int neighbour = other - other % width;
    const bool is_lower = number < other;
    const size_t before = tunedx_team_units(
        shape, teams, 0, is_lower ? neighbour - width : neighbour);
    const size_t resume =
        before + has->gap +
        tunedx_team_units(shape, teams, neighbour, neighbour + width);

    return (layout_t){
        .before = before,
        .after = has->outside.units - resume,
        .block = before + (is_lower ? has->gap : 0) +
                 tunedx_team_units(shape, teams, neighbour, other),
        .units = tunedx_team_units(shape, teams, other, other + 1),
        .resume = resume,
    };
}

/* Joins the group of `width` teams with its neighbour. */
static needed_t join(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                     tunedx_teams_t teams, int width, needed_t has)
{
    const int number = tunedx_team_of(teams, shape->rank);
    const int peer = tunedx_team_rank(teams, number ^ width);
    const bool is_lower = (number & width) == 0;
    const layout_t layout = layout_of(shape, teams, width, &has);
    const tunedx_span_t theirs =
        tunedx_part(has.outside, layout.block, layout.units);
    const tunedx_span_t first = is_lower ? has.own : theirs;
    const tunedx_span_t last = is_lower ? theirs : has.own;
    const size_t outside = layout.before + layout.after;
    const tunedx_span_t all =
        tunedx_scratch(s, first.units + outside + last.units);
    const tunedx_span_t head = tunedx_part(all, 0, first.units + outside);
    const tunedx_span_t tail =
        tunedx_part(all, first.units, outside + last.units);
    const tunedx_span_t kept = is_lower ? head : tail;
    const tunedx_span_t sum = tunedx_scratch(s, kept.units);

    tunedx_copy(s, first, tunedx_part(all, 0, first.units));
    tunedx_copy(s, tunedx_part(has.outside, 0, layout.before),
                tunedx_part(tail, 0, layout.before));
    tunedx_copy(s, tunedx_part(has.outside, layout.resume, layout.after),
                tunedx_part(tail, layout.before, layout.after));
    tunedx_copy(s, last, tunedx_part(tail, outside, last.units));
    tunedx_send(s, peer, is_lower ? tail : head);
    tunedx_recv_reduce(s, peer, kept, sum,
                       is_lower ? TUNEDX_FROM_HIGHER : TUNEDX_FROM_LOWER);
    return (needed_t){
        .own = tunedx_part(sum, is_lower ? 0 : outside, has.own.units),
        .outside = tunedx_part(sum, is_lower ? first.units : 0, outside),
    };
}

void tunedx_scattered_recursive_doubling(tunedx_schedule_t *s,
                                         const tunedx_shape_t *shape)
{
    const tunedx_teams_t teams = tunedx_scattered_teams(shape);
    const int number = tunedx_team_of(teams, shape->rank);
    const tunedx_span_t vector = tunedx_teams_fold(s, shape, teams);
    const size_t units = tunedx_team_units(shape, teams, number, number + 1);
    needed_t has = {
        .own = tunedx_part(vector, tunedx_team_units(shape, teams, 0, number),
                           units),
        .outside = vector,
        .gap = units,
    };

    for (int width = 1; width < teams.power && tunedx_team_acts(shape, teams);
         width *= 2) {
        has = join(s, shape, teams, width, has);
    }
    tunedx_teams_unfold(s, shape, teams, has.own);
}

/* A group has the fewest blocks outside when it has the most pairs inside, and
 * the ranks of a pair, who begin last, get one more than others.  So the last
 * pair takes longest: with each round its group has as many pairs as there are
 * from the beginning of the group on. */
uint64_t tunedx_scattered_recursive_doubling_cost(const tunedx_shape_t *shape,
                                                  const tunedx_price_t *price)
{
    const tunedx_teams_t teams = tunedx_scattered_teams(shape);
    const size_t bytes = tunedx_scattered_bytes(shape);
    uint64_t time = tunedx_teams_fold_cost(shape, price);

    for (int width = 1; width < teams.power; width *= 2) {
        const int last = teams.pairs - 1;
        const int pairs = teams.pairs == 0 ? 0 : last % (2 * width) + 1;
        const int blocks =
            shape->size - 2 * width - pairs + (pairs > 0 ? 2 : 1);

        time += tunedx_scattered_exchange(price, (size_t)blocks * bytes);
    }
    return time + (teams.pairs > 0 ? tunedx_one_way(price, bytes) : 0);
}

const tunedx_algorithm_t tunedx_reduce_scatter_recursive_doubling = {
    .name = "recursive_doubling",
    .summary = "log2 p exchanges of the blocks still needed, in rank order",
    .grouping = TUNEDX_GROUPING_PAIRS,
    .build = tunedx_scattered_recursive_doubling,
    .cost = tunedx_scattered_recursive_doubling_cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
