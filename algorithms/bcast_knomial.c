/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, k-nomial tree.
 *
 * Ranks count from the root.  A rank hears from the rank whose number lacks its
 * lowest digit, to base k, that is not 0.  In the time that k - 1 messages take
 * the ranks that have the data become k times as many.
 *
 *     p = 9, radix 3         0                 step 0   0 -> 6
 *                        / /   \ \             step 1   0 -> 3   6 -> 8
 *                       6  3    2 1            step 2   0 -> 2   3 -> 5   6 ->
 * 7
 *                      /|  |\                  step 3   0 -> 1   3 -> 4
 *                     8 7  5 4
 *
 * Cost     (k-1) log_k p (alpha + n beta) for powers of k; in general as many
 *          messages as the root has children
 * Needs    nothing
 * Source   Ruefenacht, Bull, Booth, Parallel Computing 67, 2017 (the tree)
 */
#include "algorithms/treebcast.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = tunedx_knomial_tree(shape);

    tunedx_tree_bcast(s, shape, &tree);
}

/* A child has no more children than the root has yet to tell when it has told
 * this one, so all are through with a segment when the root is. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int radix = (int)tunedx_number(shape, &tunedx_radix);
    int children = 0, numbers = shape->size - 1;

    for (; numbers >= radix; numbers /= radix) {
        children += radix - 1;
    }
    return tunedx_tree_bcast_cost(shape, price, children + numbers);
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_radix,
    &tunedx_segment,
    NULL,
};

const tunedx_algorithm_t tunedx_bcast_knomial = {
    .name = "knomial",
    .summary = "log_k p rounds of k-1 messages, short messages",
    .tuned_id = 7,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
