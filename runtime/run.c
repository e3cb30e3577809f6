/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The executor: walks a program over the PML, blocking or a piece at a time.
 */
#include "runtime/run.h"

#include <stdlib.h>

#include "runtime/pieces.h"
#include "runtime/short_run.h"

/* ---- instructions ---- */

/* An empty block, which is neither sent nor received, or a long one. */
static int move_special(tunedx_run_t *run, const tunedx_instruction_t *at,
                        const tunedx_place_t *place, bool sends, bool blocking)
{
    run->requests[at->request] = NULL;
    if (place->bytes == 0) {
        return OMPI_SUCCESS;
    }
    const int rc = tunedx_pieces_start(run, at, place, sends);

    return blocking && rc == OMPI_SUCCESS ? tunedx_pieces_wait(run, at->request)
                                          : rc;
}

static inline __opal_attribute_always_inline__ int
put(tunedx_run_t *run, const tunedx_call_t *call,
    const tunedx_instruction_t *at, bool blocking)
{
    tunedx_place_t place;

    if (OPAL_UNLIKELY(!tunedx_locate(run, &at->span, &place))) {
        const int rc = tunedx_stage(run, at, &place, true);
        if (rc != OMPI_SUCCESS) {
            return rc;
        }
    }
    if (tunedx_is_special(run, at, &place)) {
        return move_special(run, at, &place, true, blocking);
    }
    const mca_pml_base_send_mode_t mode = tunedx_send_mode(
        run->flow, at->peer, place.bytes, at->synchronous || run->synchronous);
    if (blocking) {
        return MCA_PML_CALL(send(place.address, place.count, place.type,
                                 at->peer, call->tag, mode, run->communicator));
    }
    return MCA_PML_CALL(isend(place.address, place.count, place.type, at->peer,
                              call->tag, mode, run->communicator,
                              &run->requests[at->request]));
}

static inline __opal_attribute_always_inline__ int
get(tunedx_run_t *run, const tunedx_call_t *call,
    const tunedx_instruction_t *at, bool blocking)
{
    tunedx_place_t place;
    int rc;

    if (OPAL_UNLIKELY(!tunedx_locate(run, &at->span, &place))) {
        rc = tunedx_stage(run, at, &place, false);
        if (rc != OMPI_SUCCESS) {
            return rc;
        }
    }
    if (tunedx_is_special(run, at, &place)) {
        return move_special(run, at, &place, false, blocking);
    }
    if (!blocking) {
        return MCA_PML_CALL(irecv(place.address, place.count, place.type,
                                  at->peer, call->tag, run->communicator,
                                  &run->requests[at->request]));
    }
    rc = MCA_PML_CALL(recv(place.address, place.count, place.type, at->peer,
                           call->tag, run->communicator, MPI_STATUS_IGNORE));
    return OPAL_LIKELY(run->landing == NULL)
               ? rc
               : tunedx_land(run, at->request, rc);
}

static inline int wait_for(tunedx_run_t *run, uint16_t slot)
{
    ompi_request_t *request = run->requests[slot];
    int rc = OMPI_SUCCESS;

    if (request != NULL && request != &ompi_request_empty) {
        rc = ompi_request_wait(&request, MPI_STATUS_IGNORE);
    }
    return OPAL_LIKELY(run->landing == NULL) ? rc : tunedx_land(run, slot, rc);
}

static inline void reduce(const tunedx_run_t *run, struct ompi_op_t *op,
                          const tunedx_instruction_t *at)
{
    tunedx_place_t source, target;

    tunedx_locate(run, &at[0].span, &source);
    tunedx_locate(run, &at[1].span, &target);
    ompi_op_reduce(op, source.address, target.address, source.count,
                   source.type);
}

/* ---- programs ---- */

/* From the first instruction to the last; after an error nothing is in flight
 * any more. */
