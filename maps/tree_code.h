/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A quadtree written down: as a tree block of a rules file, or as rows, which
 * are what reading that block gives.
 */
#ifndef TUNEDX_TREE_CODE_H
#define TUNEDX_TREE_CODE_H

#include "decision/tree_text.h"
#include "maps/quadtree.h"

/* Which calls of a map's class a tree is for. */
typedef struct tunedx_tree_scope {
    tunedx_range_t nodes, ppn;
} tunedx_tree_scope_t;

/* Writes the block, from "tree" to "end", as lines of at most 80 characters, as
 * far as methods are not longer.  Exceptions are rows of their own and not part
 * of it.  Like snprintf: `size` bytes at `text`; returns the length that the
 * whole has. */
size_t tunedx_tree_write(const tunedx_quadtree_t *tree,
                         const tunedx_tree_scope_t *scope, char *text,
                         size_t size);

/* The exceptions, exceptions_count of them, then the leaves as rows; methods
 * are those of the tree's map. The rows live in `arena`.  False when memory is
 * short. */
bool tunedx_tree_rows(const tunedx_quadtree_t *tree, tunedx_arena_t *arena,
                      tunedx_tree_rows_t *rows);

/* Writes a row as the rules' grammar has it, without the end of the line, like
 * snprintf. */
size_t tunedx_tree_row_write(const tunedx_map_t *map,
                             const tunedx_tree_row_t *row,
                             const tunedx_tree_scope_t *scope, char *text,
                             size_t size);

#endif
