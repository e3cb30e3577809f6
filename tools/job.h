/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The programs of all ranks for a call that is decided.
 */
#ifndef TUNEDX_TOOLS_JOB_H
#define TUNEDX_TOOLS_JOB_H

#include "decision/decide.h"
#include "schedule/verify.h"
#include "tools/command.h"

enum { TOOL_MOST_RANKS = 4096 };

/* Of a call and a choice, which the caller sets with block_units; has to be
 * destroyed whatever happens. */
typedef struct tool_job {
    tunedx_key_t key;
    size_t block_units; /* of every block of a v-collective */
    tunedx_choice_t choice;
    tunedx_job_t job;            /* of all ranks */
    tunedx_shape_t *shapes;      /* of the same */
    tunedx_program_t **programs; /* NULL: not built */
    tunedx_arena_t arena;
} tool_job_t;

/* What the method's algorithm, which has a formula, states as its cost. */
int tool_job_cost(tool_job_t *job, const char *name,
                  const tunedx_price_t *price, uint64_t *time);

/* Makes the shapes of all ranks, and no programs; the lengths of all blocks as
 * well, which the simulator asks for, or only if programs depend on them. */
int tool_job_describe(tool_job_t *job, const char *name, bool with_lengths);

/* Builds the program of one rank, and gives it back before the others. */
int tool_job_build(tool_job_t *job, const char *name, int rank);
void tool_job_drop(tool_job_t *job, int rank);

void tool_job_destroy(tool_job_t *job);

#endif
