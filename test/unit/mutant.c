/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See mutant.h.
 */
#include "mutations.h"

#include <stdlib.h>

/* Copies the programs, with room for one more instruction in each. */
static bool copy(mutant_t *mutant, const job_t *job)
{
    const size_t size = (size_t)job->job.size;

    mutant->job = *job;
    mutant->codes = calloc(size, sizeof *mutant->codes);
    mutant->job.programs = calloc(size, sizeof *mutant->job.programs);
    if (mutant->codes == NULL || mutant->job.programs == NULL) {
        return false;
    }
    mutant->job.job.programs =
        (const tunedx_program_t *const *)mutant->job.programs;
    for (size_t i = 0; i < size; i++) {
        const tunedx_program_t *from = job->programs[i];
        tunedx_program_t *to = malloc(sizeof *to);
        tunedx_instruction_t *code =
            calloc(from->instructions + 1, sizeof *code);

        mutant->job.programs[i] = to;
        mutant->codes[i] = code;
        if (to == NULL || code == NULL) {
            return false;
        }
        for (size_t k = 0; k < from->instructions; k++) {
            code[k] = from->code[k];
        }
        *to = *from;
        to->code = code;
        for (int k = 0; k < 2; k++) { /* so that it gives nothing away */
            to->granule[k] = to->granule[k] > 0;
        }
    }
    return true;
}

void mutant_destroy(mutant_t *mutant)
{
    for (int i = 0; i < mutant->job.job.size; i++) {
        if (mutant->job.programs != NULL) {
            free(mutant->job.programs[i]);
        }
        if (mutant->codes != NULL) {
            free(mutant->codes[i]);
        }
    }
    free(mutant->job.programs);
    free(mutant->codes);
}

/* Tries `mutate`, which changes nothing when it returns false, at random
 * places. */
static bool try_places(mutant_t *mutant, const job_t *job, mutate_t *mutate,
                       random_t *random, site_t *place)
{
    enum { ATTEMPTS = 40 };
    bool done = !copy(mutant, job);

    for (int i = 0; !done && i < ATTEMPTS; i++) {
        const int rank = random_below(random, job->job.size);
        const int length = (int)job->programs[rank]->instructions;

        if (length > 0) {
            *place = (site_t){rank, (size_t)random_below(random, length)};
            if (mutate(mutant, *place, random)) {
                return true;
            }
        }
    }
    mutant_destroy(mutant);
    return false;
}

bool mutant_make(mutant_t *mutant, const job_t *job, mutation_t mutation,
                 random_t *random)
{
    site_t place;

    return try_places(mutant, job, mutations[mutation], random, &place);
}

bool mutant_delay_wait(mutant_t *mutant, const job_t *job, random_t *random,
                       bool *conflicts)
{
    site_t place;

    if (!try_places(mutant, job, mutation_can_delay, random, &place)) {
        return false;
    }
    *conflicts = mutation_delay_wait(mutant, place);
    return true;
}
