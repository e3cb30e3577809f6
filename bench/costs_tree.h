/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A quadtree in memory that decides as slices of rules do.
 */
#ifndef TUNEDX_BENCH_COSTS_TREE_H
#define TUNEDX_BENCH_COSTS_TREE_H

#include "maps/quadtree.h"

typedef struct bench_tree {
    tunedx_quadtree_t tree;
    tunedx_measurements_t measurements;
    tunedx_map_t map;
} bench_tree_t;

/* Makes the exact tree, with the best cuts or with halves, of the collective's
 * slices for `least` to `most` ranks, slices[ranks] each, which outlive it: its
 * points are these numbers of ranks and all sizes at which a slice changes.
 * False when memory is short, when a slice decides nothing for a size, or when
 * the tree decides anything else than the slices at its points; the tree has to
 * be freed either way. */
bool bench_tree_make(bench_tree_t *tree, tunedx_collective_t collective,
                     const tunedx_slice_t *slices, int least, int most,
                     bool cuts_best);

void bench_tree_free(bench_tree_t *tree);

#endif
