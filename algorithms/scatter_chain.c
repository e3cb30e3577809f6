/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scatter, chains.
 *
 * The ranks behind the root stand in rows.  A rank passes on all blocks of
 * those behind it, the farthest one's first, and keeps the last one that comes:
 * all links are busy at once, and all ranks of a chain end at about the same
 * time.  The root serves one chain after the other, the last one first.
 *
 *     p = 7, 2 chains    0 > 1 > 2 > 3
 *                          > 4 > 5 > 6
 *
 *     segments of one block
 *                0 > 4   4 > 5   5 > 6   0 > 1   1 > 2   2 > 3
 *     step 0     6       -       -       -       -       -
 *     step 1     5       6       -       -       -       -
 *     step 2     4       5       6       -       -       -
 *     step 3     -       -       -       3       -       -
 *     step 4     -       -       -       2       3       -
 *     step 5     -       -       -       1       2       3
 *
 * Cost     (p-1) (alpha + m beta) with segments of one block of m bytes; with
 *          others a full one and the last one after it arrive latest
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (chain)
 */
#include "algorithms/rooted.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_chain_tree(shape);

    tunedx_scatter_tree(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_tree_t tree = tunedx_chain_tree(shape);

    return tunedx_rooted_tree_cost(shape, price, &tree);
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_chains,
    &tunedx_segment,
    NULL,
};

const tunedx_algorithm_t tunedx_scatter_chain = {
    .name = "chain",
    .summary = "blocks passed on along chains, segmented",
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
