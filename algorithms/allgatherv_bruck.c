/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgatherv, Bruck: the text of allgather with blocks of any length, which go
 * to their places one by one in the end.
 *
 * Cost     (k-1) ceil(logk p) alpha + n beta    n: bytes of all other blocks
 * Needs    nothing
 * Source   see allgather_bruck.c
 */
#include "algorithms/gathered.h"
#include "algorithms/rounds.h"

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_rounds_radix,
    NULL,
};

const tunedx_algorithm_t tunedx_allgatherv_bruck = {
    .name = "bruck",
    .summary = "log2 p rounds, short blocks of any length",
    .tuned_id = 2,
    .parameters = parameters,
    .by_lengths = true,
    .build = tunedx_gathered_bruck,
    .cost = tunedx_gathered_bruck_cost,
};
