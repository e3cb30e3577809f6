/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, ring.
 *
 * The vector is cut into p chunks.  Partial sums travel around the ring: in
 * each step a rank passes one on to the right and adds its own part to the one
 * that comes from the left.  After p - 1 steps each rank has one complete
 * chunk, and these travel around once more.
 *
 *     p = 4      rank 0     rank 1     rank 2     rank 3
 *     step 0     d:30       a:01       b:12       c:23
 *     step 1     c:230      d:301      a:012      b:123
 *     step 2     b:1230     c:2301     d:3012     a:0123
 *     then       ring allgather of b, c, d, a
 *
 * Cost     2 (p-1) alpha + 2 (p-1)/p n beta + (p-1)/p n gamma
 *          The longest chunk goes around twice, and every rank is in step with
 *          it.  A bound where chunks of two lengths are cut: then all are
 *          in step while they add up, but later a rank may be ahead by what
 *          shorter ones have less.  That is a segment of k at most, so the
 *          bound is no more than 2k / (2k-1) of the time
 * Needs    a commutative operation
 * Source   Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009
 */
#include "algorithms/chunked.h"
#include "algorithms/segmented.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int left = tunedx_mod(rank - 1, size);
    const int right = tunedx_mod(rank + 1, size);
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t output = tunedx_output(shape);
    const size_t largest = tunedx_part_units(shape->units, size, 0);
    const size_t segment = tunedx_segment_units(shape, largest);

    for (int step = 0; step < size - 1; step++) {
        const tunedx_span_t out =
            tunedx_chunk(shape, step == 0 ? input : output, rank - step);
        const tunedx_span_t own = tunedx_chunk(shape, input, rank - step - 1);
        const tunedx_span_t in = tunedx_chunk(shape, output, rank - step - 1);

        for (size_t i = 0; i * segment < largest; i++) {
            tunedx_send(s, right, tunedx_cut(out, i, segment));
            tunedx_recv_reduce(s, left, tunedx_cut(own, i, segment),
                               tunedx_cut(in, i, segment), TUNEDX_FROM_LOWER);
        }
    }
    for (int step = 0; step < size - 1; step++) {
        const tunedx_span_t out = tunedx_chunk(shape, output, rank + 1 - step);
        const tunedx_span_t in = tunedx_chunk(shape, output, rank - step);

        for (size_t i = 0; i * segment < largest; i++) {
            tunedx_send(s, right, tunedx_cut(out, i, segment));
            tunedx_recv(s, left, tunedx_cut(in, i, segment));
        }
    }
    if (size == 1) {
        tunedx_copy(s, input, output);
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const size_t largest = tunedx_part_units(shape->units, shape->size, 0);
    const tunedx_segments_t all = tunedx_segments_of(shape, largest);
    const tunedx_price_t dearer = tunedx_dearer(price);
    const uint64_t steps = (uint64_t)shape->size - 1;

    return steps * ((all.count - 1) * (tunedx_two_way_sum(&dearer, all.bytes) +
                                       tunedx_two_way(&dearer, all.bytes)) +
                    tunedx_two_way_sum(&dearer, all.last_bytes) +
                    tunedx_two_way(&dearer, all.last_bytes));
}

static bool applies(const tunedx_key_t *key)
{
    return key->commutative;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allreduce_ring = {
    .name = "ring",
    .summary = "partial sums around a ring, long messages",
    .tuned_id = 4,
    .parameters = parameters,
    .applies = applies,
    .needs = "a commutative operation",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = tunedx_chunks_are_alike,
    .excess = 34,
};
