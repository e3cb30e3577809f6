/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, binomial tree.
 *
 * Ranks count from the root.  A rank hears from the rank whose number lacks
 * its lowest set bit, then tells those that have one more bit below it,
 * farthest first.  The number of ranks that have the data doubles each round.
 *
 *     p = 8            0                round 0   0 -> 4
 *                   /  |  \             round 1   0 -> 2   4 -> 6
 *                  4   2   1            round 2   0 -> 1   2 -> 3
 *                 / \  |                          4 -> 5   6 -> 7
 *                6   5 3
 *                |
 *                7
 *
 * Cost     ceil(log2 p) (alpha + n beta); with segments of s bytes about
 *          (ceil(log2 p) + n/s - 1) times the rounds a rank sends in
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void build_segment(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          tunedx_span_t segment)
{
    const int number = tunedx_mod(shape->rank - shape->root, shape->size);
    int bit = 1;

    while (bit < shape->size && (number & bit) == 0) {
        bit *= 2;
    }
    if (number != 0) {
        tunedx_recv(s, tunedx_mod(shape->rank - bit, shape->size), segment);
    }
    for (bit /= 2; bit > 0; bit /= 2) {
        if (number + bit < shape->size) {
            tunedx_send(s, tunedx_mod(shape->rank + bit, shape->size), segment);
        }
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t all = tunedx_output(shape);
    const size_t segment = tunedx_segment_units(shape, all.units);

    for (size_t done = 0, i = 0; done < all.units; done += segment, i++) {
        build_segment(s, shape, tunedx_cut(all, i, segment));
    }
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_bcast_binomial = {
    .name = "binomial",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 6,
    .parameters = parameters,
    .build = build,
};
