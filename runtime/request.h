/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Nonblocking and persistent operations.
 *
 * A request holds a call and its run.  Starting one goes as far as it can at
 * once; what is left is done by one progress function that Open MPI calls
 * whenever it waits for something.
 */
#ifndef TUNEDX_REQUEST_H
#define TUNEDX_REQUEST_H

#include "runtime/call.h"

/* Starts `call`; *request is Open MPI's to wait for and to free.  `nothing`:
 * there is nothing to do, by the word of all ranks.  The call is copied, what
 * it points to has to stay, as MPI demands.  Open MPI error code. */
int tunedx_request_start(tunedx_module_t *module, const tunedx_call_t *call,
                         bool nothing, ompi_request_t **request);

/* The same for MPI_Start to start, as often as it likes. */
int tunedx_request_init(tunedx_module_t *module, const tunedx_call_t *call,
                        bool nothing, ompi_request_t **request);

/* Before the first communicator and after the last. */
int tunedx_requests_open(void);
void tunedx_requests_close(void);

#endif
