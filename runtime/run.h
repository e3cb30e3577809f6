/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The executor: walks a program over the PML, blocking.
 */
#ifndef TUNEDX_RUN_H
#define TUNEDX_RUN_H

#include "runtime/call.h"

/* Executes `program` for `call` to its end.  After an error all receives have
 * been cancelled or completed, and memory that a transfer may still use is
 * never freed.  Returns the first error. */
int tunedx_run(tunedx_module_t *module, const tunedx_program_t *program,
               const tunedx_call_t *call);

#endif
