/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, a chain, up and down.
 *
 * The ranks stand in a row.  Segments are added up on the way to rank 0, and
 * each goes down again as soon as it is there.  A rank exchanges with the rank
 * before it and with the one after it in turn: a segment for a finished one.
 *
 *     p = 3, 3 segments    0 <> 1       1 <> 2
 *     step 0                            < a
 *     step 1               < a
 *     step 2                            < b
 *     step 3               < b  a >
 *     step 4                            < c  a >
 *     step 5               < c  b >
 *     and so on            c >          b >, c >
 *
 * Cost     2 (p - 2 + k) (alpha + n/k beta) and the operations, about
 *          k: number of segments
 *          With segments a bound: up and down the tree they give way to each
 *          other, which has no formula
 * Needs    nothing
 * Source   Traff, arXiv 2109.12626, 2021 (pipelined trees in both directions)
 */
#include "algorithms/treereduce.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = {
        .kind = TUNEDX_TREE_CHAINS,
        .fan = 1,
        .size = shape->size,
    };

    tunedx_allreduce_tree(s, shape, &tree, 0, -1);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t hops = (uint64_t)shape->size - 1;

    return tunedx_allreduce_tree_cost(shape, price, hops, hops, 2);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allreduce_chain = {
    .name = "chain",
    .summary = "a chain up and down at once, long messages",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_LAST,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE,
    .excess = 101,
};
