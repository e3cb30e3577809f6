/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, chains: several rows of ranks end at the root.
 *
 * Partial results come in segments; each rank adds its own part and passes the
 * segment on.  The root hears every chain in turn.
 *
 *     p = 7, 2 chains    0 <- 1 <- 2 <- 3
 *                        0 <- 4 <- 5 <- 6
 *
 * Cost     (l + k c - 1) (alpha + n/k beta + n/k gamma)   k: segments,
 *          c: chains, l: ranks in the longest one; in rank order with a root
 *          that is not rank 0 the result takes a further hop
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (chain)
 */
#include "algorithms/method.h"
#include "algorithms/treereduce.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_chain_tree(shape);

    tunedx_reduce_tree(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const size_t below = (size_t)shape->size - 1;
    const size_t asked = tunedx_number(shape, &tunedx_chains);
    const size_t chains = asked < below ? asked : below;

    return below == 0
               ? 0
               : tunedx_reduce_tree_cost(shape, price,
                                         (below - 1) / chains + chains, chains);
}

static bool is_one_chain(const tunedx_method_t *method)
{
    return tunedx_method_number(method, &tunedx_chains) == 1;
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_segment,
    &tunedx_chains,
    NULL,
};

const tunedx_algorithm_t tunedx_reduce_chain = {
    .name = "chain",
    .summary = "several chains adding up segments, long messages",
    .tuned_id = 2,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_LAST,
    .groups = is_one_chain,
    .groups_with = "chains=1",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
