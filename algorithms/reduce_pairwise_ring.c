/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, pairwise exchange of parts, which the root collects.
 *
 * The vector is cut into p parts, one for each rank.  In step i a rank sends to
 * the rank i after it that one's part, and reduces its own part of the rank i
 * before it.  Then each rank sends its part straight to the root.
 *
 *     p = 4, parts a to d of the vector
 *                rank 0   rank 1   rank 2   rank 3
 *     step 1     a:03     b:01     c:12     d:23
 *     step 2     a:023    b:013    c:012    d:123
 *     step 3     a:all    b:all    c:all    d:all
 *     then       root receives a, b, c, d, but for its own
 *
 * Cost     (p-1) (alpha + alpha_uni) + (1 - 1/p) n (beta + gamma + beta_uni),
 *          the paper's formula
 * Needs    nothing
 * Source   Rabenseifner 2004, section 3.7; that it keeps the order is our own
 */
#include "algorithms/levels.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_levels_combine(s, shape, TUNEDX_LEVELS_RING);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_levels_cost(shape, price, TUNEDX_LEVELS_RING);
}

const tunedx_algorithm_t tunedx_reduce_pairwise_ring = {
    .name = "pairwise_ring",
    .summary = "p-1 exchanges of parts, which the root collects, long",
    .build = build,
    .cost = cost,
};
