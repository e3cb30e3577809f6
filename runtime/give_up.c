/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * After an error: cancels or completes what is in flight.
 */
#include "runtime/pieces.h"
#include "runtime/run.h"

#include <sched.h>
#include <time.h>

enum { PATIENCE_SECONDS = 2 };

/* Waits for a transfer that may never end; true when it has ended. */
static bool wait_a_while(const ompi_request_t *request)
{
    const time_t begin = time(NULL);

    while (!REQUEST_COMPLETE(request)) {
        if (time(NULL) - begin > PATIENCE_SECONDS) {
            return false;
        }
        opal_progress();
        sched_yield();
    }
    return true;
}

/* Which requests were in flight when the instruction `failed` was tried. */
static void find_in_flight(const tunedx_run_t *run,
                           const tunedx_instruction_t *failed, bool *in_flight)
{
    for (const tunedx_instruction_t *at = run->program->code; at < failed;
         at++) {
        if (at->opcode == TUNEDX_CODE_START_SEND ||
            at->opcode == TUNEDX_CODE_START_RECV) {
            in_flight[at->request] = true;
        } else if (at->opcode == TUNEDX_CODE_WAIT) {
            in_flight[at->request] = false;
        }
    }
    if (failed->opcode == TUNEDX_CODE_WAIT) {
        in_flight[failed->request] = false;
    }
}

/* Ends a transfer, and lets go of it; false when it may never end. */
static bool end(ompi_request_t *request)
{
    if (request == NULL || request == &ompi_request_empty) {
        return true;
    }
    if (!REQUEST_COMPLETE(request) && request->req_cancel != NULL) {
        ompi_request_cancel(request);
    }
    const bool has_ended = wait_a_while(request);
    if (!request->req_persistent) { /* else it is kept with the run */
        ompi_request_free(&request);
    }
    return has_ended;
}

void tunedx_run_give_up(tunedx_run_t *run, const tunedx_instruction_t *failed)
{
    const int requests = run->program->requests;
    bool *in_flight = calloc((size_t)requests + 1, sizeof *in_flight);
    bool all_ended = in_flight != NULL;

    if (in_flight != NULL) {
        find_in_flight(run, failed, in_flight);
    }
    for (int i = 0; in_flight != NULL && i < requests; i++) {
        all_ended = (!in_flight[i] || end(run->requests[i])) && all_ended;
        if (run->pieces != NULL) {
            all_ended = tunedx_pieces_end(run, (uint16_t)i, end) && all_ended;
        }
    }
    free(in_flight);
    if (!all_ended) {
        run->landing = NULL;
        run->scratch = NULL;
    }
}