static inline int walk(tunedx_run_t *run, const tunedx_call_t *call)
{
    const tunedx_instruction_t *at = run->program->code;
    const tunedx_instruction_t *end = at + run->program->instructions;
    int rc = OMPI_SUCCESS;

    for (; at < end && OPAL_LIKELY(rc == OMPI_SUCCESS); at++) {
        switch ((tunedx_opcode_t)at->opcode) {
        case TUNEDX_CODE_START_SEND:
            rc = put(run, call, at, false);
            break;
        case TUNEDX_CODE_START_RECV:
            rc = get(run, call, at, false);
            break;
        case TUNEDX_CODE_WAIT:
            rc = wait_for(run, at->request);
            break;
        case TUNEDX_CODE_SEND:
            rc = put(run, call, at, true);
            break;
        case TUNEDX_CODE_RECV:
            rc = get(run, call, at, true);
            break;
        case TUNEDX_CODE_COPY:
            rc = tunedx_copy_spans(run, &at[0].span, &at[1].span);
            at++;
            break;
        case TUNEDX_CODE_REDUCE:
            reduce(run, call->op, at++);
            break;
        case TUNEDX_CODE_OPERAND: /* belongs to the one before it */
            break;
        }
    }
    if (OPAL_UNLIKELY(rc != OMPI_SUCCESS)) {
        tunedx_run_give_up(run, at - 1);
    }
    return rc;
}

int tunedx_run(tunedx_module_t *module, const tunedx_program_t *program,
               const tunedx_call_t *call)
{
    ompi_request_t *few[TUNEDX_FEW_REQUESTS], **requests = few;
    tunedx_run_t run;
    int rc;

    if (tunedx_run_short(module, program, call, &rc)) {
        return rc;
    }
    if (OPAL_UNLIKELY(program->requests > TUNEDX_FEW_REQUESTS)) {
        requests = malloc((size_t)program->requests * sizeof *requests);
        if (requests == NULL) {
            return OMPI_ERR_OUT_OF_RESOURCE;
        }
    }
    rc = tunedx_bind(&run, module->communicator, program, call, requests);
    if (OPAL_LIKELY(rc == OMPI_SUCCESS)) {
        run.flow = program->flow_control ? &module->flow : NULL;
        rc = walk(&run, call);
        tunedx_unbind(&run);
    }
    if (OPAL_UNLIKELY(requests != few)) {
        free(requests);
    }
    return rc;
}

/* ---- a piece at a time ---- */

/* Whether the transfer in `slot` has ended. */
static inline bool has_ended(const tunedx_run_t *run, uint16_t slot)
{
    const ompi_request_t *request = run->requests[slot];

    return request == NULL
               ? run->pieces == NULL || tunedx_pieces_ended(run, slot)
               : REQUEST_COMPLETE(request);
}

/* Takes leave of a transfer that has ended; returns how. */
static inline int collect(tunedx_run_t *run, uint16_t slot)
{
    ompi_request_t *request = run->requests[slot];
    int rc = OMPI_SUCCESS;

    if (request != NULL && request != &ompi_request_empty) {
        rc = request->req_status.MPI_ERROR;
        if (request->req_persistent) {
            request->req_state = OMPI_REQUEST_INACTIVE;
        } else {
            ompi_request_free(&request);
        }
    }
    return OPAL_LIKELY(run->landing == NULL) ? rc : tunedx_land(run, slot, rc);
}

/* Sends of no more are not kept: ob1 has a way without a request. */
enum { SHORT_SEND = 256 };

/* Makes the transfer to be kept; TUNEDX_NOT_KEPT if it is short, staged or
 * special. */
static int keep(tunedx_run_t *run, const tunedx_instruction_t *at, bool sends,
                ompi_request_t **kept)
{
    tunedx_place_t place;

    if (!tunedx_locate(run, &at->span, &place) ||
        tunedx_is_special(run, at, &place) ||
        (sends && place.bytes <= SHORT_SEND)) {
        *kept = TUNEDX_NOT_KEPT;
        return OMPI_SUCCESS;
    }
    if (sends) {
        return MCA_PML_CALL(isend_init(
            place.address, place.count, place.type, at->peer, run->call->tag,
            tunedx_send_mode(NULL, at->peer, place.bytes, at->synchronous),
            run->communicator, kept));
    }
    return MCA_PML_CALL(irecv_init(place.address, place.count, place.type,
                                   at->peer, run->call->tag, run->communicator,
                                   kept));
}

