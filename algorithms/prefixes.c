/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See prefixes.h.
 */
#include "algorithms/prefixes.h"

#include "algorithms/chunked.h"

/* Nobody asks for the sum of all ranks but the last one, which has its own
 * vector: that one goes nowhere.  sums[i] gets this rank's part of rank i. */
static void collect(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                    tunedx_span_t *sums)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t own = tunedx_chunk(shape, input, rank);

    for (int step = 1; step < size; step++) {
        const int to = tunedx_mod(rank + step, size);
        const int from = tunedx_mod(rank - step, size);

        if (rank < size - 1) {
            tunedx_send(s, to, tunedx_chunk(shape, input, to));
        }
        if (from < size - 1) {
            sums[from] = tunedx_scratch(s, own.units);
            tunedx_recv(s, from, sums[from]);
        }
    }
    if (rank == 0) {
        sums[rank] = own;
    } else if (rank < size - 1) {
        sums[rank] = tunedx_scratch(s, own.units);
        tunedx_copy(s, own, sums[rank]);
    }
}

static void distribute(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                       const tunedx_span_t *sums, bool adds_own)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_span_t output = tunedx_output(shape);

    for (int step = 1; step < size; step++) {
        const int to = tunedx_mod(rank + step, size);
        const int from = tunedx_mod(rank - step, size);
        const tunedx_span_t result = tunedx_chunk(shape, output, from);

        if (to > 0) {
            tunedx_send(s, to, sums[to - 1]);
        }
        if (rank > 0 && adds_own) {
            tunedx_recv_reduce(s, from, tunedx_chunk(shape, input, from),
                               result, TUNEDX_FROM_LOWER);
        } else if (rank > 0) {
            tunedx_recv(s, from, result);
        }
    }
}

void tunedx_prefixes(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                     bool adds_own)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t result =
        tunedx_chunk(shape, tunedx_output(shape), rank);
    tunedx_span_t *sums =
        tunedx_schedule_memory(s, (size_t)size * sizeof *sums);

    if (sums == NULL) {
        return;
    }
    collect(s, shape, sums);
    for (int i = 1; i < size - 1; i++) {
        tunedx_reduce(s, sums[i - 1], sums[i]);
    }
    distribute(s, shape, sums, adds_own);
    if (rank > 0 && adds_own) {
        tunedx_copy(s, tunedx_chunk(shape, tunedx_input(shape), rank), result);
        tunedx_reduce(s, sums[rank - 1], result);
    } else if (rank > 0) {
        tunedx_copy(s, sums[rank - 1], result);
    } else if (adds_own) {
        tunedx_copy(s, tunedx_input(shape), tunedx_output(shape));
    }
}

uint64_t tunedx_prefixes_cost(const tunedx_shape_t *shape,
                              const tunedx_price_t *price, bool adds_own)
{
    const uint64_t steps = (uint64_t)shape->size - 1;
    const size_t units = tunedx_part_units(shape->units, shape->size, 0);
    const size_t bytes = units * shape->unit_bytes;
    const uint64_t sum = tunedx_reducing(price, bytes);

    if (steps == 0 || units == 0) {
        return 0;
    }
    return 2 * steps * tunedx_either_way(price, bytes) + (steps - 1) * sum +
           (adds_own ? (steps + 1) * sum : 0);
}

bool tunedx_prefixes_are_even(const tunedx_shape_t *shape)
{
    return shape->units % (size_t)shape->size == 0;
}
