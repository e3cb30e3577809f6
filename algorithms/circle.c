/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See circle.h.
 *
 * Blocks next to each other around the circle travel as one message, so they
 * have to stand next to each other, and those of the last rank and of rank 0 do
 * not.  What is reduced or gathered therefore stands in scratch in the order of
 * the circle; of the input only what has to be sent around the end is copied,
 * less than half of it.
 */
#include "algorithms/circle.h"

#include "algorithms/scattered.h"
#include "algorithms/segmented.h"
#include "geometry/geometry.h"

/* Blocks next to each other around the circle in a vector in the order of the
 * ranks: up to its end, then from its beginning. */
typedef struct arc {
    tunedx_span_t first, second;
} arc_t;

int tunedx_circle_ahead(const tunedx_shape_t *shape, int skip)
{
    return tunedx_mod(shape->rank - (shape->size - skip), shape->size);
}

int tunedx_circle_behind(const tunedx_shape_t *shape, int skip)
{
    return tunedx_mod(shape->rank - skip, shape->size);
}

/* The units of the blocks of ranks first..end-1. */
static size_t units_of(const tunedx_shape_t *shape, int first, int end)
{
    if (shape->collective == TUNEDX_ALLREDUCE) {
        return tunedx_part_first(shape->units, shape->size, end) -
               tunedx_part_first(shape->units, shape->size, first);
    }
    return shape->collective == TUNEDX_REDUCE_SCATTER
               ? tunedx_scattered_units(shape, first, end)
               : (size_t)(end - first) * shape->units;
}

static arc_t arc_of(const tunedx_shape_t *shape, tunedx_span_t vector,
                    int first, int blocks)
{
    const int rank = tunedx_circle_ahead(shape, first);
    const int before_end =
        blocks < shape->size - rank ? blocks : shape->size - rank;

    return (arc_t){
        tunedx_part(vector, units_of(shape, 0, rank),
                    units_of(shape, rank, rank + before_end)),
        tunedx_part(vector, 0, units_of(shape, 0, blocks - before_end)),
    };
}

size_t tunedx_circle_units(const tunedx_shape_t *shape, int first, int blocks)
{
    const arc_t arc = arc_of(shape, (tunedx_span_t){0}, first, blocks);

    return arc.first.units + arc.second.units;
}

size_t tunedx_circle_longest(const tunedx_shape_t *shape)
{
    const size_t ranks = (size_t)shape->size;
    size_t longest = 0;

    if (shape->block_units == NULL) {
        return shape->units / ranks + (shape->units % ranks != 0);
    }
    for (int i = 0; i < shape->size; i++) {
        if (shape->block_units[i] > longest) {
            longest = shape->block_units[i];
        }
    }
    return longest;
}

static tunedx_span_t in_one(tunedx_schedule_t *s, const arc_t *arc)
{
    const size_t units = arc->first.units + arc->second.units;

    if (arc->second.units == 0) {
        return arc->first;
    }
    if (arc->first.units == 0) {
        return arc->second;
    }
    const tunedx_span_t joined = tunedx_scratch(s, units);

    tunedx_copy(s, arc->first, tunedx_part(joined, 0, arc->first.units));
    tunedx_copy(s, arc->second,
                tunedx_part(joined, arc->first.units, arc->second.units));
    return joined;
}

/* The first round, which reads the input: what is left are the sums of the
 * first `kept` blocks. */
static tunedx_span_t scatter_input(tunedx_schedule_t *s,
                                   const tunedx_shape_t *shape, int kept)
{
    const tunedx_span_t input = tunedx_input(shape);
    const int sent = shape->size - kept;
    const arc_t out = arc_of(shape, input, kept, sent);
    const arc_t own = arc_of(shape, input, 0, sent);
    const arc_t rest = arc_of(shape, input, sent, kept - sent);
    const size_t units = own.first.units + own.second.units;
    const tunedx_span_t sums =
        tunedx_scratch(s, units + rest.first.units + rest.second.units);
    const tunedx_span_t joined = in_one(s, &out);

    tunedx_send(s, tunedx_circle_ahead(shape, kept), joined);
    tunedx_recv(s, tunedx_circle_behind(shape, kept),
                tunedx_part(sums, 0, units));
    tunedx_reduce(s, own.first, tunedx_part(sums, 0, own.first.units));
    tunedx_reduce(s, own.second,
                  tunedx_part(sums, own.first.units, own.second.units));
    /* An odd number of ranks: one block that nobody sent. */
    tunedx_copy(s, rest.first, tunedx_part(sums, units, rest.first.units));
    tunedx_copy(s, rest.second, tunedx_part(sums, units, rest.second.units));
    return sums;
}

