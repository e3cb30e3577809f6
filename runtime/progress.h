/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The one progress function, and what it works on.
 */
#ifndef TUNEDX_PROGRESS_H
#define TUNEDX_PROGRESS_H

#include "runtime/run.h"

/* A run that is not waited for. */
typedef struct tunedx_operation {
    struct tunedx_operation *next;
    tunedx_run_t run;
    /* Called once the run has ended with `rc`; from then on the operation is
     * the callee's.  It may be any thread that calls this. */
    void (*ended)(struct tunedx_operation *operation, int rc);
} tunedx_operation_t;

/* Has the run, which has begun, advanced whenever Open MPI makes progress.
 * Never waits, and may be called from inside a progress function. */
void tunedx_progress_add(tunedx_operation_t *operation);

/* When nothing is under way any more. */
void tunedx_progress_stop(void);

#endif
