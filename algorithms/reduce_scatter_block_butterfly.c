/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter_block, butterfly: reduce_scatter's, whose text it
 * shares, with blocks of one length.
 *
 * Cost     (1 + log2 p) alpha + n beta + (p-1)/p n gamma; else 2 alpha + n
 * (beta
 *          + gamma) more
 * Needs    nothing
 * Source   Träff, EuroPVM/MPI 2005, LNCS 3666
 */
#include "algorithms/scattered.h"

const tunedx_algorithm_t tunedx_reduce_scatter_block_butterfly = {
    .name = "butterfly",
    .summary = "recursive halving in rank order and one more message",
    .tuned_id = 4,
    .grouping = TUNEDX_GROUPING_PAIRS,
    .build = tunedx_scattered_butterfly,
    .cost = tunedx_scattered_butterfly_cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
