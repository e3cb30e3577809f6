/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gatherv, linear: the text of gather, with blocks of any length.
 *
 * No rank but the root knows the lengths of all blocks, so no rank between
 * could collect those of others without being told first.
 *
 * Cost     (p-1) alpha + n beta at the root        n: bytes of all blocks
 * Needs    nothing
 * Source   the definition of MPI_Gatherv
 */
#include "algorithms/rooted.h"

const tunedx_algorithm_t tunedx_gatherv_linear = {
    .name = "linear",
    .summary = "every rank to the root, blocks of any length",
    .build = tunedx_gather_linear_build,
    .cost = tunedx_rooted_lengths_cost,
};
