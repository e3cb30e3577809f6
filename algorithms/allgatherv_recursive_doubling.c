/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgatherv, recursive doubling: the text of allgather; each block is a
 * message of its own.
 *
 * Cost     (p-1) alpha + n beta in log2 p rounds
 *          n: bytes of all other blocks
 * Needs    a power of two of ranks
 * Source   see allgather_recursive_doubling.c
 */
#include "algorithms/gathered.h"

const tunedx_algorithm_t tunedx_allgatherv_recursive_doubling = {
    .name = "recursive_doubling",
    .summary = "log2 p rounds, powers of two, blocks of any length",
    .applies = tunedx_gathered_power_of_two,
    .needs = "a power of two of ranks",
    .build = tunedx_gathered_recursive_doubling,
    .cost = tunedx_gathered_cost,
};
