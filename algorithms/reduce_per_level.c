/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, combined in a way of its own at each level.
 *
 * A level of two joins ranks 2^i apart: `full`, in which one sends all that it
 * has to the one nearer to the root, and `half`, in which they exchange halves,
 * which the one nearer to the root gets later.  A level `ring`, or `direct`,
 * which is the same here, joins all that are left by a pairwise exchange of
 * parts, which one of them collects.
 *
 *     levels=full          a binomial tree       when p is a power of two
 *     levels=half          rabenseifner          for any p
 *     levels=ring          pairwise_ring         for any p
 *     levels=half,half,full    long messages to near ranks, short ones to far
 *     levels=half,full     p = 4, halves a and b of the vector, root 0
 *                rank 0   rank 1   rank 2   rank 3
 *     half       a:01     b:01     a:23     b:23
 *     full       a:all    b:all
 *     gather     ab
 *
 * levels.h defines it for any number of ranks and any list.
 *
 * Cost     of a level at which pieces have n bytes:
 *              full   alpha_uni + n (beta_uni + gamma)
 *              half   alpha + n/2 (beta + gamma) + alpha_uni + n/2 beta_uni
 *              ring   (q-1) (alpha + alpha_uni)
 *                     + (1 - 1/q) n (beta + gamma + beta_uni)
 *          where q ranks are left; the pairs of a first step cost as in
 *          rabenseifner.  A bound where halves or parts of a piece differ
 * Needs    nothing
 * Source   Rabenseifner 2004, sections 3.3 to 3.7 and 6; which levels there are
 *          for which p is our own
 */
#include "algorithms/levels.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_levels_combine(s, shape, tunedx_number(shape, &tunedx_levels));
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_levels_cost(shape, price,
                              tunedx_number(shape, &tunedx_levels));
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_levels, NULL};

const tunedx_algorithm_t tunedx_reduce_per_level = {
    .name = "per_level",
    .summary = "each level in a way of its own: full, half, ring or direct",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_PAIRS,
    .groups = tunedx_levels_group,
    .groups_with = "no ring, not direct",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
