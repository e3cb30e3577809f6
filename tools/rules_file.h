/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules files of any format, as the subcommands read them.
 */
#ifndef TUNEDX_TOOLS_RULES_FILE_H
#define TUNEDX_TOOLS_RULES_FILE_H

#include "decision/generated.h"
#include "decision/read_tuned.h"

typedef struct tool_rules_file {
    tunedx_word_t text;
    tunedx_rules_kind_t kind;
    tunedx_tuned_t tuned; /* its rules are those of a file of any kind; version
                           * and entries are those of a classic one */
    size_t faults;
} tool_rules_file_t;

/* Reads the rules file at `path` ("-": standard input; 16 MiB at most), which
 * is of the kind `kind`; UNKNOWN: its first word says so.  Every fault goes to
 * standard error as file:line:column: text, and is counted; the rows without
 * fault are there all the same.  All lives in `arena`; `path` is borrowed. */
int tool_rules_file_read(tool_rules_file_t *file, const char *name,
                         const char *path, tunedx_rules_kind_t kind,
                         tunedx_tuned_ids_t ids, tunedx_arena_t *arena);

/* The same for its rules; a fault makes *is_faultless false. */
int tool_rules_read(const char *name, const char *path, tunedx_arena_t *arena,
                    tunedx_rules_t *rules, bool *is_faultless);

/* The built-in rules. */
int tool_rules_built_in(const char *name, tunedx_arena_t *arena,
                        tunedx_rules_t *rules);

/* Takes an option's value: rules, tuned or tuned-json. */
int tool_rules_take_kind(const char *name, const char *argument,
                         const char *value, tunedx_rules_kind_t *kind);

/* The decision that is compiled in, if any. */
int tool_rules_compiled_in(const char *name, tunedx_arena_t *arena,
                           tunedx_generated_rules_t *rules);

#endif
