/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, pairwise exchange of parts, there and back.
 *
 * The vector is cut into p parts, one for each rank.  In step i a rank sends to
 * the rank i after it that one's part, and reduces its own part of the rank i
 * before it.  Then it sends its part to each rank, in the same order.  Nothing
 * is passed on, so a step does not wait for the one before: two messages are
 * all that is between the first rank's vector and the last one's sum.  Operands
 * are combined in the order of the ranks.
 *
 *     p = 4, parts a to d of the vector
 *                rank 0   rank 1   rank 2   rank 3
 *     step 1     a:03     b:01     c:12     d:23
 *     step 2     a:023    b:013    c:012    d:123
 *     step 3     a:all    b:all    c:all    d:all
 *     step 4     a d      a b      b c      c d
 *     step 5     a c d    a b d    a b c    b c d
 *     step 6     all      all      all      all
 *
 * Cost     2 (p-1) alpha + (1 - 1/p) n (2 beta + gamma)
 * Needs    nothing
 * Source   Rabenseifner 2004, section 3.7, with the way back direct as well
 */
#include "algorithms/levels.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_levels_combine(s, shape, TUNEDX_LEVELS_DIRECT);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_levels_cost(shape, price, TUNEDX_LEVELS_DIRECT);
}

const tunedx_algorithm_t tunedx_allreduce_pairwise = {
    .name = "pairwise",
    .summary = "p-1 exchanges of parts, then of sums, few ranks",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
