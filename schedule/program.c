/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Making and sharing programs.
 */
#include "schedule/program.h"

#include "geometry/geometry.h"

#include <stdlib.h>
#include <string.h>

static void add_granule(size_t granule[2], const tunedx_span_t *span)
{
    if (span->units > 0 && span->units != TUNEDX_WHOLE &&
        span->buffer != TUNEDX_SCRATCH_BUFFER) {
        size_t *of = &granule[span->buffer];

        *of = tunedx_gcd(tunedx_gcd(*of, span->first), span->units);
    }
}

static void add_largest(size_t *largest, const tunedx_instruction_t *code)
{
    const bool transfers = code->opcode == TUNEDX_CODE_START_SEND ||
                           code->opcode == TUNEDX_CODE_START_RECV ||
                           code->opcode == TUNEDX_CODE_SEND ||
                           code->opcode == TUNEDX_CODE_RECV;

    if (transfers && code->span.units != TUNEDX_WHOLE &&
        code->span.units > *largest) {
        *largest = code->span.units;
    }
}

tunedx_program_t *tunedx_program_create(const tunedx_instruction_t *code,
                                        size_t instructions,
                                        const size_t *slot_units, int slots)
{
    const size_t code_bytes = instructions * sizeof *code;
    const size_t unit_bytes = (size_t)slots * sizeof *slot_units;
    const size_t memory = sizeof(tunedx_program_t) + code_bytes + unit_bytes;
    tunedx_program_t *program = calloc(1, memory);

    if (program == NULL) {
        return NULL;
    }
    tunedx_instruction_t *own_code = (void *)(program + 1);
    size_t *own_units = (void *)(own_code + instructions);

    if (code_bytes > 0) {
        memcpy(own_code, code, code_bytes);
    }
    if (unit_bytes > 0) {
        memcpy(own_units, slot_units, unit_bytes);
    }
    atomic_init(&program->owners, 1);
    program->memory = memory;
    program->instructions = instructions;
    program->slots = slots;
    program->piece = SIZE_MAX;
    program->code = own_code;
    program->slot_units = own_units;
    for (size_t i = 0; i < instructions; i++) {
        add_granule(program->granule, &code[i].span);
        add_largest(&program->largest, &code[i]);
    }
    return program;
}

void tunedx_program_retain(tunedx_program_t *program)
{
    atomic_fetch_add_explicit(&program->owners, 1, memory_order_relaxed);
}

void tunedx_program_release(tunedx_program_t *program)
{
    if (program != NULL &&
        atomic_fetch_sub_explicit(&program->owners, 1, memory_order_acq_rel) ==
            1) {
        free(program);
    }
}
