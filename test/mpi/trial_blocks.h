/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For trial.c: which blocks a collective moves, from whom to whom.
 */
#ifndef TUNEDX_TEST_TRIAL_BLOCKS_H
#define TUNEDX_TEST_TRIAL_BLOCKS_H

#include "trial.h"

typedef enum { NOTHING, ONE_BLOCK, BLOCKS } amount_t;
typedef enum { BY_ALL, FROM_ROOT, TO_ROOT } role_t;

typedef struct {
    amount_t sends, receives;
    role_t role;
    bool is_varied, is_reduced;
} traits_t;

const traits_t *trial_traits(const trial_t *t);

/* Whether this rank has data to send, and to receive. */
bool trial_sends(const trial_t *t);
bool trial_receives(const trial_t *t);

/* The side whose data this rank receives. */
int trial_other_side(const trial_t *t);

/* Elements that a rank of a side sends to another (0: to all the same). */
size_t trial_block_length(const trial_t *t, int side, int from, int to);

/* Which of a peer's blocks this rank receives. */
int trial_incoming_block(const trial_t *t);

/*
 * The share of a rank in a result that is scattered over its group.  Both
 * groups of an intercommunicator scatter vectors of the same length, so there
 * neighbours only shift the boundary between them.
 */
size_t trial_share(const trial_t *t, int rank, int group, int others);

#endif
