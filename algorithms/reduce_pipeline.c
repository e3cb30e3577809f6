/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, pipelined chain.
 *
 * The ranks stand in a row before the root.  Partial results come in segments;
 * each rank adds its own part and passes the segment on.  A commutative
 * operation has one row behind the root; otherwise there are two, the lower
 * and the higher ranks, and the root joins them in order.
 *
 *     p = 4, root 1
 *     commutative         0 -> 3 -> 2 -> 1
 *     in rank order       0 -> 1 <- 2 <- 3
 *
 * Cost     (p - 2 + k) (alpha + n/k beta + n/k gamma)   k: number of segments;
 *          in rank order with an inner root the last rank receives twice
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (chain)
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

enum { NOBODY = -1 };

/* Whom a rank hears, and whom it tells. */
typedef struct place {
    int lower, higher; /* partial results of lower and of higher ranks */
    int next;
} place_t;

static place_t find_place(const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size, root = shape->root;
    place_t place = {NOBODY, NOBODY, NOBODY};

    if (shape->commutative) {
        if (tunedx_mod(rank + 1, size) != root) {
            place.higher = tunedx_mod(rank + 1, size);
        }
        if (rank != root) {
            place.next = tunedx_mod(rank - 1, size);
        }
        return place;
    }
    if (rank <= root && rank > 0) {
        place.lower = rank - 1;
    }
    if (rank >= root && rank < size - 1) {
        place.higher = rank + 1;
    }
    if (rank != root) {
        place.next = rank < root ? rank + 1 : rank - 1;
    }
    return place;
}

static void build_segment(tunedx_schedule_t *s, const place_t *place,
                          tunedx_span_t own, tunedx_span_t result)
{
    if (place->higher != NOBODY) {
        tunedx_recv_reduce(s, place->higher, own, result, TUNEDX_FROM_HIGHER);
        own = result;
    }
    if (place->lower != NOBODY) {
        tunedx_recv_reduce(s, place->lower, own, result, TUNEDX_FROM_LOWER);
        own = result;
    }
    if (place->next != NOBODY) {
        tunedx_send(s, place->next, own);
    } else {
        tunedx_copy(s, own, result);
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const place_t place = find_place(shape);
    const tunedx_span_t input = tunedx_input(shape);
    const size_t segment = tunedx_segment_units(shape, shape->units);

    for (size_t done = 0, i = 0; done < shape->units; done += segment, i++) {
        const tunedx_span_t own = tunedx_cut(input, i, segment);
        const tunedx_span_t result =
            shape->rank == shape->root
                ? tunedx_cut(tunedx_output(shape), i, segment)
                : tunedx_scratch(s, own.units);

        build_segment(s, &place, own, result);
    }
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_pipeline = {
    .name = "pipeline",
    .summary = "a chain of ranks adding up segments, long messages",
    .tuned_id = 3,
    .parameters = parameters,
    .build = build,
};
