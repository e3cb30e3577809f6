/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter_block, circulant graph: reduce_scatter's, whose text it
 * shares, with blocks of one length.
 *
 * Cost     ceil(log2 p) alpha + (p-1)/p n (beta + gamma)
 * Needs    a commutative operation
 * Source   Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce
 *          Algorithms, 2024
 */
#include "algorithms/circle.h"
#include "algorithms/scattered.h"

const tunedx_algorithm_t tunedx_reduce_scatter_block_circulant = {
    .name = "circulant",
    .summary = "log2 p rounds and the fewest bytes, any number of ranks",
    .applies = tunedx_scattered_commutes,
    .needs = "a commutative operation",
    .build = tunedx_scattered_circulant,
    .cost = tunedx_circle_scatter_cost,
};
