/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A job for the verifier: one call of a collective, with the programs of all
 * ranks.
 */
#ifndef TEST_UNIT_JOB_H
#define TEST_UNIT_JOB_H

#include "algorithms/method.h"
#include "schedule/arena.h"
#include "schedule/verify.h"

/* Which ranks have their input in the receive buffer. */
typedef enum job_in_place {
    JOB_NOWHERE,
    JOB_AT_ROOT,
    JOB_ON_EVEN_RANKS, /* where MPI does not promise that all ranks agree */
    JOB_EVERYWHERE
} job_in_place_t;

typedef struct job_call {
    tunedx_key_t key;
    const tunedx_method_t *method;
    job_in_place_t in_place;
    const size_t *block_units; /* irregular collectives */
} job_call_t;

typedef struct job {
    tunedx_job_t job;
    tunedx_shape_t *shapes;
    tunedx_program_t **programs;
} job_t;

/* The key of a call: `units` is the vector, one block, or of irregular
 * collectives all blocks. */
tunedx_key_t job_key(tunedx_collective_t collective, int size, int root,
                     size_t units, bool commutative);

/* How the call of a collective may be in place, besides not at all. */
job_in_place_t job_in_place(tunedx_collective_t collective);

/* Lengths of the blocks of irregular collectives. */
typedef enum job_pattern {
    JOB_LOPSIDED, /* tables: as varied, but not the same both ways */
    JOB_VARIED,   /* from 0 to units + 1, without order */
    JOB_ONLY_LAST,
    JOB_SOME_EMPTY,
    JOB_GROWING, /* none is empty */
    JOB_EQUAL,
    JOB_PATTERNS
} job_pattern_t;

/* Fills the lengths of all blocks, or a table of them (size * size entries),
 * which is symmetric but for the lopsided one.  Returns their sum. */
size_t job_fill_lengths(size_t *lengths, const tunedx_key_t *key,
                        job_pattern_t pattern, size_t units);

/* Whether every rank has lengths of its own, a row of a table. */
bool job_has_table(tunedx_collective_t collective);

/* Whether any two ranks send each other blocks of one length, without which an
 * alltoallv or alltoallw cannot be in place; true for other collectives. */
bool job_is_symmetric(const job_call_t *call);

size_t job_longest(const size_t *lengths, const tunedx_key_t *key);

/* Builds the programs of all ranks; after a failure the job is empty. */
tunedx_error_t job_build(job_t *job, const job_call_t *call);

/* Writes one rank's text. */
typedef void job_text_t(tunedx_schedule_t *s, const tunedx_shape_t *shape);

/* The same with texts that are no algorithm of the registry.  The shapes hold
 * the lengths of blocks where the call has any. */
tunedx_error_t job_write(job_t *job, const job_call_t *call, job_text_t *text,
                         int window);

void job_destroy(job_t *job);

/* ---- methods ---- */

/* How many methods of an algorithm are tried: so many that every parameter has
 * each of its values once (those of methods are the algorithms). */
int job_variants(const tunedx_algorithm_t *algorithm);

/* Whether it has other algorithms inside. */
bool job_is_composed(const tunedx_algorithm_t *algorithm);

/* Whether the algorithm, or one inside, cuts messages into segments. */
bool job_has_segments(const tunedx_algorithm_t *algorithm);

/* Method number `variant` of an algorithm, with everything given: `segment` for
 * segments, `piece` for the bytes of a message at most, 0 for any number, and
 * fallbacks for the rest.  It lives in `arena`; NULL when memory
 * is short. */
const tunedx_method_t *job_method(tunedx_arena_t *arena,
                                  const tunedx_algorithm_t *algorithm,
                                  int variant, int window, size_t segment,
                                  size_t piece);

/* Whether <collective>_<name> matches the pattern TUNEDX_TEST_ONLY of the
 * environment; true where there is none. */
bool job_is_wanted(tunedx_collective_t collective, const char *name);

/* Fails the current test, and says which call it was. */
void job_fail(const job_call_t *call, const tunedx_fault_t *fault);

#endif
