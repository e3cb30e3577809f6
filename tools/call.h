/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A call that is talked about, and the programs that would serve it.
 */
#ifndef TUNEDX_TOOLS_CALL_H
#define TUNEDX_TOOLS_CALL_H

#include "decision/decide.h"
#include "schedule/verify.h"
#include "tools/command.h"

enum { TOOL_MOST_RANKS = 4096, TOOL_ELEMENT_BYTES = 8 };

/* The call as the command line has it. */
typedef struct tool_call {
    tunedx_collective_t collective;
    int size, root, window;
    bool in_order; /* the operation does not commute */
    bool has_count;
    size_t bytes; /* as rules mean it; of v-collectives: of every block */
    size_t count; /* as MPI means it, when has_count */
    tunedx_price_t price; /* in picoseconds */
} tool_call_t;

/* 8 ranks, 8 KiB, window 4, and times of a fast network. */
tool_call_t tool_call_default(void);

/* Takes an option that describes a call or a price, by its letter: p (ranks),
 * b (bytes), c (count), w (window), O (in order), A, B, G (alpha, beta,
 * gamma). */
int tool_call_take(tool_call_t *call, const char *name, int option,
                   const char *argument, const char *value);

/* The key as all ranks agree on it. */
tunedx_key_t tool_call_key(const tool_call_t *call);

/* ---- the programs ---- */

typedef struct tool_job {
    tunedx_key_t key;
    size_t block_units;          /* of every block of a v-collective */
    tunedx_job_t job;            /* of all ranks */
    tunedx_shape_t *shapes;      /* of the same */
    tunedx_program_t **programs; /* NULL: not built */
    tunedx_arena_t arena;
    tunedx_policy_t policy;
    tunedx_decider_t decider;
    tunedx_choice_t choice;
} tool_job_t;

/* Makes the job of a call and decides on its method: `text` if that can serve
 * it (else choice.refusal is set), or what the rules say, also when `text` is
 * NULL.  The job has to be destroyed whatever happens. */
int tool_job_decide(tool_job_t *job, const char *name, const tool_call_t *call,
                    const char *text);

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
