/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules files, as the subcommands read them.
 */
#ifndef TUNEDX_TOOLS_RULES_FILE_H
#define TUNEDX_TOOLS_RULES_FILE_H

#include "decision/rules.h"

/* Reads the rules file at `path` ("-": standard input); every fault goes to
 * standard error as file:line:column: text, and makes *is_faultless false; the
 * rows without fault are in `rules` all the same.  They live in `arena`. */
int tool_rules_read(const char *name, const char *path, tunedx_arena_t *arena,
                    tunedx_rules_t *rules, bool *is_faultless);

/* The built-in rules. */
int tool_rules_built_in(const char *name, tunedx_arena_t *arena,
                        tunedx_rules_t *rules);

#endif
