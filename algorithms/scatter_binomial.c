/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scatter, binomial tree: the one of gather, downwards.
 *
 * Ranks count from the root.  A rank receives its own block and those of the
 * ranks below it, and passes these on, the largest subtree first, since that
 * has the longest way to go.  The root sends every subtree from where it
 * stands, one of them in two messages where the ranks wrap around.
 *
 *     p = 8, root 0    0                round 0   4567 < 0
 *                   /  |  \             round 1   23 < 0          67 < 4
 *                  4   2   1            round 2   1 < 0   3 < 2   5 < 4   7 < 6
 *                 / \  |
 *                6   5 3
 *                |
 *                7
 *
 * Cost     ceil(log2 p) alpha + (p-1) m beta        m: bytes of one block
 *          With segments a bound (rootedcost.c)
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (as part of
 *          broadcast)
 */
#include "algorithms/rooted.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_binomial_tree(shape);

    tunedx_scatter_tree(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_tree_t tree = tunedx_binomial_tree(shape);

    return tunedx_rooted_tree_cost(shape, price, &tree);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_scatter_binomial = {
    .name = "binomial",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 2,
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 100,
};
