/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Executing a program that has been bound to a call.
 */
#ifndef TUNEDX_RUN_H
#define TUNEDX_RUN_H

#include "runtime/bind.h"

/* How to send so many bytes; `synchronous`: in any case.  `flow` is NULL where
 * there is no flow control from call to call. */
static inline mca_pml_base_send_mode_t
tunedx_send_mode(tunedx_flow_t *flow, int peer, size_t bytes, bool synchronous)
{
    const bool is_synchronous =
        flow == NULL ? synchronous
                     : tunedx_flow_send(flow, peer, bytes, synchronous);

    return OPAL_UNLIKELY(is_synchronous) ? MCA_PML_BASE_SEND_SYNCHRONOUS
                                         : MCA_PML_BASE_SEND_STANDARD;
}

/* Lets a bound run begin, or begin again, with tunedx_run_advance. */
static inline void tunedx_run_begin(tunedx_run_t *run)
{
    run->at = run->program->code;
    run->started = false;
}

/* Goes on as far as it can without waiting.  True when the run has ended, and
 * *rc is then how: after an error nothing is in flight any more. */
bool tunedx_run_advance(tunedx_run_t *run, int *rc);

/* Ends what was in flight when the instruction `failed` was tried.  A transfer
 * that cannot be ended keeps its memory: scratch and staging are then given
 * up, not freed. */
void tunedx_run_give_up(tunedx_run_t *run, const tunedx_instruction_t *failed);

#endif
