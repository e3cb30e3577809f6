/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather, binomial tree.
 *
 * Ranks count from the root.  A rank collects the blocks of the ranks below
 * it, nearest first, and sends them on together with its own.  Nothing but the
 * ranks between needs scratch: the root receives every subtree where it
 * belongs, one of them in two messages where the ranks wrap around.
 *
 *     p = 8, root 0    0                round 0   1 > 0   3 > 2   5 > 4   7 > 6
 *                   /  |  \             round 1   23 > 0          67 > 4
 *                  1   2   4            round 2   4567 > 0
 *                      |   | \
 *                      3   5  6
 *                             |
 *                             7
 *
 *     root 6           number 4 is rank 2, and 4567 are the ranks 2345;
 *                      number 2 is rank 0, and 23 are the ranks 01
 *     root 3           4567 are the ranks 7012: 7, then 012
 *
 * Cost     ceil(log2 p) alpha + (p-1) m beta        m: bytes of one block
 *          With segments a bound (rootedcost.c)
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (as part of
 *          reduce)
 */
#include "algorithms/rooted.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_binomial_tree(shape);

    tunedx_gather_tree(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_tree_t tree = tunedx_binomial_tree(shape);

    return tunedx_rooted_tree_cost(shape, price, &tree);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_gather_binomial = {
    .name = "binomial",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 2,
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 100,
};
