/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter_block, ring: reduce_scatter's, whose text it
 * shares, with blocks of one length.
 *
 * Cost     (p-1) alpha + (p-1)/p n (beta + gamma)
 * Needs    a commutative operation
 * Source   Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009
 */
#include "algorithms/scattered.h"

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_scatter_block_ring = {
    .name = "ring",
    .summary = "partial sums around a ring, long messages",
    .parameters = parameters,
    .applies = tunedx_scattered_commutes,
    .needs = "a commutative operation",
    .build = tunedx_scattered_ring,
    .cost = tunedx_scattered_ring_cost,
};
