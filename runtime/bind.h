/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From symbolic spans to memory: what a program needs for one call.
 */
#ifndef TUNEDX_BIND_H
#define TUNEDX_BIND_H

#include <assert.h>
#include <stdlib.h>

#include "runtime/call.h"

/* How units of a buffer lie in memory.  When `simple`, unit u is an element of
 * `type` at base + u * stride (in scratch, at slots[block] + u * stride).
 * Otherwise units are bytes of the packed form of the user's buffer, or of its
 * block b, and spans may be whole blocks. */
typedef struct tunedx_memory {
    bool simple;
    char *base;
    ptrdiff_t stride;
    size_t elements; /* mask for numbers of elements: 0 for tokens */
    struct ompi_datatype_t *type;
    size_t type_size;
    const tunedx_user_buffer_t *user; /* where it is not simple */
} tunedx_memory_t;

/* What the PML and the reduction work on. */
typedef struct tunedx_place {
    char *address;
    size_t count;
    struct ompi_datatype_t *type;
    size_t bytes;
} tunedx_place_t;

/* Requests of the widest window; transfers in pieces have more, and so may what
 * is written without the compile pass, for neighbourhoods. */
enum { TUNEDX_FEW_REQUESTS = 2 * TUNEDX_MAX_WINDOW };

/* Of an instruction whose transfers are made anew each time. */
#define TUNEDX_NOT_KEPT (&ompi_request_empty)

/* One execution of a program. */
typedef struct tunedx_run {
    const tunedx_program_t *program;
    const tunedx_call_t *call;
    struct ompi_communicator_t *communicator;
    tunedx_flow_t *flow; /* NULL: no flow control from call to call */
    bool synchronous;    /* then: all sends are, for flow control's sake */
    tunedx_memory_t memory[TUNEDX_BUFFERS];
    char *const *slots; /* address of unit 0 of each scratch slot */
    char *scratch;      /* the allocation behind them */
    char *staging;      /* where there is landing: `largest` bytes for each
                         * request */
    /* What is in flight; NULL: started, but nothing was to be sent. */
    ompi_request_t **requests;
    /* Persistent operations: the transfer of each instruction, which its first
     * start makes and later ones start again, or TUNEDX_NOT_KEPT; NULL: none
     * are kept. */
    ompi_request_t **kept;
    /* The receive to unpack when the wait for a request is over, or NULL; the
     * whole is NULL where nothing is staged. */
    const tunedx_instruction_t **landing;
    /* Long blocks whose lengths come with the call (runtime/pieces.h), for each
     * request; NULL: none so far.  Then there is landing as well. */
    struct tunedx_pieces *pieces;
    /* Only where the run does not wait: the next instruction, and whether its
     * transfer has been started. */
    const tunedx_instruction_t *at;
    bool started;
} tunedx_run_t;

/* The part of tunedx_bind that most short calls do not need. */
int tunedx_bind_rest(tunedx_run_t *run);

static inline bool tunedx_is_contiguous(const struct ompi_datatype_t *type,
                                        size_t count)
{
    return opal_datatype_is_contiguous_memory_layout(&type->super,
                                                     count > 1 ? 2 : 1);
}

/* The memory of a buffer that the call has. */
static inline void tunedx_bind_user(tunedx_memory_t *memory,
                                    const tunedx_user_buffer_t *user,
                                    bool reduces, bool whole_blocks)
{
    const opal_datatype_t *type = &user->type->super;

    memory->elements = SIZE_MAX;
    if (reduces) {
        memory->simple = true;
        memory->base = user->address;
        memory->stride = type->ub - type->lb;
        memory->type = user->type;
        memory->type_size = type->size;
    } else if (OPAL_LIKELY(!whole_blocks &&
                           tunedx_is_contiguous(user->type, user->count))) {
        memory->simple = true;
        memory->base = (char *)user->address + type->true_lb;
        memory->stride = 1;
        memory->type = &ompi_mpi_byte.dt;
        memory->type_size = 1;
    } else {
        memory->simple = false;
        memory->user = user;
        memory->type_size = type->size;
    }
}

