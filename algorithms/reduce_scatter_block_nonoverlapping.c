/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter_block, nonoverlapping: a reduce to rank 0, then a scatter from
 * it; reduce_scatter's, whose text it shares, with blocks of one length.
 *
 * Cost     that of the reduce plus ceil(log2 p) alpha + (p-1)/p n beta
 *          A bound: the parts overlap, since a rank begins with the second one
 *          when it has ended the first
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (both trees)
 */
#include "algorithms/scattered.h"

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_scattered_reduce,
    NULL,
};

const tunedx_algorithm_t tunedx_reduce_scatter_block_nonoverlapping = {
    .name = "nonoverlapping",
    .summary = "a reduce, then a scatter, short messages in rank order",
    .tuned_id = 1,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_INSIDE,
    .build = tunedx_scattered_nonoverlapping,
    .cost = tunedx_scattered_nonoverlapping_cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 60,
};
