/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, circulant graph: the bcast on it (bcast_circulant.c) backwards.
 *
 * From the last round to the first one each rank sends where it would have
 * received, and what it would have sent comes in and is added to what it has.
 * Every rank passes on each segment once, when its sum is complete.
 *
 *     p = 5, segments a to c, what leaves
 *                rank 1   rank 2   rank 3   rank 4
 *     3 behind   a        b        c        c
 *     2 behind   b        c        .        a
 *     1 behind   c        .        a        b
 *     3 behind   .        .        b        .
 *     2 behind   .        a        .        .
 *
 * Cost     (n - 1 + ceil(log2 p)) (alpha + m beta + m gamma)
 *                                     n segments of m bytes
 * Needs    a commutative operation
 * Source   Träff, Optimal Broadcast Schedules in Logarithmic Time, 2024
 */
#include "algorithms/circle.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t input = tunedx_input(shape);
    const size_t segment = tunedx_segment_units(shape, shape->units);
    const int blocks = (int)tunedx_segments(shape, shape->units);
    const bool is_root = shape->rank == shape->root;
    const tunedx_spread_t spread = tunedx_spread_of(
        shape->size, tunedx_mod(shape->rank - shape->root, shape->size),
        blocks);
    tunedx_span_t sums[TUNEDX_MAX_SEGMENTS];
    bool has_room[TUNEDX_MAX_SEGMENTS] = {false};

    for (int i = 0; i < blocks; i++) {
        sums[i] = tunedx_cut(input, (size_t)i, segment);
    }
    for (int round = spread.rounds - 1; round >= 0; round--) {
        const tunedx_hop_t hop = tunedx_spread_hop(&spread, round);

        if (hop.received >= 0) {
            tunedx_send(s, tunedx_circle_behind(shape, hop.skip),
                        sums[hop.received]);
        }
        if (hop.sent >= 0) {
            const tunedx_span_t own = sums[hop.sent];

            if (!has_room[hop.sent]) {
                has_room[hop.sent] = true;
                sums[hop.sent] = is_root ? tunedx_cut(tunedx_output(shape),
                                                      (size_t)hop.sent, segment)
                                         : tunedx_scratch(s, own.units);
            }
            tunedx_recv_reduce(s, tunedx_circle_ahead(shape, hop.skip), own,
                               sums[hop.sent], TUNEDX_FROM_HIGHER);
        }
    }
    if (shape->size == 1) {
        tunedx_copy(s, input, tunedx_output(shape));
    }
}

static bool applies(const tunedx_key_t *key)
{
    return key->commutative;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_circulant = {
    .name = "circulant",
    .summary = "segments in the fewest rounds, any number of ranks",
    .parameters = parameters,
    .applies = applies,
    .needs = "a commutative operation",
    .build = build,
    .cost = tunedx_circle_spread_cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
