/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exscan, linear.
 *
 * The ranks stand in a row.  What comes from the rank before is the result, and
 * each passes it on with its own part behind.  With segments, all ranks are at
 * work at once.
 *
 *     p = 4, segments a, b: what is received
 *                rank 0   rank 1   rank 2   rank 3
 *     step 1              a:0
 *     step 2              b:0      a:01
 *     step 3                       b:01     a:012
 *     step 4                                b:012
 *
 * Cost     (p - 2 + k) (alpha + n/k beta + n/k gamma)   k: number of segments
 * Needs    nothing
 * Source   the definition of MPI_Exscan
 */
#include "algorithms/algorithm.h"

static void build_segment(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          tunedx_span_t own, tunedx_span_t output)
{
    const int rank = shape->rank;
    const bool is_last = rank == shape->size - 1;

    if (rank == 0 && !is_last) {
        tunedx_send(s, rank + 1, own);
    } else if (rank > 0 && is_last) {
        tunedx_recv(s, rank - 1, output);
    } else if (rank > 0) {
        /* In place, the own part is needed after the result has come. */
        const tunedx_span_t lower =
            shape->in_place ? tunedx_scratch(s, own.units) : output;
        const tunedx_span_t sum = tunedx_scratch(s, own.units);

        tunedx_recv(s, rank - 1, lower);
        tunedx_copy(s, own, sum);
        tunedx_reduce(s, lower, sum);
        tunedx_send(s, rank + 1, sum);
        tunedx_copy(s, lower, output);
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const size_t segment = tunedx_segment_units(shape, shape->units);

    for (size_t done = 0, i = 0; done < shape->units; done += segment, i++) {
        build_segment(s, shape, tunedx_cut(tunedx_input(shape), i, segment),
                      tunedx_cut(tunedx_output(shape), i, segment));
    }
}

/* As scan's, but the last rank combines nothing. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t hops = (uint64_t)(shape->size - 1);
    const size_t units = shape->units;
    const size_t segment = tunedx_segment_units(shape, units);
    const uint64_t segments = units == 0 ? 0 : (units - 1) / segment + 1;

    if (segments == 0 || hops == 0) {
        return 0;
    }
    const size_t bytes = segment * shape->unit_bytes;
    const size_t last =
        (units - (size_t)(segments - 1) * segment) * shape->unit_bytes;
    const uint64_t alone = tunedx_one_way(price, bytes);
    const uint64_t end = tunedx_one_way(price, last);
    const uint64_t sum = tunedx_reducing(price, bytes);
    const uint64_t step = tunedx_two_way(price, bytes);
    const uint64_t before =
        tunedx_two_way(price, last) + tunedx_reducing(price, last);

    if (hops == 1) {
        return (segments - 1) * alone + end;
    }
    if (segments == 1) {
        return hops * alone + (hops - 1) * sum;
    }
    return alone + sum + (segments + hops - 4) * (step + sum) +
           (step > before ? step : before) + end;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_exscan_linear = {
    .name = "linear",
    .summary = "sums passed on from rank to rank, long messages",
    .tuned_id = 1,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_FIRST,
    .build = build,
    .cost = cost,
};
