/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives among neighbours: post every receive, start every send, wait for
 * all.
 *
 * A window would have to be the same walk on all ranks to be free of deadlock;
 * here every rank has neighbours in an order of its own, and may have itself or
 * another rank several times.
 *
 * Cost     d (alpha + n beta)        d: neighbours
 */
#include "algorithms/linear.h"

#include <stdlib.h>

static bool is_somebody(const tunedx_neighbour_t *neighbour)
{
    return neighbour->rank >= 0;
}

/* Starts one transfer and plans the wait for it. */
static void add(tunedx_instruction_t *starts, tunedx_instruction_t *waits,
                int *request, tunedx_opcode_t opcode,
                const tunedx_neighbour_t *neighbour)
{
    const bool sends = opcode == TUNEDX_CODE_START_SEND;

    starts[*request] = (tunedx_instruction_t){
        .opcode = (uint8_t)opcode,
        .request = (uint16_t)*request,
        .peer = neighbour->rank,
        .span =
            {
                .buffer = sends ? TUNEDX_SEND_BUFFER : TUNEDX_RECV_BUFFER,
                .block = neighbour->block,
                .units = TUNEDX_WHOLE,
            },
    };
    waits[*request] = (tunedx_instruction_t){
        .opcode = TUNEDX_CODE_WAIT,
        .request = (uint16_t)*request,
    };
    ++*request;
}

static int count(const tunedx_neighbour_t *neighbours, int length)
{
    int somebodies = 0;

    for (int i = 0; i < length; i++) {
        somebodies += is_somebody(&neighbours[i]);
    }
    return somebodies;
}

tunedx_error_t tunedx_build_neighbours(const tunedx_neighbour_t *in,
                                       int in_count,
                                       const tunedx_neighbour_t *out,
                                       int out_count,
                                       tunedx_program_t **program)
{
    const size_t transfers =
        (size_t)count(in, in_count) + (size_t)count(out, out_count);
    int request = 0;

    if (transfers > UINT16_MAX) {
        return TUNEDX_TOO_LARGE;
    }
    tunedx_instruction_t *code = calloc(2 * transfers + 1, sizeof *code);
    if (code == NULL) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    for (int i = 0; i < in_count; i++) {
        if (is_somebody(&in[i])) {
            add(code, code + transfers, &request, TUNEDX_CODE_START_RECV,
                &in[i]);
        }
    }
    for (int i = 0; i < out_count; i++) {
        if (is_somebody(&out[i])) {
            add(code, code + transfers, &request, TUNEDX_CODE_START_SEND,
                &out[i]);
        }
    }
    *program = tunedx_program_create(code, 2 * transfers, NULL, 0);
    free(code);
    if (*program == NULL) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    (*program)->requests = request;
    return TUNEDX_SUCCESS;
}
