/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather, k-nomial tree.
 *
 * The binomial tree with k - 1 children where that has one: flatter, so blocks
 * are passed on less often, while a rank has more messages to receive.
 *
 *     p = 9, k = 3       0
 *                  /   /   \  \        round 0   1 > 0   4 > 3   7 > 6
 *                 1   2    3   6       round 1   2 > 0   5 > 3   8 > 6
 *                         / \ / \      round 2   345 > 0
 *                        4  5 7  8     round 3   678 > 0
 *
 * Cost     (k-1) ceil(logk p) alpha + (p-1) m beta      m: bytes of one block
 *          With segments a bound (rootedcost.c)
 * Needs    nothing
 * Source   the binomial tree's: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005
 */
#include "algorithms/rooted.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_knomial_tree(shape);

    tunedx_gather_tree(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_tree_t tree = tunedx_knomial_tree(shape);

    return tunedx_rooted_tree_cost(shape, price, &tree);
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_radix,
    &tunedx_segment,
    NULL,
};

const tunedx_algorithm_t tunedx_gather_knomial = {
    .name = "knomial",
    .summary = "logk p levels of k ranks each, short messages",
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 100,
};
