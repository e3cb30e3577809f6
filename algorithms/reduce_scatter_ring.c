/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter, ring.
 *
 * The partial sum of a block begins at the rank behind the one that is to have
 * it and travels once around the ring: in each step a rank passes one on to the
 * right and adds its own part to the one that comes from the left.
 *
 *     p = 4, blocks a to d
 *                rank 0     rank 1     rank 2     rank 3
 *     step 0     c:30       d:01       a:12       b:23
 *     step 1     b:230      c:301      d:012      a:123
 *     step 2     a:1230     b:2301     c:3012     d:0123
 *
 * Cost     (p-1) alpha + (p-1)/p n (beta + gamma), blocks being equal
 * Needs    a commutative operation
 * Source   Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009 (as part
 *          of allreduce)
 */
#include "algorithms/scattered.h"
#include "geometry/geometry.h"

/* Given block `rank` of `vector`, the one before it around the ring. */
static tunedx_span_t block_before(const tunedx_shape_t *shape,
                                  tunedx_span_t vector, tunedx_span_t block,
                                  int rank)
{
    const int before = tunedx_mod(rank - 1, shape->size);
    const size_t units = tunedx_scattered_units(shape, before, before + 1);
    const size_t end = rank == 0 ? vector.units : block.first - vector.first;

    return tunedx_part(vector, end - units, units);
}

void tunedx_scattered_ring(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int left = tunedx_mod(rank - 1, size);
    const int right = tunedx_mod(rank + 1, size);
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t output = tunedx_output(shape);
    const size_t pace = tunedx_scattered_longest(shape);
    const size_t segment = tunedx_segment_units(shape, pace);
    tunedx_span_t own = tunedx_part(
        input, tunedx_scattered_units(shape, 0, rank), output.units);
    tunedx_span_t sum = own;

    for (int step = 0; step < size - 1; step++) {
        const int sent = tunedx_mod(rank - 1 - step, size);
        const tunedx_span_t out =
            step == 0 ? block_before(shape, input, own, rank) : sum;

        own = block_before(shape, input, step == 0 ? out : own, sent);
        /* In place, blocks that are yet to be added stand in the output. */
        sum = step == size - 2 && !shape->in_place
                  ? output
                  : tunedx_scratch(s, own.units);
        for (size_t done = 0, i = 0; done < pace; done += segment, i++) {
            tunedx_send(s, right, tunedx_cut(out, i, segment));
            tunedx_recv_reduce(s, left, tunedx_cut(own, i, segment),
                               tunedx_cut(sum, i, segment), TUNEDX_FROM_LOWER);
        }
    }
    tunedx_copy(s, sum, output);
}

uint64_t tunedx_scattered_ring_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price)
{
    return tunedx_scattered_exchanges(shape, price);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_scatter_ring = {
    .name = "ring",
    .summary = "partial sums around a ring, long messages",
    .tuned_id = 3,
    .parameters = parameters,
    .applies = tunedx_scattered_commutes,
    .needs = "a commutative operation",
    .build = tunedx_scattered_ring,
    .cost = tunedx_scattered_ring_cost,
};
