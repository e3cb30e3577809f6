/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scan, recursive doubling.
 *
 * Each rank has the sum of some ranks up to itself.  In each round it sends
 * this forward and puts what comes from behind, which ends where its own
 * begins, in front; the number of ranks in a sum doubles, and so does the
 * distance.  Whose sum begins with rank 0 has its result.
 *
 *     p = 6      rank 0  rank 1  rank 2  rank 3  rank 4  rank 5
 *     start      0       1       2       3       4       5
 *     1 back     0       01      12      23      34      45
 *     2 back     0       01      012     0123    1234    2345
 *     4 back     0       01      012     0123    01234   012345
 *
 * Cost     ceil(log2 p) (alpha + n beta + n gamma)
 * Needs    nothing
 * Source   Hillis, Steele, Communications of the ACM 29(12), 1986
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    tunedx_span_t sum = tunedx_input(shape);

    for (int distance = 1; distance < size; distance *= 2) {
        if (rank < size - distance) {
            tunedx_send(s, rank + distance, sum);
        }
        if (rank >= distance) {
            const bool is_last = rank - distance < distance;
            const tunedx_span_t longer =
                is_last ? tunedx_output(shape) : tunedx_scratch(s, sum.units);

            tunedx_recv_reduce(s, rank - distance, sum, longer,
                               TUNEDX_FROM_LOWER);
            sum = longer;
        }
    }
    tunedx_copy(s, sum, tunedx_output(shape));
}

/* In the last round no rank both sends and receives. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t rounds = (uint64_t)tunedx_rounds(shape->size);
    const size_t bytes = shape->units * shape->unit_bytes;

    if (rounds == 0 || bytes == 0) {
        return 0;
    }
    return (rounds - 1) * tunedx_two_way(price, bytes) +
           tunedx_one_way(price, bytes) +
           rounds * tunedx_reducing(price, bytes);
}

const tunedx_algorithm_t tunedx_scan_recursive_doubling = {
    .name = "recursive_doubling",
    .summary = "log2 p rounds of the whole vector, short messages",
    .tuned_id = 2,
    .grouping = TUNEDX_GROUPING_DOUBLING,
    .build = build,
    .cost = cost,
};
