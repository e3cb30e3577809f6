/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter_block, pairwise exchange that keeps the order:
 * reduce_scatter's, whose text it shares, with blocks of one length.
 *
 * Cost     (p-1) alpha + (p-1)/p n (beta + gamma)
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005
 */
#include "algorithms/scattered.h"

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_scatter_block_pairwise = {
    .name = "pairwise",
    .summary = "p-1 exchanges of blocks in rank order, long messages",
    .parameters = parameters,
    .build = tunedx_scattered_pairwise,
    .cost = tunedx_scattered_pairwise_cost,
};
