/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, two trees.
 *
 * The first half of the message goes down a binary tree in segments, the second
 * half down another one, in which the leaves of the first are the inner nodes.
 * So each rank receives all the time, and sends as much as it receives.
 *
 *     p = 7           0                  a: 0>4 4>2 4>6 2>1 2>3 6>5
 *                  a/   \b               b: 0>3 3>1 3>5 1>2 5>4 5>6
 *                 4       3          round 0  0>4
 *                / \     / \         round 1  0>3 4>6
 *               2   6   1   5        round 2  0>4 4>2 3>1 6>5
 *              / \ /     \ / \       round 3  0>3 4>6 3>5 2>1 1>2
 *             1  3 5     2 4  6      ..
 *
 * Cost     (2 (k-1) + r) (alpha + n/2k beta)    k: segments of a half
 *          r, the rounds until all have the first segment of both halves, is 2
 *          ceil(log2 p) or one less
 *          A bound where segments are not all equal, since a rank that has
 *          less to do in a round goes on to the next
 * Needs    nothing
 * Source   Sanders, Speck, Traff, Parallel Computing 35(12), 2009
 */
#include "algorithms/twotree.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_twotree_t edges = tunedx_twotree_here(shape);
    const tunedx_halves_t halves = tunedx_halves_of(shape);
    const tunedx_span_t all = tunedx_output(shape);
    const size_t rounds =
        tunedx_twotree_rounds(shape->size - 1, halves.segments);

    for (size_t round = 0; round < rounds; round++) {
        const tunedx_edge_t *up = &edges.up[round % 2];
        const tunedx_edge_t *down = &edges.down[round % 2];
        const size_t in = tunedx_edge_segment(up, halves.segments, round);
        const size_t out = tunedx_edge_segment(down, halves.segments, round);

        if (out < halves.segments) {
            tunedx_send(s, tunedx_twotree_rank(shape, down->peer),
                        tunedx_half_cut(&halves, all, down->tree, out));
        }
        if (in < halves.segments) {
            tunedx_recv(s, tunedx_twotree_rank(shape, up->peer),
                        tunedx_half_cut(&halves, all, up->tree, in));
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_halves_t halves = tunedx_halves_of(shape);

    return tunedx_halves_rounds(shape) *
           tunedx_either_way(price, halves.segment * shape->unit_bytes);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_bcast_two_tree = {
    .name = "two_tree",
    .summary = "halves down two trees at full bandwidth, long messages",
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = tunedx_halves_are_even,
    .excess = 100,
};