/* Prepares `run`: addresses, scratch and staging; without flow control.
 * `requests` has room for those of the program.  On failure nothing is held.
 * Call, program, communicator and requests outlive the run. */
static inline int tunedx_bind(tunedx_run_t *run,
                              struct ompi_communicator_t *communicator,
                              const tunedx_program_t *program,
                              const tunedx_call_t *call,
                              ompi_request_t **requests)
{
    tunedx_memory_t *send = &run->memory[TUNEDX_SEND_BUFFER];
    tunedx_memory_t *recv = &run->memory[TUNEDX_RECV_BUFFER];
    const bool reduces = call->op != NULL, whole_blocks = call->whole_blocks;
    bool simple = program->slots == 0 && call->id.unit_bytes != 0;

    run->program = program;
    run->call = call;
    run->communicator = communicator;
    run->flow = NULL;
    run->synchronous = false;
    run->slots = NULL;
    run->scratch = NULL;
    run->landing = NULL;
    run->pieces = NULL;
    run->kept = NULL;
    run->requests = requests;
    if (call->send.type != NULL) {
        tunedx_bind_user(send, &call->send, reduces, whole_blocks);
        simple = simple && send->simple;
    }
    if (call->recv.type != NULL) {
        tunedx_bind_user(recv, &call->recv, reduces, whole_blocks);
        simple = simple && recv->simple;
    }
    return OPAL_LIKELY(simple) ? OMPI_SUCCESS : tunedx_bind_rest(run);
}

/* Gives back what tunedx_bind took. */
static inline void tunedx_unbind(tunedx_run_t *run)
{
    if (OPAL_UNLIKELY(run->scratch != NULL || run->landing != NULL)) {
        free(run->pieces);
        free(run->landing);
        free(run->scratch);
    }
}

/* Where a span of packed bytes lies.  False when it cuts through elements and
 * has to be staged; then only place->bytes is set. */
bool tunedx_locate_packed(const tunedx_run_t *run, const tunedx_span_t *span,
                          tunedx_place_t *place);

/* `base` is the memory's, or the slot's address. */
static inline void tunedx_locate_simple(const tunedx_memory_t *memory,
                                        char *base, const tunedx_span_t *span,
                                        tunedx_place_t *place)
{
    place->address = base + (ptrdiff_t)span->first * memory->stride;
    place->count = span->units & memory->elements;
    place->type = memory->type;
    place->bytes = span->units * memory->type_size;
}

/* Where a span lies; false when it has to be staged. */
static inline bool tunedx_locate(const tunedx_run_t *run,
                                 const tunedx_span_t *span,
                                 tunedx_place_t *place)
{
    const tunedx_memory_t *memory = &run->memory[span->buffer];

    if (OPAL_UNLIKELY(!memory->simple)) {
        return tunedx_locate_packed(run, span, place);
    }
    char *base = memory->base;
    if (span->buffer == TUNEDX_SCRATCH_BUFFER) {
        assert(run->slots != NULL);
        base = run->slots[span->block];
    }
    tunedx_locate_simple(memory, base, span, place);
    return true;
}

/* Copies a span that has to be staged to packed bytes, and back. */
int tunedx_stage_out(const tunedx_run_t *run, const tunedx_span_t *span,
                     void *packed);
int tunedx_stage_in(const tunedx_run_t *run, const tunedx_span_t *span,
                    const void *packed);

/* Makes *place the staging area of the request of the instruction, which sends
 * or receives a span that has to be staged. */
int tunedx_stage(tunedx_run_t *run, const tunedx_instruction_t *at,
                 tunedx_place_t *place, bool sends);

/* Unpacks what has arrived in the staging area of `request`, if anything has;
 * `rc` is how its transfer ended.  Only where there is landing. */
int tunedx_land(tunedx_run_t *run, uint16_t request, int rc);

/* Copies one span to another, whatever they lie in. */
int tunedx_copy_spans(const tunedx_run_t *run, const tunedx_span_t *from,
                      const tunedx_span_t *to);

#endif
