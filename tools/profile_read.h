/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reading the profiles that jobs have written.
 */
#ifndef TUNEDX_TOOLS_PROFILE_READ_H
#define TUNEDX_TOOLS_PROFILE_READ_H

#include "tools/command.h"

enum { TOOL_PROFILE_WORD = 160 };

/* A line about calls that are alike. */
typedef struct tool_profile_calls {
    tunedx_collective_t collective;
    char form[16];
    size_t ranks, nodes, ppn;
    bool has_bytes; /* there is a size that all ranks know */
    size_t bytes, last_bytes;
    size_t calls;
    double seconds, slowest; /* all ranks together; the slowest rank */
} tool_profile_calls_t;

/* A line about a job. */
typedef struct tool_profile_job {
    char program[TOOL_PROFILE_WORD];
    size_t ranks, nodes, records;
    double seconds;
    bool complete;
} tool_profile_job_t;

typedef struct tool_profile_line {
    const char *text; /* the line, without its end */
    size_t length;
    char job[TOOL_PROFILE_WORD]; /* which job it is about */
    bool is_job;
    tool_profile_job_t of_job;
    tool_profile_calls_t of_calls;
} tool_profile_line_t;

/* Calls `take` for every sound line of a file; a line that is not is told and
 * left out.  Returns the exit status: an error if any was, if the file cannot
 * be read, or what `take` returned. */
int tool_profile_read(const char *name, const char *path,
                      int (*take)(void *context,
                                  const tool_profile_line_t *line),
                      void *context);

#endif
