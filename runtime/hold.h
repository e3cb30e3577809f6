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

/* Holds what `call` names and `program` needs, and lets go of it; the call's
 * arrays are the same both times. */
void tunedx_hold(const tunedx_call_t *call, const tunedx_program_t *program);
void tunedx_let_go(const tunedx_call_t *call, const tunedx_program_t *program);

#endif
