/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How long a tree takes to decide.
 */
#ifndef TUNEDX_TOOLS_TREE_TIME_H
#define TUNEDX_TOOLS_TREE_TIME_H

#include "maps/quadtree.h"

/* Nanoseconds for a decision of the tree in memory, the least mean of some
 * rounds: random calls, the same each time, evenly on 2 to the largest number
 * of ranks and 1 to the largest size of the map, as Table 3 of Pjesivac-Grbovic
 * et al., 2007, has them. */
double tool_tree_time(const tunedx_quadtree_t *tree);

#endif
