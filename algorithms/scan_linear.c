/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scan, linear.
 *
 * The ranks stand in a row.  Each puts what comes from the rank before it in
 * front of its own part; that is its result, and it passes it on.  With
 * segments, all ranks are at work at once.
 *
 *     p = 4, segments a, b
 *                rank 0   rank 1   rank 2   rank 3
 *     step 0     a:0
 *     step 1     b:0      a:01
 *     step 2              b:01     a:012
 *     step 3                       b:012    a:0123
 *     step 4                                b:0123
 *
 * Cost     (p - 2 + k) (alpha + n/k beta + n/k gamma)   k: number of segments
 * Needs    nothing
 * Source   the definition of MPI_Scan
 */
#include "algorithms/algorithm.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank;
    const size_t segment = tunedx_segment_units(shape, shape->units);

    for (size_t done = 0, i = 0; done < shape->units; done += segment, i++) {
        const tunedx_span_t own = tunedx_cut(tunedx_input(shape), i, segment);
        const tunedx_span_t sum = tunedx_cut(tunedx_output(shape), i, segment);

        if (rank > 0) {
            tunedx_recv_reduce(s, rank - 1, own, sum, TUNEDX_FROM_LOWER);
        } else {
            tunedx_copy(s, own, sum);
        }
        if (rank < shape->size - 1) {
            tunedx_send(s, rank + 1, rank > 0 ? sum : own);
        }
    }
}

/* In the first and in the last step a single message is on its way, in others
 * every rank between sends and receives. */
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
    const uint64_t alone =
        tunedx_one_way(price, bytes) + tunedx_reducing(price, bytes);
    const uint64_t end =
        tunedx_one_way(price, last) + tunedx_reducing(price, last);

    if (segments == 1 || hops == 1) {
        return (segments + hops - 2) * alone + end;
    }
    return alone +
           (segments + hops - 3) *
               (tunedx_two_way(price, bytes) + tunedx_reducing(price, bytes)) +
           end;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_scan_linear = {
    .name = "linear",
    .summary = "sums passed on from rank to rank, long messages",
    .tuned_id = 1,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_FIRST,
    .build = build,
    .cost = cost,
};
