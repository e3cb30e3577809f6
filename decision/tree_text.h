/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A decision tree as a block of a rules file, which stands for as many rows as
 * the tree has leaves.
 *
 *     tree nodes=* ppn=4
 *       ranks 2 4 8 16 32
 *       bytes 1 16 256 4k 64k 1M
 *       boundary geometric
 *       a = binomial
 *       b = chain segment=8k
 *       code (a a b (a b b b))
 *     end
 *
 *     head      = "tree" [ "nodes=" range ] [ "ppn=" range ]
 *     line      = "ranks" number { number } | "bytes" number { number }
 *               | "boundary" ( "next" | "geometric" )
 *               | letter "=" method | "code" { node }
 *     node      = letter | "(" [ cut ] node node [ node node ] ")"
 *               | "{" "power_of_two" node node "}"
 *               | "{" "expo_gap" range node node "}"
 *     cut       = number ":" number | number ":" | ":" number
 *     letter    = one to three of a..z
 *
 * The tree covers all points of both axes.  A letter is a leaf.  Parentheses
 * halve the points of both axes: ( NW NE SW SE ), north being fewer ranks and
 * west fewer bytes; of an odd number of points the first half is the smaller
 * one.  Where one axis has a single point left only the other one is halved:
 * ( N S ) or ( W E ).  A cut names other places than the middle: the points of
 * ranks and of bytes at which south and east begin, as in ( 16:64k NW NE SW SE
 * ), ( 16: N S ) or ( :64k W E ).  Braces test the number of ranks: the first
 * node is for those of which it is true.
 *
 * A point decides from itself up to just below the next one.  With "boundary
 * geometric" that is so for ranks only, and sizes in between are decided by the
 * point that is nearer by logarithm.  The first points decide also for all that
 * is smaller, the last ones for all that is larger (axis.h).  A last point that
 * is repeated fills up an axis.
 *
 * Lines come in any order, the code last; ranks, bytes and code may go on on
 * further lines that begin with the same word.
 */
#ifndef TUNEDX_TREE_TEXT_H
#define TUNEDX_TREE_TEXT_H

#include "decision/axis.h"
#include "decision/text.h"

/* Numbers of ranks (those of which power_of_two is as wanted and expo_gap
 * holds) and sizes, and which of the tree's methods they have. */
typedef struct tunedx_tree_row {
    tunedx_range_t ranks, bytes;
    int power_of_two; /* 1: only those; -1: only others; 0: any */
    tunedx_range_t expo_gap;
    size_t method;
} tunedx_tree_row_t;

/* In their order: of two that hold for a call the first one decides. */
typedef struct tunedx_tree_rows {
    tunedx_tree_row_t *rows;
    size_t count, capacity;
} tunedx_tree_rows_t;

bool tunedx_tree_row_holds(const tunedx_tree_row_t *row, int ranks,
                           size_t bytes);

/* ---- reading ---- */

/* A method: what its letter stands for, not parsed, where it was read. */
typedef struct tunedx_tree_method {
    tunedx_word_t letter, text;
    int line;
} tunedx_tree_method_t;

typedef struct tunedx_tree_piece {
    tunedx_cursor_t cursor;
    int line;
} tunedx_tree_piece_t;

typedef struct tunedx_tree_points {
    size_t *points;
    size_t count, capacity;
} tunedx_tree_points_t;

/* A block that is being read. */
typedef struct tunedx_tree_text {
    tunedx_arena_t *arena;
    int line; /* of the head */
    tunedx_range_t nodes, ppn;
    tunedx_tree_points_t ranks, bytes;
    tunedx_boundary_t boundary;
    tunedx_tree_method_t *methods;
    size_t methods_count, methods_capacity;
    tunedx_tree_piece_t *code;
    size_t code_count, code_capacity;
} tunedx_tree_text_t;

/* Begins with the head: `cursor` is behind the word "tree".  What is read lives
 * in `arena`; texts are borrowed and have to stay until the end.  False with
 * *complaint set when the head is not understood. */
bool tunedx_tree_text_begin(tunedx_tree_text_t *tree, tunedx_arena_t *arena,
                            tunedx_cursor_t *cursor, int line,
                            tunedx_complaint_t *complaint);

/* Takes a line between head and end, without its comment, that says something.
 * False with *complaint set. */
bool tunedx_tree_text_take(tunedx_tree_text_t *tree, tunedx_cursor_t *cursor,
                           int line, tunedx_complaint_t *complaint);

/* At the end: the rows.  A row's method is an index into tree->methods.  False
 * with *complaint and *line set; `line` is where the end stands before. */
bool tunedx_tree_text_expand(const tunedx_tree_text_t *tree, int *line,
                             tunedx_complaint_t *complaint,
                             tunedx_tree_rows_t *rows);

/* ---- what reading and expanding share ---- */

/* Complains that something else was expected where `word` stands.  Returns
 * false. */
bool tunedx_tree_refuse(tunedx_complaint_t *complaint, tunedx_word_t word,
                        const char *expected);

/* The whole of `word` is a range: 3, 2..15, 16.., ..4k or *. */
bool tunedx_tree_read_range(tunedx_word_t word, tunedx_range_t *range);

#endif
