/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What profiles say when they are added up.
 */
#ifndef TUNEDX_TOOLS_PROFILE_SHOW_H
#define TUNEDX_TOOLS_PROFILE_SHOW_H

#include "tools/profile_read.h"

enum { TOOL_SIZE_CLASSES = 8, TOOL_RANK_CLASSES = 256 };

/* Calls of one kind. */
typedef struct tool_share {
    size_t ranks; /* where it is about a number of ranks */
    double calls, seconds;
} tool_share_t;

typedef struct tool_profile_sum {
    size_t jobs, incomplete, odd_jobs; /* ranks of these: no power of two */
    double job_seconds, rank_seconds, odd_rank_seconds;
    tool_share_t all;
    tool_share_t collectives[TUNEDX_COLLECTIVES];
    tool_share_t sizes[TOOL_SIZE_CLASSES];
    tool_share_t ranks[TOOL_RANK_CLASSES]; /* in order */
    size_t ranks_count;
    tool_share_t other_ranks; /* for which there is no room */
} tool_profile_sum_t;

/* Adds a line; `sum` is zeroed at first. */
void tool_profile_add(tool_profile_sum_t *sum, const tool_profile_line_t *line);

/* Prints the shares of calls and time by collective, size and ranks. */
void tool_profile_print(tool_profile_sum_t *sum);

#endif
