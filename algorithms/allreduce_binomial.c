/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, a binomial tree, up and down.
 *
 * In each round half of the ranks that are left give their results to their
 * neighbours in the other half, until rank 0 has everything; the result takes
 * the same ways back.  A segment goes down as soon as it is there, in exchange
 * for a later one.
 *
 *     p = 8      1>0 3>2 5>4 7>6     2>0 6>4     4>0
 *                0>4     0>2 4>6     0>1 2>3 4>5 6>7
 *
 * Cost     2 ceil(log2 p) (alpha + n beta) + ceil(log2 p) n gamma; each further
 *          segment at most 2 ceil(log2 p) - 3 messages and reductions
 *          With segments a bound: up and down the tree they give way to each
 *          other, which has no formula
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (reduce and bcast)
 */
#include "algorithms/segmented.h"
#include "algorithms/treereduce.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_binomial_tree(shape);

    tunedx_allreduce_tree(s, shape, &tree, 0, -1);
}

/* What a later segment takes is a bound. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int rounds = tunedx_rounds(shape->size);
    const int each = rounds < 3 ? rounds : 2 * rounds - 3;
    const tunedx_allreduce_turns_t turns = {
        .up = (uint64_t)rounds,
        .down = (uint64_t)rounds,
        .messages = (uint64_t)each,
        .sums = (uint64_t)each,
        .more = rounds < 3 ? 0 : rounds - 2,
    };

    return tunedx_allreduce_tree_cost(shape, price, &turns);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allreduce_binomial = {
    .name = "binomial",
    .summary = "a binomial tree up and down, short messages",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_BLOCKS,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE,
    .excess = 65,
};
