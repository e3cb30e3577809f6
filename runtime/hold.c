/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See hold.h.
 */
#include "runtime/hold.h"

static void change_type(struct ompi_datatype_t *type, bool hold)
{
    if (type == NULL || ompi_datatype_is_predefined(type)) {
        return;
    }
    if (hold) {
        OBJ_RETAIN(type);
    } else {
        OBJ_RELEASE(type);
    }
}

/* The types of the blocks that the program touches, one for each time. */
static void change_types(const tunedx_user_buffer_t *user,
                         tunedx_buffer_t buffer,
                         const tunedx_program_t *program, bool hold)
{
    const tunedx_blocks_t *blocks = user->blocks;

    if (blocks == NULL || (blocks->spread != TUNEDX_TYPED_BLOCKS &&
                           blocks->spread != TUNEDX_FAR_BLOCKS)) {
        change_type(user->type, hold);
        return;
    }
    for (size_t i = 0; i < program->instructions; i++) {
        const tunedx_instruction_t *at = &program->code[i];

        if (at->opcode != TUNEDX_CODE_WAIT && at->span.buffer == buffer &&
            tunedx_count_at(blocks->counts, at->span.block) > 0) {
            change_type(blocks->types[at->span.block], hold);
        }
    }
}

static void change(const tunedx_call_t *call, const tunedx_program_t *program,
                   bool hold)
{
    struct ompi_op_t *op = call->op;

    change_types(&call->send, TUNEDX_SEND_BUFFER, program, hold);
    change_types(&call->recv, TUNEDX_RECV_BUFFER, program, hold);
    if (op == NULL || ompi_op_is_intrinsic(op)) {
        return;
    }
    if (hold) {
        OBJ_RETAIN(op);
    } else {
        OBJ_RELEASE(op);
    }
}

void tunedx_hold(const tunedx_call_t *call, const tunedx_program_t *program)
{
    change(call, program, true);
}

void tunedx_let_go(const tunedx_call_t *call, const tunedx_program_t *program)
{
    change(call, program, false);
}
