/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short ways through the programs of two ranks, and of the leaves of trees:
 * what the executor prepares for any program would take as long as the message
 * itself.  They use nothing but the call and the code.
 */
#ifndef TUNEDX_SHORT_RUN_H
#define TUNEDX_SHORT_RUN_H

#include "runtime/run.h"

/* The program of a leaf of a tree, half of all ranks: one transfer of a plain
 * buffer.  False when it is not that. */
static inline bool tunedx_run_leaf(tunedx_module_t *module,
                                   const tunedx_program_t *program,
                                   const tunedx_call_t *call, int *rc)
{
    const tunedx_instruction_t *at = program->code;
    const bool sends = at->opcode == TUNEDX_CODE_SEND;
    const tunedx_user_buffer_t *user =
        at->span.buffer == TUNEDX_SEND_BUFFER ? &call->send : &call->recv;
    tunedx_memory_t memory;
    tunedx_place_t place;

    if (user->type == NULL || call->whole_blocks || program->slots != 0) {
        return false;
    }
    tunedx_bind_user(&memory, user, call->op != NULL, false);
    if (!memory.simple) {
        return false;
    }
    tunedx_locate_simple(&memory, memory.base, &at->span, &place);
    if (sends) {
        tunedx_flow_t *flow = program->flow_control ? &module->flow : NULL;

        *rc = MCA_PML_CALL(
            send(place.address, place.count, place.type, at->peer, call->tag,
                 tunedx_send_mode(flow, at->peer, place.bytes, at->synchronous),
                 module->communicator));
    } else {
        *rc = MCA_PML_CALL(recv(place.address, place.count, place.type,
                                at->peer, call->tag, module->communicator,
                                MPI_STATUS_IGNORE));
    }
    return true;
}

/* Where a span of elements lies in a user's buffer. */
static inline char *tunedx_element_of(const tunedx_call_t *call,
                                      const tunedx_span_t *span)
{
    const tunedx_user_buffer_t *user =
        span->buffer == TUNEDX_SEND_BUFFER ? &call->send : &call->recv;
    const opal_datatype_t *type = &call->recv.type->super;

    return (char *)user->address +
           (ptrdiff_t)span->first * (type->ub - type->lb);
}

/* The program of the parent of one leaf, the root of two ranks: receive and
 * reduce, without scratch.  False when it is not that. */
static inline bool tunedx_run_parent(tunedx_module_t *module,
                                     const tunedx_program_t *program,
                                     const tunedx_call_t *call, int *rc)
{
    const tunedx_instruction_t *at = program->code;

    if (at[0].opcode != TUNEDX_CODE_RECV ||
        at[1].opcode != TUNEDX_CODE_REDUCE || program->slots != 0) {
        return false;
    }
    *rc = MCA_PML_CALL(recv(
        tunedx_element_of(call, &at[0].span), at[0].span.units, call->recv.type,
        at->peer, call->tag, module->communicator, MPI_STATUS_IGNORE));
    if (OPAL_LIKELY(*rc == OMPI_SUCCESS)) {
        ompi_op_reduce(call->op, tunedx_element_of(call, &at[1].span),
                       tunedx_element_of(call, &at[2].span), at[1].span.units,
                       call->recv.type);
    }
    return true;
}

/* Runs the program if it is one of these; false, and nothing is done, if not.
 */
static inline bool tunedx_run_short(tunedx_module_t *module,
                                    const tunedx_program_t *program,
                                    const tunedx_call_t *call, int *rc)
{
    return (program->instructions == 1 &&
            tunedx_run_leaf(module, program, call, rc)) ||
           (program->instructions == 3 &&
            tunedx_run_parent(module, program, call, rc));
}

#endif
