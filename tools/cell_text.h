/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cells in words, and methods that do the same.
 */
#ifndef TUNEDX_TOOLS_CELL_TEXT_H
#define TUNEDX_TOOLS_CELL_TEXT_H

#include "tools/grid.h"

enum { TOOL_CELL_TEXT = 160, TOOL_METHOD_TEXT = 512 };

/* "16..31" or, with an example, "16..31 (17)". */
void tool_print_ranks(const tool_cell_t *cell, char *text, size_t size);
void tool_print_range(tunedx_range_t range, char *text, size_t size);

/* Nodes, ppn, elements and operation, where rules tell them apart; "-": they
 * do not. */
void tool_print_others(const tool_cell_t *cell, char *text, size_t size);

/* What a row decides: its method, or "default". */
void tool_print_choice(const tunedx_rule_t *rule, char *text, size_t size);

/* Whether rows decide the same; what a method does not give has the value that
 * it would be filled in with. */
bool tool_same_choice(const tunedx_rule_t *a, const tunedx_rule_t *b);

#endif
