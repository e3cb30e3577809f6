/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cells of calls: all calls that rules may tell apart, one for each cell.
 *
 * The ends of the rows' ranges cut ranks, nodes, ppn and message sizes into
 * pieces; inside a cell every row says the same of every call.  Where rows ask
 * for a power of two, an even number or a gap of ranks, a piece of ranks is
 * shown by several numbers from it: each kind that there is up to 1,048,576 is
 * among them.  Where a row's size is in bytes times ranks each number of ranks
 * has other sizes; then these are but examples.
 */
#ifndef TUNEDX_TOOLS_GRID_H
#define TUNEDX_TOOLS_GRID_H

#include "decision/rules.h"

enum { TOOL_GRID_SETS = 2 };

typedef struct tool_cell {
    tunedx_key_t key; /* a call in it */
    tunedx_range_t ranks, nodes, ppn, bytes;
    bool shows_ranks;  /* key.size is an example of `ranks` */
    bool shows_type;   /* rows tell sizes of elements apart */
    const char *other; /* what else is said of these calls: "user operation" */
    const tunedx_rule_t *rows[TOOL_GRID_SETS]; /* the first that match */
    const tunedx_rule_t *const *others; /* those of the first set that may match
                                         * as well, in order */
    size_t others_count;
} tool_cell_t;

typedef void tool_visit_t(void *context, const tool_cell_t *cell);

/* Whether the cells show all calls: no row has sizes that depend on ranks. */
bool tool_grid_is_exact(const tunedx_rules_t *rules,
                        tunedx_collective_t collective);

/* Visits the cells of a collective that `count` sets of rules make; `thorough`:
 * with several numbers of ranks and all kinds of operations whatever rows ask
 * for, since algorithms need some of them.  False when memory is short or there
 * are too many, of which *too_many tells. */
bool tool_grid_visit(const tunedx_rules_t *const *sets, size_t count,
                     tunedx_collective_t collective, bool thorough,
                     tool_visit_t *visit, void *context, bool *too_many);

#endif
