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
 * Cost     Whole,
 *              2 (p-1) (alpha + n beta) + (p-1) n gamma
 *          With k segments, k > 1 and p > 2,
 *              (2 p + 2 k - 5) (alpha + n/k beta) + (p + k - 2) n/k gamma
 *          With segments of several lengths a bound
 * Needs    nothing
 * Source   Traff, arXiv 2109.12626, 2021 (pipelined trees in both directions)
 */
#include "algorithms/segmented.h"
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

/* A rank between two others exchanges with both for every segment, and adds up
 * once; nothing comes up any more as the last segment goes down. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const bool is_pair = shape->size == 2;
    const tunedx_allreduce_turns_t turns = {
        .up = (uint64_t)shape->size - 1,
        .down = (uint64_t)shape->size - 1,
        .messages = is_pair ? 1 : 2,
        .sums = 1,
        .more = is_pair ? 0 : -1,
    };

    return tunedx_allreduce_tree_cost(shape, price, &turns);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allreduce_chain = {
    .name = "chain",
    .summary = "a chain up and down at once, long messages",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_LAST,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ALIKE,
    .is_even = tunedx_segments_are_alike,
    .excess = 40,
};