/* Starts a transfer: the one that is kept for the instruction, or a new one. */
static inline int start(tunedx_run_t *run, const tunedx_instruction_t *at,
                        bool sends)
{
    const bool keeps = run->kept != NULL && !(sends && run->synchronous);
    ompi_request_t *none = TUNEDX_NOT_KEPT;
    ompi_request_t **kept = keeps ? &run->kept[at - run->program->code] : &none;
    int rc = OMPI_SUCCESS;

    if (OPAL_UNLIKELY(*kept == NULL)) {
        rc = keep(run, at, sends, kept);
    }
    if (*kept == TUNEDX_NOT_KEPT) {
        return sends ? put(run, run->call, at, false)
                     : get(run, run->call, at, false);
    }
    if (OPAL_LIKELY(rc == OMPI_SUCCESS)) {
        rc = MCA_PML_CALL(start(1, kept)); /* which may replace it */
        run->requests[at->request] = *kept;
    }
    return rc;
}

/* Starts the transfer of a mark unless it has been, and waits for it: false
 * when it is still in flight. */
static inline bool start_and_wait(tunedx_run_t *run,
                                  const tunedx_instruction_t *at, int *rc)
{
    if (!run->started) {
        *rc = start(run, at, at->opcode == TUNEDX_CODE_SEND);
        if (OPAL_UNLIKELY(*rc != OMPI_SUCCESS)) {
            return true;
        }
    }
    run->started = !has_ended(run, at->request);
    if (!run->started) {
        *rc = collect(run, at->request);
    }
    return !run->started;
}

/* Starts the only transfer of a leaf: whether that has ended it, as it does for
 * short sends and after an error. */
static inline bool start_leaf(tunedx_run_t *run, int *rc)
{
    const tunedx_instruction_t *at = run->program->code;

    *rc = start(run, at, at->opcode == TUNEDX_CODE_SEND);
    if (OPAL_UNLIKELY(*rc != OMPI_SUCCESS)) {
        tunedx_run_give_up(run, at); /* some pieces of it may be in flight */
        return true;
    }
    run->started = true;
    return run->requests[at->request] == &ompi_request_empty &&
           run->landing == NULL;
}

bool tunedx_run_advance(tunedx_run_t *run, int *rc)
{
    const tunedx_program_t *program = run->program;
    const tunedx_instruction_t *end = program->code + program->instructions;
    const tunedx_instruction_t *at = run->at;

    if (program->instructions == 1 && !run->started && start_leaf(run, rc)) {
        return true;
    }
    *rc = OMPI_SUCCESS;
    for (; at < end; at++) {
        switch ((tunedx_opcode_t)at->opcode) {
        case TUNEDX_CODE_START_SEND:
            *rc = start(run, at, true);
            break;
        case TUNEDX_CODE_START_RECV:
            *rc = start(run, at, false);
            break;
        case TUNEDX_CODE_WAIT:
            if (!has_ended(run, at->request)) {
                run->at = at;
                return false;
            }
            *rc = collect(run, at->request);
            break;
        case TUNEDX_CODE_SEND:
        case TUNEDX_CODE_RECV:
            if (!start_and_wait(run, at, rc)) {
                run->at = at;
                return false;
            }
            break;
        case TUNEDX_CODE_COPY:
            *rc = tunedx_copy_spans(run, &at[0].span, &at[1].span);
            break;
        case TUNEDX_CODE_REDUCE:
            reduce(run, run->call->op, at);
            break;
        case TUNEDX_CODE_OPERAND: /* belongs to the one before it */
            break;
        }
        if (OPAL_UNLIKELY(*rc != OMPI_SUCCESS)) {
            tunedx_run_give_up(run, at);
            return true;
        }
    }
    return true;
}
