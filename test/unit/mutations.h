/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Single mutations, for mutant.c.
 */
#ifndef TEST_UNIT_MUTATIONS_H
#define TEST_UNIT_MUTATIONS_H

#include "mutant.h"

/* One instruction of one rank. */
typedef struct site {
    int rank;
    size_t at;
} site_t;

/* Mutates at this place; false, with nothing changed, where that cannot be. */
typedef bool mutate_t(mutant_t *mutant, site_t site, random_t *random);

extern mutate_t *const mutations[MUTATIONS];

/* Whether a transfer starts here that is waited for further on. */
mutate_t mutation_can_delay;

/* Gives that transfer a slot of its own and moves its wait to the end.  Returns
 * whether an instruction in between conflicts with it. */
bool mutation_delay_wait(mutant_t *mutant, site_t site);

#endif
