/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgatherv, sparbit: the text of allgather, which moves single blocks.
 *
 * Cost     (p-1) alpha + n beta in ceil(log2 p) rounds
 *          n: bytes of all other blocks
 * Needs    nothing
 * Source   see allgather_sparbit.c
 */
#include "algorithms/gathered.h"

const tunedx_algorithm_t tunedx_allgatherv_sparbit = {
    .name = "sparbit",
    .summary = "log2 p rounds, most data between near ranks",
    .tuned_id = 6,
    .build = tunedx_gathered_sparbit,
    .cost = tunedx_gathered_cost,
};
