/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barrier, k-nomial tree.
 *
 * A rank that has heard from all its children tells its parent; when rank 0 has
 * heard of all, the news goes down the same tree, to the largest part first.
 *
 *     p = 8, k = 2     up      1 > 0   3 > 2   5 > 4   7 > 6
 *                              2 > 0           6 > 4
 *                              4 > 0
 *                      down    0 > 4
 *                              0 > 2           4 > 6
 *                              0 > 1   2 > 3   4 > 5   6 > 7
 *
 * Cost     2 (k-1) ceil(logk p) alpha
 * Needs    nothing
 * Source   Mellor-Crummey, Scott, ACM Trans. Computer Systems 9(1), 1991
 */
#include "algorithms/rounds.h"
#include "geometry/tree.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_tree_t tree = {
        .kind = TUNEDX_TREE_KNOMIAL,
        .fan = (int)tunedx_number(shape, &tunedx_rounds_radix),
        .size = shape->size,
    };
    const tunedx_node_t own = tunedx_tree_node(&tree, shape->rank);
    const tunedx_span_t token = tunedx_output(shape);
    tunedx_node_t child;

    for (int at = own.first + 1;
         tunedx_tree_child_from(&tree, &own, at, &child); at = child.end) {
        const tunedx_span_t heard = tunedx_scratch(s, 1);

        tunedx_recv(s, child.first, heard);
        tunedx_copy(s, heard, token); /* so that what is told waits for it */
    }
    if (own.parent >= 0) {
        tunedx_send(s, own.parent, token);
        tunedx_recv(s, own.parent, token);
    }
    for (int at = own.end; tunedx_tree_child_before(&tree, &own, at, &child);
         at = child.first) {
        tunedx_send(s, child.first, token);
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    /* Rank 0 has a child for each leap, and is never without work. */
    const int radix = (int)tunedx_number(shape, &tunedx_rounds_radix);

    return 2 * (uint64_t)tunedx_rounds_leaps(radix, shape->size) *
           tunedx_one_way(price, 0);
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_rounds_radix,
    NULL,
};

const tunedx_algorithm_t tunedx_barrier_tree = {
    .name = "tree",
    .summary = "up and down a k-nomial tree, 2 log2 p rounds",
    .tuned_id = 6,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
