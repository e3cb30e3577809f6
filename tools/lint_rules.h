/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What can be said of rows by the calls that they are for.
 */
#ifndef TUNEDX_TOOLS_LINT_RULES_H
#define TUNEDX_TOOLS_LINT_RULES_H

#include "decision/rules.h"

/* Prints what is wrong with the rows, one line each, and counts it in *faults;
 * with notes on what is not wrong. */
int tool_lint_rules(const char *name, const tunedx_rules_t *rules,
                    bool with_notes, size_t *faults);

#endif
