/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The nodes of a decision tree: equal ones are one object.
 *
 * Private to the files that make the tree.
 */
#ifndef TUNEDX_TOOLS_DECISION_LEAF_H
#define TUNEDX_TOOLS_DECISION_LEAF_H

#include "tools/decision_tree.h"

/* The leaf for a box that all of `rows` cover.  NULL when memory is short. */
const tree_node_t *tree_leaf(tree_t *tree, const tunedx_rule_t *const *rows,
                             size_t count);

/* The node that compares `field` with `limit`; `low` when both sides are the
 * same and the tree merges.  NULL when memory is short. */
const tree_node_t *tree_branch(tree_t *tree, tree_field_t field, size_t limit,
                               const tree_node_t *low, const tree_node_t *high);

/* The conditions that say no more than a range of nodes or of ranks per node
 * does: one node, one rank per node.  The tree has them as such ranges. */
uint32_t tree_conditions_of_ranges(void);

/* Whether no row behind this one is looked at, whatever the call. */
bool tree_row_ends(const tunedx_rule_t *row);

#endif
