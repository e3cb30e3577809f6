/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, recursive halving and a binomial gather.
 *
 * In round i a rank exchanges with the one 2^i from it halves of what they
 * have, and each reduces one half: the longest messages go to the nearest
 * ranks.  Then the parts are gathered on the same ways, the farthest first,
 * always by the rank whose number has the root's bit there.  When the number of
 * ranks is not a power of two, the first ranks come in pairs that reduce a half
 * of the vector each; one of them gives its half to the other, which takes part
 * for both.  That is the even one unless the odd one is the root, which so
 * needs no further message.
 *
 *     p = 6, parts a to d of the vector, root 3
 *                rank 0   rank 1   rank 2   rank 3   rank 4   rank 5
 *     pairs      ab:01    cd:01    cd:23    ab:23
 *     give       abcd:01                    abcd:23  abcd:4   abcd:5
 *     round 0    ab:0-3                     cd:0-3   ab:45    cd:45
 *     round 1    a:all                      c:all    b:all    d:all
 *     gather 1   ab                         cd
 *     gather 0                              abcd
 *
 * levels.h defines it for halves of odd lengths.
 *
 * Cost     with p' the power of two: log2 p' (alpha + alpha_uni)
 *          + (1 - 1/p') n (beta + gamma + beta_uni); when p is more,
 *          alpha + n/2 (beta + gamma) + alpha_uni + n/2 beta_uni
 *          for the pairs.  The paper's formulas, in both
 * Needs    nothing
 * Source   Rabenseifner 2004, section 3.5
 */
#include "algorithms/levels.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_levels_combine(s, shape, TUNEDX_LEVELS_HALF);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_levels_cost(shape, price, TUNEDX_LEVELS_HALF);
}

const tunedx_algorithm_t tunedx_reduce_rabenseifner = {
    .name = "rabenseifner",
    .summary = "log2 p exchanges of halves, then a gather, long messages",
    .tuned_id = 7,
    .grouping = TUNEDX_GROUPING_PAIRS,
    .build = build,
    .cost = cost,
};
