/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, several pipelined chains.
 *
 * The ranks behind the root stand in rows of equal length, and the root sends
 * each segment to the head of every row.  More rows are shorter ones, but the
 * root sends as often as there are rows.
 *
 *     p = 7, 2 chains       0          step 0   0 -> 1
 *                         /   \        step 1   0 -> 4   1 -> 2
 *                        1     4       step 2            2 -> 3   4 -> 5
 *                        |     |       step 3                     5 -> 6
 *                        2     5
 *                        |     |       with segments the next one follows
 *                        3     6       2 steps later
 *
 * Cost     ((p-1)/c + c - 1 + c (k-1)) (alpha + n/k beta), c dividing p - 1
 *                                c: number of chains, k: number of segments
 * Needs    nothing
 * Source   Pjesivac-Grbovic et al., Cluster Computing 10(2), 2007 (k-chain)
 */
#include "algorithms/treebcast.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_chain_tree(shape);

    tunedx_tree_bcast(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_tree_chains_cost(shape, price, tunedx_chain_tree(shape).fan);
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_chains,
    &tunedx_segment,
    NULL,
};

const tunedx_algorithm_t tunedx_bcast_chain = {
    .name = "chain",
    .summary = "some chains of ranks passing segments on, long messages",
    .tuned_id = 2,
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
