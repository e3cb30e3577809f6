/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exscan, recursive doubling.
 *
 * As scan's: each round a rank sends forward the sum of some ranks up to
 * itself, and the number of ranks in a sum doubles, as does the distance.  What
 * comes from behind goes in front of two sums, the one that is sent and the
 * one without this rank, which is the result.
 *
 *     p = 6      rank 0  rank 1  rank 2  rank 3  rank 4  rank 5
 *     1 back             0       1       2       3       4
 *     2 back             0       01      012     123     234
 *     4 back             0       01      012     0123    01234
 *
 * Cost     ceil(log2 p) (alpha + n beta + 2 n gamma)
 * Needs    nothing
 * Source   Hillis, Steele, Communications of the ACM 29(12), 1986
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_span_t output = tunedx_output(shape);
    tunedx_span_t sum = tunedx_input(shape); /* of ranks up to this one */

    for (int distance = 1; distance < size; distance *= 2) {
        if (rank < size - distance) {
            tunedx_send(s, rank + distance, sum);
        }
        if (rank < distance) {
            continue;
        }
        /* In place, the own part is needed after the first sum has come. */
        const bool lands = distance == 1 && !shape->in_place;
        const tunedx_span_t lower =
            lands ? output : tunedx_scratch(s, output.units);

        tunedx_recv(s, rank - distance, lower);
        if (rank < size - 2 * distance) { /* it will be sent */
            const tunedx_span_t longer = tunedx_scratch(s, sum.units);

            tunedx_copy(s, sum, longer);
            tunedx_reduce(s, lower, longer);
            sum = longer;
        }
        if (distance == 1) {
            tunedx_copy(s, lower, output);
        } else {
            tunedx_reduce(s, lower, output);
        }
    }
}

/* In the last round no rank both sends and receives, and what comes is combined
 * once only, as it is in the first; and in the last but one, unless some rank
 * that received sends once more. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t rounds = (uint64_t)tunedx_rounds(shape->size);
    const size_t bytes = shape->units * shape->unit_bytes;

    if (rounds == 0 || bytes == 0) {
        return 0;
    }
    const bool sends_on =
        rounds < 2 || (shape->size - 1) / 3 >= 1 << (rounds - 2);
    return (rounds - 1) * tunedx_two_way(price, bytes) +
           tunedx_one_way(price, bytes) +
           (2 * (rounds - 1) - !sends_on) * tunedx_reducing(price, bytes);
}

const tunedx_algorithm_t tunedx_exscan_recursive_doubling = {
    .name = "recursive_doubling",
    .summary = "log2 p rounds of the whole vector, short messages",
    .tuned_id = 2,
    .grouping = TUNEDX_GROUPING_DOUBLING,
    .build = build,
    .cost = cost,
};
