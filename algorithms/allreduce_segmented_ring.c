/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, segmented ring.
 *
 * The vector is cut into p chunks and each chunk into segments.  In every phase
 * one segment of each chunk travels around the ring and is added up, as in the
 * ring; when all phases are over, the complete chunks travel around once.
 *
 *     p = 3, 2 segments     rank 0     rank 1     rank 2
 *     phase 0, step 0       c:20       a:01       b:12
 *     phase 0, step 1       b:120      c:201      a:012
 *     phase 1               the same with the second halves of a, b, c
 *     then                  ring allgather of b, c, a
 *
 * Cost     (k+1) (p-1) alpha + 2 (p-1)/p n beta + (p-1)/p n gamma
 *          k: number of segments of a chunk
 * Needs    a commutative operation
 * Source   Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009 (ring);
 *          the phases are those of Open MPI's coll/tuned
 */
#include "algorithms/chunked.h"
#include "algorithms/segmented.h"

/* Adds up segment number `phase` of all chunks. */
static void build_phase(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                        size_t phase, size_t segment)
{
    const int rank = shape->rank, size = shape->size;
    const int left = tunedx_mod(rank - 1, size);
    const int right = tunedx_mod(rank + 1, size);
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t output = tunedx_output(shape);

    for (int step = 0; step < size - 1; step++) {
        const tunedx_span_t out =
            tunedx_chunk(shape, step == 0 ? input : output, rank - step);
        const tunedx_span_t own = tunedx_chunk(shape, input, rank - step - 1);
        const tunedx_span_t in = tunedx_chunk(shape, output, rank - step - 1);

        tunedx_send(s, right, tunedx_cut(out, phase, segment));
        tunedx_recv_reduce(s, left, tunedx_cut(own, phase, segment),
                           tunedx_cut(in, phase, segment), TUNEDX_FROM_LOWER);
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t output = tunedx_output(shape);
    const size_t largest = tunedx_part_units(shape->units, size, 0);
    const size_t segment = tunedx_segment_units(shape, largest);

    if (size == 1) {
        tunedx_copy(s, tunedx_input(shape), output);
        return;
    }
    for (size_t done = 0, i = 0; done < largest; done += segment, i++) {
        build_phase(s, shape, i, segment);
    }
    for (int step = 0; step < size - 1; step++) {
        tunedx_send(s, tunedx_mod(rank + 1, size),
                    tunedx_chunk(shape, output, rank + 1 - step));
        tunedx_recv(s, tunedx_mod(rank - 1, size),
                    tunedx_chunk(shape, output, rank - step));
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const size_t largest = tunedx_part_units(shape->units, shape->size, 0);
    const tunedx_segments_t all = tunedx_segments_of(shape, largest);
    const tunedx_price_t dearer = tunedx_dearer(price);
    const uint64_t steps = (uint64_t)shape->size - 1;

    return steps * ((all.count - 1) * tunedx_two_way_sum(&dearer, all.bytes) +
                    tunedx_two_way_sum(&dearer, all.last_bytes) +
                    tunedx_two_way(&dearer, largest * shape->unit_bytes));
}

static bool applies(const tunedx_key_t *key)
{
    return key->commutative;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_allreduce_segmented_ring = {
    .name = "segmented_ring",
    .summary = "a ring that takes a segment of all chunks at a time, long",
    .tuned_id = 5,
    .parameters = parameters,
    .applies = applies,
    .needs = "a commutative operation",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
