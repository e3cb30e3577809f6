/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scan, pairwise exchange of parts, there and back.
 *
 * The vector is cut into p parts.  Each rank sends to each other one that one's
 * part, adds up its own parts of all ranks from the first one on, and sends to
 * each rank the sum of those before it, to which that one adds its own vector.
 *
 *     p = 4, parts a to d of the vector
 *                rank 0   rank 1   rank 2   rank 3
 *     there      a: 012   b: 012   c: 012   d: 012
 *     sums       a: 0     b: 0     c: 0     d: 0
 *                a: 01    b: 01    c: 01    d: 01
 *                a: 012   b: 012   c: 012   d: 012
 *     back                abcd: 0  abcd:01  abcd:012
 *     own        abcd: 0  abcd:01  abcd:012 abcd:0123
 *
 * Cost     2 (p-1) (alpha + n/p beta) + 2 (p-1) n/p gamma
 *          A bound where parts differ
 * Needs    nothing
 * Source   as Rabenseifner 2004, section 3.7, for the sums of each rank
 */
#include "algorithms/prefixes.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_prefixes(s, shape, true);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_prefixes_cost(shape, price, true);
}

const tunedx_algorithm_t tunedx_scan_pairwise = {
    .name = "pairwise",
    .summary = "p-1 exchanges of parts, then of sums, few ranks",
    .grouping = TUNEDX_GROUPING_FIRST,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = tunedx_prefixes_are_even,
    .excess = 100,
};
