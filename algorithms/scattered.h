/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What reduce_scatter and reduce_scatter_block have in common, which is all
 * but the lengths of their blocks: the algorithms of both have one text.
 *
 * The input is the blocks of all ranks, one after the other, in one span; in
 * place it stands in the receive buffer, and the result lands at the beginning
 * of that.
 */
#ifndef TUNEDX_SCATTERED_H
#define TUNEDX_SCATTERED_H

#include "algorithms/algorithm.h"

/* The units of the blocks of ranks first..end-1.  With first 0 it is where the
 * block of rank `end` begins. */
size_t tunedx_scattered_units(const tunedx_shape_t *shape, int first, int end);

/* The units of the longest block. */
size_t tunedx_scattered_longest(const tunedx_shape_t *shape);

/* Where an algorithm takes a power of two of ranks, the first ranks come in
 * pairs: the odd one takes part for both.  Pairs and single ranks are numbered
 * in the order of the ranks. */
typedef struct tunedx_teams {
    int power; /* how many take part */
    int pairs;
} tunedx_teams_t;

tunedx_teams_t tunedx_scattered_teams(const tunedx_shape_t *shape);

/* The first rank of team `number`, which is also where the one before ends. */
static inline int tunedx_team_first(tunedx_teams_t teams, int number)
{
    return number < teams.pairs ? 2 * number : number + teams.pairs;
}

/* The one that takes part. */
static inline int tunedx_team_rank(tunedx_teams_t teams, int number)
{
    return number < teams.pairs ? 2 * number + 1 : number + teams.pairs;
}

/* The team of a rank. */
static inline int tunedx_team_of(tunedx_teams_t teams, int rank)
{
    return rank < 2 * teams.pairs ? rank / 2 : rank - teams.pairs;
}

/* The units of the blocks of teams first..end-1. */
size_t tunedx_team_units(const tunedx_shape_t *shape, tunedx_teams_t teams,
                         int first, int end);

/* The even rank of a pair gives its vector to the odd one, which goes on with
 * the sum of both.  The vector with which a rank that takes part begins;
 * for others it means nothing. */
tunedx_span_t tunedx_teams_fold(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape,
                                tunedx_teams_t teams);

/* Whether this rank takes part. */
static inline bool tunedx_team_acts(const tunedx_shape_t *shape,
                                    tunedx_teams_t teams)
{
    return shape->rank >= 2 * teams.pairs || shape->rank % 2 == 1;
}

/* The end of it: `sum` has the blocks of the team, and goes where they belong.
 */
void tunedx_teams_unfold(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                         tunedx_teams_t teams, tunedx_span_t sum);

/* The texts; algorithms/reduce_scatter_<name>.c has each. */
void tunedx_scattered_butterfly(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape);
void tunedx_scattered_nonoverlapping(tunedx_schedule_t *s,
                                     const tunedx_shape_t *shape);
void tunedx_scattered_pairwise(tunedx_schedule_t *s,
                               const tunedx_shape_t *shape);
void tunedx_scattered_recursive_doubling(tunedx_schedule_t *s,
                                         const tunedx_shape_t *shape);
void tunedx_scattered_recursive_halving(tunedx_schedule_t *s,
                                        const tunedx_shape_t *shape);
void tunedx_scattered_ring(tunedx_schedule_t *s, const tunedx_shape_t *shape);

/* Their costs. */
uint64_t tunedx_scattered_butterfly_cost(const tunedx_shape_t *shape,
                                         const tunedx_price_t *price);
uint64_t tunedx_scattered_nonoverlapping_cost(const tunedx_shape_t *shape,
                                              const tunedx_price_t *price);
uint64_t tunedx_scattered_pairwise_cost(const tunedx_shape_t *shape,
                                        const tunedx_price_t *price);
uint64_t tunedx_scattered_recursive_doubling_cost(const tunedx_shape_t *shape,
                                                  const tunedx_price_t *price);
uint64_t tunedx_scattered_recursive_halving_cost(const tunedx_shape_t *shape,
                                                 const tunedx_price_t *price);
uint64_t tunedx_scattered_ring_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price);

/* For costs: the bytes of a block, the longest one where they differ, or the
 * average one where lengths are not known. */
size_t tunedx_scattered_bytes(const tunedx_shape_t *shape);

/* p - 1 exchanges of a block each, by segments, which are combined. */
uint64_t tunedx_scattered_exchanges(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price);

/* An exchange of so many bytes, which are combined. */
static inline uint64_t tunedx_scattered_exchange(const tunedx_price_t *price,
                                                 size_t bytes)
{
    return tunedx_two_way(price, bytes) + tunedx_reducing(price, bytes);
}

/* The cost of giving the vectors of the even ranks of pairs to the odd ones. */
uint64_t tunedx_teams_fold_cost(const tunedx_shape_t *shape,
                                const tunedx_price_t *price);

/* The most blocks that `teams` of the teams next to each other have. */
static inline size_t tunedx_teams_blocks(tunedx_teams_t all, int teams)
{
    const int pairs = teams < all.pairs ? teams : all.pairs;

    return (size_t)teams + (size_t)pairs;
}

/* The method of the reduce in nonoverlapping. */
extern const tunedx_parameter_t tunedx_scattered_reduce;

/* For `applies`. */
bool tunedx_scattered_commutes(const tunedx_key_t *key);

#endif
