/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgatherv, linear: the text of allgather, which only moves whole blocks.
 *
 * Cost     (p-1) alpha + n beta        n: bytes of all other blocks
 * Needs    nothing
 * Source   see allgather_linear.c
 */
#include "algorithms/gathered.h"

const tunedx_algorithm_t tunedx_allgatherv_linear = {
    .name = "linear",
    .summary = "every block straight to every rank, nearest first",
    .build = tunedx_gathered_linear,
    .cost = tunedx_gathered_cost,
};
