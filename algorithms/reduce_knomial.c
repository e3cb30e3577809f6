/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, k-nomial tree.
 *
 * In round j a rank adds the results of up to k - 1 others, each of which
 * stands for k^j ranks; then one rank in k^(j+1) is left.
 *
 *     p = 9, k = 3        0              round 0   1, 2 > 0   4, 5 > 3
 *                     / / | \                      7, 8 > 6
 *                    1 2  3  6           round 1   3, 6 > 0
 *                        /|  |\
 *                       4 5  7 8
 *
 * Cost     ceil(logk p) (k-1) (alpha + n beta + n gamma), p being a power of
 *          k; in rank order with a root that is not rank 0 the result takes a
 *          further hop
 * Needs    nothing
 * Source   Wilkins and others, Generalized Collective Algorithms for the
 *          Exascale Era, CLUSTER 2023
 */
#include "algorithms/method.h"
#include "algorithms/treereduce.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_knomial_tree(shape);

    tunedx_reduce_tree(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int radix = (int)tunedx_number(shape, &tunedx_radix);
    uint64_t children = 0;

    for (int left = shape->size; left > 1; left = (left - 1) / radix + 1) {
        children += (uint64_t)(left < radix ? left : radix) - 1;
    }
    return tunedx_reduce_tree_cost(shape, price, children, children);
}

static bool is_binomial(const tunedx_method_t *method)
{
    return tunedx_method_number(method, &tunedx_radix) == 2;
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_radix,
    &tunedx_segment,
    NULL,
};

const tunedx_algorithm_t tunedx_reduce_knomial = {
    .name = "knomial",
    .summary = "logk p rounds of k-1 messages, short messages",
    .tuned_id = 8,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_BLOCKS,
    .groups = is_binomial,
    .groups_with = "radix=2",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
