/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgatherv, neighbour exchange: the text of allgather; the two blocks of a
 * pair are two messages.
 *
 * Cost     (p-1) alpha + n beta in p/2 steps
 *          n: bytes of all other blocks
 * Needs    an even number of ranks
 * Source   see allgather_neighbor_exchange.c
 */
#include "algorithms/gathered.h"

const tunedx_algorithm_t tunedx_allgatherv_neighbor_exchange = {
    .name = "neighbor_exchange",
    .summary = "p/2 steps between neighbours, blocks of any length",
    .tuned_id = 4, /* there it is called neighbor */
    .applies = tunedx_gathered_even,
    .needs = "an even number of ranks",
    .build = tunedx_gathered_neighbor_exchange,
    .cost = tunedx_gathered_cost,
};
