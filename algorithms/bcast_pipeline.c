/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, pipelined chain.
 *
 * The ranks stand in a row behind the root.  The message comes in segments;
 * each rank passes a segment on while it receives the next one.
 *
 *     p = 4, 3 segments    0 -> 1    1 -> 2    2 -> 3
 *     step 0               a
 *     step 1               b         a
 *     step 2               c         b         a
 *     step 3                         c         b
 *     step 4                                   c
 *
 * Cost     (p - 2 + k) (alpha + n/k beta)        k: number of segments
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (chain)
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int place = tunedx_mod(shape->rank - shape->root, shape->size);
    const int before = tunedx_mod(shape->rank - 1, shape->size);
    const int after = tunedx_mod(shape->rank + 1, shape->size);
    const tunedx_span_t all = tunedx_output(shape);
    const size_t segment = tunedx_segment_units(shape, all.units);

    for (size_t done = 0, i = 0; done < all.units; done += segment, i++) {
        const tunedx_span_t now = tunedx_cut(all, i, segment);

        if (place > 0) {
            tunedx_recv(s, before, now);
        }
        if (place < shape->size - 1) {
            tunedx_send(s, after, now);
        }
    }
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_bcast_pipeline = {
    .name = "pipeline",
    .summary = "a chain of ranks passing segments on, long messages",
    .tuned_id = 3,
    .parameters = parameters,
    .build = build,
};
