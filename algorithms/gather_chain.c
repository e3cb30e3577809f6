/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather, chains.
 *
 * The ranks behind the root stand in rows.  Each rank sends its own block
 * towards the root, then passes on those that come from behind it: what is
 * nearer arrives first, and all links are busy at once.  The root takes one
 * chain after the other.
 *
 *     p = 7, 2 chains    0 < 1 < 2 < 3
 *                          < 4 < 5 < 6
 *
 *     segments of one block, first chain; then the second one
 *                1 > 0   2 > 1   3 > 2
 *     step 0     1       2       3
 *     step 1     2       3
 *     step 2     3
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

    tunedx_gather_tree(s, shape, &tree);
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

const tunedx_algorithm_t tunedx_gather_chain = {
    .name = "chain",
    .summary = "blocks passed on along chains, segmented",
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
