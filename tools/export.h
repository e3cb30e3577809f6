/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules as tables, which is what coll/tuned's files hold: for ranges of ranks,
 * ranges of message sizes, as coll/tuned means them, and an algorithm for each.
 */
#ifndef TUNEDX_TOOLS_EXPORT_H
#define TUNEDX_TOOLS_EXPORT_H

#include "decision/read_tuned.h"

/* How ranks are spread over nodes; classic files know only ANY. */
typedef enum tool_spread {
    TOOL_SPREAD_ANY,
    TOOL_SPREAD_ONE_NODE,
    TOOL_SPREAD_ONE_PER_NODE,
    TOOL_SPREADS
} tool_spread_t;

typedef struct tool_table_row {
    tunedx_range_t sizes;
    int algorithm; /* 0: left open */
    tunedx_tuned_values_t values;
} tool_table_row_t;

typedef struct tool_table {
    tunedx_range_t ranks;
    tool_spread_t spread;
    tool_table_row_t *rows; /* they cover all sizes, in order */
    size_t count;
} tool_table_t;

typedef struct tool_tables {
    tool_table_t *tables; /* by ranks, ANY last; first match decides */
    size_t count;
} tool_tables_t;

/* Makes the tables of a collective for a file of the kind `kind`, TUNED or
 * TUNED_JSON; none where the rules leave it open.  What the format cannot say
 * is left out and told on standard error, one line each, and counted in
 * *left_out.  All lives in `arena`.  False when memory is short. */
bool tool_export(tunedx_arena_t *arena, const tunedx_rules_t *rules,
                 tunedx_collective_t collective, tunedx_rules_kind_t kind,
                 tool_tables_t *tables, size_t *left_out);

/* ---- for export.c: what can be said ---- */

/* The number and values that are the method, in *row; NULL, or why there are
 * none.  *lost is what is left out of it, or NULL. */
const char *tool_export_method(const tunedx_method_t *method,
                               tunedx_collective_t collective,
                               tunedx_rules_kind_t kind, tool_table_row_t *row,
                               const char **lost);

/* Why the format cannot say for which calls the row is; NULL: it can. */
const char *tool_export_refuses(const tunedx_rule_t *rule,
                                tunedx_rules_kind_t kind);

/* Whether the row is for communicators of such a spread. */
bool tool_export_is_for(const tunedx_rule_t *rule, size_t ranks,
                        tool_spread_t spread);

/* Whether it says something of the spread. */
bool tool_export_asks_spread(const tunedx_rule_t *rule);

/* The sizes of the row as coll/tuned means them, for `ranks` ranks; false:
 * none.  It depends on the ranks where *depends is set. */
bool tool_export_sizes(const tunedx_rule_t *rule, size_t ranks,
                       tunedx_range_t *sizes, bool *depends);

#endif
