/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoallw, linear: the text of alltoallv, whose datatypes no text sees.
 *
 * Cost     (p-1) alpha + n beta        n: most bytes that a rank has to move
 *          Not stated for calls: no rank knows the lengths of all blocks
 * Needs    nothing
 * Source   see alltoallv_linear.c
 */
#include "algorithms/exchange.h"

const tunedx_algorithm_t tunedx_alltoallw_linear = {
    .name = "linear",
    .summary = "all exchanges as far as the window allows, nearest first",
    .build = tunedx_exchange_linear,
};
