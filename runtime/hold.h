/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Keeping the user's datatypes and operation alive.
 *
 * Open MPI does so for nonblocking calls, but 4.1 does not for persistent ones,
 * since it takes an inactive request for a completed one.
 */
#ifndef TUNEDX_HOLD_H
#define TUNEDX_HOLD_H

#include "runtime/call.h"

/* What is held.  A list of its own: the user's arrays of datatypes may be gone
 * when it is let go of. */
typedef struct tunedx_held {
    opal_object_t **objects;
    size_t count;
} tunedx_held_t;

/* Holds what `call` names and `program` needs; false, and nothing held, when
 * memory is short. */
bool tunedx_hold(tunedx_held_t *held, const tunedx_call_t *call,
                 const tunedx_program_t *program);
void tunedx_let_go(tunedx_held_t *held);

#endif
