/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, recursive halving and doubling.
 *
 * In round i a rank exchanges with the one 2^i from it halves of what they
 * have, and each reduces one half: the longest messages go to the nearest
 * ranks.  Then the same way back, the farthest first, until everybody has the
 * whole.  When the number of ranks is not a power of two, the first ranks come
 * in pairs that reduce a half of the vector each; the odd one gives its half to
 * the even one, which takes part for both and sends the result back.
 *
 *     p = 6, parts a to d of the vector
 *                rank 0   rank 1   rank 2   rank 3   rank 4   rank 5
 *     pairs      ab:01    cd:01    ab:23    cd:23
 *     give       abcd:01           abcd:23           abcd:4   abcd:5
 *     round 0    ab:0-3            cd:0-3            ab:45    cd:45
 *     round 1    a:all             c:all             b:all    d:all
 *     back 1     ab                cd                ab       cd
 *     back 0     abcd              abcd              abcd     abcd
 *     give back           abcd              abcd
 *
 * levels.h defines it for halves of odd lengths.
 *
 * Cost     with p' the power of two: 2 log2 p' alpha + (1 - 1/p') n (2 beta
 *          + gamma); when p is more,
 *          alpha + n/2 (beta + gamma) + alpha_uni + n/2 beta_uni
 *          for the pairs, and alpha_uni + n beta_uni for giving back.  The
 *          paper prices the latter as alpha + n beta, though it is one-way.
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

const tunedx_algorithm_t tunedx_allreduce_rabenseifner = {
    .name = "rabenseifner",
    .summary = "log2 p exchanges of halves, then back, long messages",
    .tuned_id = 6,
    .grouping = TUNEDX_GROUPING_PAIRS,
    .build = build,
    .cost = cost,
};