void tunedx_circle_scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           tunedx_span_t result)
{
    const tunedx_circulant_t graph = tunedx_circulant_of(shape->size);
    const int last = graph.rounds - 1;
    tunedx_span_t sums = last < 0 ? tunedx_input(shape)
                                  : scatter_input(s, shape, graph.skips[last]);

    for (int k = last - 1; k >= 0; k--) {
        const int kept = graph.skips[k], sent = graph.skips[k + 1] - kept;
        const size_t end = tunedx_circle_units(shape, 0, kept);
        const tunedx_span_t own =
            tunedx_part(sums, 0, tunedx_circle_units(shape, 0, sent));

        tunedx_send(s, tunedx_circle_ahead(shape, kept),
                    tunedx_part(sums, end, sums.units - end));
        tunedx_recv_reduce(s, tunedx_circle_behind(shape, kept), own,
                           k == 0 ? result : own, TUNEDX_FROM_LOWER);
        sums = k == 0 ? result : tunedx_part(sums, 0, end);
    }
    tunedx_copy(s, sums, result);
}

void tunedx_circle_gather(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          tunedx_span_t held)
{
    const tunedx_circulant_t graph = tunedx_circulant_of(shape->size);
    const tunedx_span_t output = tunedx_output(shape);
    const arc_t turned = arc_of(shape, output, 0, shape->size);

    for (int k = 0; k < graph.rounds; k++) {
        const int have = graph.skips[k], more = graph.skips[k + 1] - have;
        const size_t out = tunedx_circle_units(shape, 0, more);
        const size_t end = tunedx_circle_units(shape, 0, have);
        const size_t in = tunedx_circle_units(shape, have, more);

        tunedx_send(s, tunedx_circle_behind(shape, have),
                    tunedx_part(held, 0, out));
        tunedx_recv(s, tunedx_circle_ahead(shape, have),
                    tunedx_part(held, end, in));
    }
    tunedx_copy(s, tunedx_part(held, 0, turned.first.units), turned.first);
    tunedx_copy(s, tunedx_part(held, turned.first.units, turned.second.units),
                turned.second);
}

tunedx_span_t tunedx_circle_room(tunedx_schedule_t *s,
                                 const tunedx_shape_t *shape)
{
    const tunedx_span_t output = tunedx_output(shape);

    return shape->rank == 0 ? output : tunedx_scratch(s, output.units);
}

/* ---- cost ---- */

/* The most bytes that so many blocks next to each other have. */
static size_t most_bytes(const tunedx_shape_t *shape, int blocks)
{
    const size_t ranks = (size_t)shape->size, count = (size_t)blocks;
    size_t each = shape->units, longer = 0;

    if (shape->collective == TUNEDX_ALLREDUCE) {
        each = shape->units / ranks;
        longer = shape->units % ranks;
    } else if (shape->collective == TUNEDX_REDUCE_SCATTER) {
        each = tunedx_circle_longest(shape);
    }
    return (count * each + (count < longer ? count : longer)) *
           shape->unit_bytes;
}

uint64_t tunedx_circle_gather_cost(const tunedx_shape_t *shape,
                                   const tunedx_price_t *price)
{
    const tunedx_circulant_t graph = tunedx_circulant_of(shape->size);
    uint64_t time = 0;

    for (int k = 0; k < graph.rounds; k++) {
        const size_t bytes =
            most_bytes(shape, graph.skips[k + 1] - graph.skips[k]);

        time += bytes == 0 ? 0 : tunedx_two_way(price, bytes);
    }
    return time;
}

uint64_t tunedx_circle_scatter_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price)
{
    const tunedx_circulant_t graph = tunedx_circulant_of(shape->size);
    uint64_t time = tunedx_circle_gather_cost(shape, price);

    for (int k = 0; k < graph.rounds; k++) {
        time += tunedx_reducing(
            price, most_bytes(shape, graph.skips[k + 1] - graph.skips[k]));
    }
    return time;
}

uint64_t tunedx_circle_spread_cost(const tunedx_shape_t *shape,
                                   const tunedx_price_t *price)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);
    const tunedx_price_t dearer = tunedx_dearer(price);
    const tunedx_price_t *paid =
        all.count == 1 || shape->size == 2 ? price : &dearer;
    const uint64_t full = tunedx_one_way(paid, all.bytes);
    const uint64_t last = tunedx_one_way(paid, all.last_bytes);
    const bool reduces = shape->collective == TUNEDX_REDUCE;
    const uint64_t add = reduces ? tunedx_reducing(price, all.bytes) : 0;
    const uint64_t add_last =
        reduces ? tunedx_reducing(price, all.last_bytes) : 0;
    const uint64_t rounds =
        all.count - 1 + (uint64_t)tunedx_rounds(shape->size);

    if (shape->units == 0 || shape->size == 1) {
        return 0;
    }
    if (shape->size == 2) {
        return (rounds - 1) * (full + add) + last + add_last;
    }
    if (shape->size == 3 && all.count > 1) {
        const uint64_t round = reduces ? full : last;

        return tunedx_later((rounds - 1) * (full + add) + round,
                            (rounds - 2) * (full + add) +
                                2 * (last + add_last));
    }
    return rounds * (full + add);
}
