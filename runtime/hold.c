/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See hold.h.
 */
#include "runtime/hold.h"

#include <stdlib.h>

static void add(tunedx_held_t *held, opal_object_t *object)
{
    OBJ_RETAIN(object);
    held->objects[held->count++] = object;
}

static void add_type(tunedx_held_t *held, struct ompi_datatype_t *type)
{
    if (type != NULL && !ompi_datatype_is_predefined(type)) {
        add(held, (opal_object_t *)type);
    }
}

/* The types of the blocks that the program touches, one for each time. */
static void add_types(tunedx_held_t *held, const tunedx_user_buffer_t *user,
                      tunedx_buffer_t buffer, const tunedx_program_t *program)
{
    const tunedx_blocks_t *blocks = user->blocks;

    if (blocks == NULL || (blocks->spread != TUNEDX_TYPED_BLOCKS &&
                           blocks->spread != TUNEDX_FAR_BLOCKS)) {
        add_type(held, user->type);
        return;
    }
    for (size_t i = 0; i < program->instructions; i++) {
        const tunedx_instruction_t *at = &program->code[i];

        if (at->opcode != TUNEDX_CODE_WAIT && at->span.buffer == buffer &&
            tunedx_count_at(blocks->counts, at->span.block) > 0) {
            add_type(held, blocks->types[at->span.block]);
        }
    }
}

bool tunedx_hold(tunedx_held_t *held, const tunedx_call_t *call,
                 const tunedx_program_t *program)
{
    const size_t most = program->instructions + 3;

    held->count = 0;
    held->objects = malloc(most * sizeof(opal_object_t *));
    if (held->objects == NULL) {
        return false;
    }
    add_types(held, &call->send, TUNEDX_SEND_BUFFER, program);
    add_types(held, &call->recv, TUNEDX_RECV_BUFFER, program);
    if (call->op != NULL && !ompi_op_is_intrinsic(call->op)) {
        add(held, (opal_object_t *)call->op);
    }
    return true;
}

void tunedx_let_go(tunedx_held_t *held)
{
    for (size_t i = 0; i < held->count; i++) {
        OBJ_RELEASE(held->objects[i]);
    }
    free(held->objects);
}
