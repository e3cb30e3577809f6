/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, circulant graph.
 *
 * The message comes in blocks, the segments.  In each round every rank sends
 * one to the rank some skip ahead, and receives another one from the rank as
 * far behind; skips take turns.  Which blocks these are every rank finds by
 * itself (geometry/circulant.h).  Once the first block is everywhere, each
 * round completes one more: no schedule has fewer rounds.
 *
 *     p = 5, segments a to c, what arrives
 *                rank 1   rank 2   rank 3   rank 4
 *     2 ahead    .        a        .        .
 *     3 ahead    .        .        b        .
 *     1 ahead    c        .        a        b
 *     2 ahead    b        c        .        a
 *     3 ahead    a        b        c        c
 *
 * Cost     (n - 1 + ceil(log2 p)) (alpha + m beta)    n blocks of m bytes
 * Needs    nothing
 * Source   Träff, Optimal Broadcast Schedules in Logarithmic Time, 2024
 */
#include "algorithms/circle.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t all = tunedx_output(shape);
    const size_t segment = tunedx_segment_units(shape, all.units);
    const tunedx_spread_t spread = tunedx_spread_of(
        shape->size, tunedx_mod(shape->rank - shape->root, shape->size),
        (int)tunedx_segments(shape, all.units));

    for (int round = 0; round < spread.rounds; round++) {
        const tunedx_hop_t hop = tunedx_spread_hop(&spread, round);

        if (hop.sent >= 0) {
            tunedx_send(s, tunedx_circle_ahead(shape, hop.skip),
                        tunedx_cut(all, (size_t)hop.sent, segment));
        }
        if (hop.received >= 0) {
            tunedx_recv(s, tunedx_circle_behind(shape, hop.skip),
                        tunedx_cut(all, (size_t)hop.received, segment));
        }
    }
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_bcast_circulant = {
    .name = "circulant",
    .summary = "segments in the fewest rounds, any number of ranks",
    .parameters = parameters,
    .build = build,
    .cost = tunedx_circle_spread_cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
