/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter_block, recursive halving: reduce_scatter's, whose text it
 * shares, with blocks of one length.
 *
 * Cost     log2 p alpha + (p-1)/p n (beta + gamma); else 2 alpha +
 *          n (beta + gamma) more
 * Needs    a commutative operation
 * Source   Rabenseifner 2004, section 3.5; Thakur, Rabenseifner, Gropp 2005
 */
#include "algorithms/scattered.h"

const tunedx_algorithm_t tunedx_reduce_scatter_block_recursive_halving = {
    .name = "recursive_halving",
    .summary = "log2 p exchanges of halves, quarters and so on",
    .tuned_id = 3,
    .applies = tunedx_scattered_commutes,
    .needs = "a commutative operation",
    .build = tunedx_scattered_recursive_halving,
    .cost = tunedx_scattered_recursive_halving_cost,
};
