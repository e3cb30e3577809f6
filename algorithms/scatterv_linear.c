/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scatterv, linear: the text of scatter, with blocks of any length.
 *
 * No rank but the root knows the lengths of all blocks, so no rank between
 * could pass on those of others without being told first.
 *
 * Cost     (p-1) alpha + n beta at the root        n: bytes of all blocks
 * Needs    nothing
 * Source   the definition of MPI_Scatterv
 */
#include "algorithms/rooted.h"

const tunedx_algorithm_t tunedx_scatterv_linear = {
    .name = "linear",
    .summary = "the root to every rank, blocks of any length",
    .build = tunedx_scatter_linear_build,
    .cost = tunedx_rooted_lengths_cost,
};
