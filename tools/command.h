/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the subcommands of `tunedx` share: options, complaints, output.
 *
 * Functions that can fail return an exit status.  Whoever finds a fault writes
 * one line to standard error; who gets a status passes it on.
 */
#ifndef TUNEDX_TOOLS_COMMAND_H
#define TUNEDX_TOOLS_COMMAND_H

#include "decision/text.h"

#include <getopt.h>
#include <stdint.h>
#include <stdio.h>

enum { TOOL_SUCCESS, TOOL_ERROR, TOOL_USAGE };

typedef struct tool_command {
    const char *name; /* as it is typed: "tunedx list" */
    const char *help;
    const char *letters;          /* for getopt_long, begins with ':' */
    const struct option *options; /* 'h' is --help */
    int most_operands;
    /* Takes one option; `option` is the letter, `argument` how it is named. */
    int (*take)(void *context, int option, const char *argument,
                const char *value);
} tool_command_t;

/* Parses options; operands are moved behind them, to argv[optind].  Returns
 * false when the command ends here, with *status its exit status. */
bool tool_parse(const tool_command_t *command, int argc, char **argv,
                void *context, int *status);

/* ---- complaints ---- */

/* A usage error: `argument` has the value `value`, but `expected` was. */
int tool_refuse(const char *name, const char *argument, const char *value,
                const char *expected);

/* A usage error: `word` is no `what`. */
int tool_refuse_word(const char *name, const char *what, const char *word,
                     const tunedx_choices_t *choices);

/* A usage error: the method `text` is refused. */
int tool_refuse_method(const char *name, const char *text,
                       const tunedx_complaint_t *complaint);

/* Another error, with its text as of printf. */
int tool_fail(const char *name, const char *format, ...);

/* ---- values ---- */

/* A number with an optional k, M or G, from `least` to `most`. */
int tool_take_number(const char *name, const char *argument, const char *value,
                     size_t least, size_t most, size_t *number);

/* Nanoseconds with up to three decimals, up to `most` of them, as
 * picoseconds. */
int tool_take_time(const char *name, const char *argument, const char *value,
                   uint64_t most, uint64_t *picoseconds);

/* A list of numbers: 4,8,16 or 2..50 or, that many points with equal factors
 * between them, 1..1M:38; joined by commas.  Sorted, without doubles.  *numbers
 * has to be freed. */
int tool_take_list(const char *name, const char *argument, const char *value,
                   size_t least, size_t most, size_t **numbers, size_t *count);

int tool_take_collective(const char *name, const char *value,
                         tunedx_collective_t *collective);

/* Picoseconds as nanoseconds, no more decimals than needed. */
void tool_print_time(uint64_t picoseconds, char *text, size_t size);

/* ---- output ---- */

/* Opens `path`, or standard output when that is NULL. */
int tool_open(const char *name, const char *path, FILE **out);

/* Closes, and reports what could not be written. */
int tool_close(const char *name, const char *path, FILE *out);

#endif
