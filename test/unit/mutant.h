/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Mutants: programs of a job with one fault put in.
 */
#ifndef TEST_UNIT_MUTANT_H
#define TEST_UNIT_MUTANT_H

#include "job.h"
#include "random.h"

typedef enum mutation {
    MUTATION_DROP_WAIT,     /* a transfer is never waited for */
    MUTATION_SWAP_OPERANDS, /* of a reduction */
    MUTATION_SHORTEN_ONE,   /* one side of a message loses a unit */
    MUTATION_SHORTEN_BOTH,  /* both sides do */
    MUTATION_SHORTEN_LOCAL, /* a copy or reduction does */
    MUTATION_CROSS,         /* two messages to one peer change contents */
    MUTATION_CHANGE_PEER,   /* a message goes to somebody else */
    MUTATION_REUSE_SLOT,    /* a scratch slot is written while still needed */
    MUTATIONS
} mutation_t;

extern const char *const mutation_names[MUTATIONS];

/* A copy of the programs of all ranks that can be changed. */
typedef struct mutant {
    job_t job; /* borrows the shapes */
    tunedx_instruction_t **codes;
} mutant_t;

/* Copies `job` and mutates it at a random place.  False, with no mutant, when
 * the programs have no such place. */
bool mutant_make(mutant_t *mutant, const job_t *job, mutation_t mutation,
                 random_t *random);

/* Copies `job` and moves a wait to the end of its program.  Sets *conflicts to
 * whether another instruction touches the transfer's span before that: if not,
 * the mutant is right.  Returns as mutant_make does. */
bool mutant_delay_wait(mutant_t *mutant, const job_t *job, random_t *random,
                       bool *conflicts);

void mutant_destroy(mutant_t *mutant);

#endif
