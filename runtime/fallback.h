/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Forced methods that cannot serve a call, said once for each collective and
 * job: at once where rank 0 of MPI_COMM_WORLD takes part, else at the end.
 */
#ifndef TUNEDX_FALLBACK_H
#define TUNEDX_FALLBACK_H

#include "decision/decide.h"

/* Notes that `choice`, made for `collective`, had to pass over the forced
 * method.  Any rank may call this at any time. */
void tunedx_fallback_note(tunedx_collective_t collective,
                          const tunedx_choice_t *choice);

/* Tells what no rank has told yet; while the job ends, alike on all ranks. */
void tunedx_fallback_finish(const tunedx_policy_t *policy);

/* Forgets everything; after MPI_Finalize. */
void tunedx_fallback_clear(void);

#endif
