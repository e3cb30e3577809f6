/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoallw, pairwise exchange: the text of alltoallv, whose datatypes no text
 * sees.
 *
 * Cost     p-1 rounds (p if p is odd) of alpha + m beta
 *          m: bytes of the longest block in a round
 *          Not stated for calls: no rank knows the lengths of all blocks
 * Needs    nothing
 * Source   see alltoallv_pairwise.c
 */
#include "algorithms/exchange.h"

const tunedx_algorithm_t tunedx_alltoallw_pairwise = {
    .name = "pairwise",
    .summary = "one partner in each round",
    .build = tunedx_exchange_pairwise,
};
