/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter_block, recursive doubling: reduce_scatter's, whose text it
 * shares, with blocks of one length.
 *
 * Cost     log2 p alpha + (log2 p - 2 + (2 + log2 p) / p) n (beta + gamma);
 *          else 2 alpha + n (beta + gamma) more
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005
 */
#include "algorithms/scattered.h"

const tunedx_algorithm_t tunedx_reduce_scatter_block_recursive_doubling = {
    .name = "recursive_doubling",
    .summary = "log2 p exchanges of the blocks still needed, in rank order",
    .tuned_id = 2,
    .grouping = TUNEDX_GROUPING_PAIRS,
    .build = tunedx_scattered_recursive_doubling,
    .cost = tunedx_scattered_recursive_doubling_cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
