/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See print.h.
 */
#include "schedule/print.h"

enum { SPAN_TEXT = 80, LINE_TEXT = 256 };

void tunedx_span_print(const tunedx_span_t *span, char *text, size_t size)
{
    static const char *const names[] = {"send", "recv", "scratch"};
    char block[16] = "", units[SPAN_TEXT] = "whole";

    if (span->block > 0 || span->units == TUNEDX_WHOLE ||
        span->buffer == TUNEDX_SCRATCH_BUFFER) {
        snprintf(block, sizeof block, "%d", span->block);
    }
    if (span->units != TUNEDX_WHOLE) {
        snprintf(units, sizeof units, "%zu..%zu", span->first,
                 span->first + span->units);
    }
    snprintf(text, size, "%s%s[%s%c", names[span->buffer], block, units,
             span->units == TUNEDX_WHOLE ? ']' : ')');
}

static bool starts(const tunedx_instruction_t *code)
{
    return code->opcode == TUNEDX_CODE_START_SEND ||
           code->opcode == TUNEDX_CODE_START_RECV;
}

/* The name of what wait number `index` waits for, and its peer: those of the
 * last start in the same request slot. */
static void print_wait(const tunedx_program_t *program, size_t index,
                       char *text, size_t size)
{
    const unsigned request = program->code[index].request;
    size_t start = index;

    while (start > 0 && (!starts(&program->code[start - 1]) ||
                         program->code[start - 1].request != request)) {
        start--;
    }
    if (start == 0) {
        snprintf(text, size, "wait        (request %u)", request);
        return;
    }
    const tunedx_instruction_t *code = &program->code[start - 1];
    const bool sends = code->opcode == TUNEDX_CODE_START_SEND;

    snprintf(text, size, "wait        %s %d  (request %u)",
             sends ? "send to" : "recv from", (int)code->peer, request);
}

static void print_transfer(const tunedx_instruction_t *code, char *text,
                           size_t size)
{
    const bool sends = code->opcode == TUNEDX_CODE_START_SEND ||
                       code->opcode == TUNEDX_CODE_SEND;
    const char *synchronous = code->synchronous ? "synchronous" : "";
    char span[SPAN_TEXT], end[SPAN_TEXT] = "";

    tunedx_span_print(&code->span, span, sizeof span);
    if (starts(code)) {
        snprintf(end, sizeof end, "  (request %u%s%s)", (unsigned)code->request,
                 code->synchronous ? ", " : "", synchronous);
    } else if (code->synchronous) {
        snprintf(end, sizeof end, "  (%s)", synchronous);
    }
    snprintf(text, size, "%s%-*s  %s  %s %d%s", starts(code) ? "start " : "",
             starts(code) ? 4 : 10, sends ? "send" : "recv", span,
             sends ? "to" : "from", (int)code->peer, end);
}

static void print_local(const tunedx_program_t *program, size_t index,
                        char *text, size_t size)
{
    const tunedx_instruction_t *code = &program->code[index];
    const bool copies = code->opcode == TUNEDX_CODE_COPY;
    char from[SPAN_TEXT], to[SPAN_TEXT] = "nothing";

    tunedx_span_print(&code->span, from, sizeof from);
    if (index + 1 < program->instructions) {
        tunedx_span_print(&code[1].span, to, sizeof to);
    }
    snprintf(text, size, "%-10s  %s  %s %s", copies ? "copy" : "reduce", from,
             copies ? "to" : "into", to);
}

void tunedx_instruction_print(const tunedx_program_t *program, size_t index,
                              char *text, size_t size)
{
    const tunedx_instruction_t *code = &program->code[index];
    char span[SPAN_TEXT];

    switch ((tunedx_opcode_t)code->opcode) {
    case TUNEDX_CODE_START_SEND:
    case TUNEDX_CODE_START_RECV:
    case TUNEDX_CODE_SEND:
    case TUNEDX_CODE_RECV:
        print_transfer(code, text, size);
        return;
    case TUNEDX_CODE_WAIT:
        print_wait(program, index, text, size);
        return;
    case TUNEDX_CODE_COPY:
    case TUNEDX_CODE_REDUCE:
        print_local(program, index, text, size);
        return;
    case TUNEDX_CODE_OPERAND:
        tunedx_span_print(&code->span, span, sizeof span);
        snprintf(text, size, "operand     %s", span);
        return;
    }
    snprintf(text, size, "opcode %u", (unsigned)code->opcode);
}

void tunedx_program_print(const tunedx_program_t *program, FILE *out)
{
    char line[LINE_TEXT];

    for (size_t i = 0; i < program->instructions; i++) {
        if (program->code[i].opcode != TUNEDX_CODE_OPERAND) {
            tunedx_instruction_print(program, i, line, sizeof line);
            fprintf(out, "%3zu  %s\n", i, line);
        }
    }
}
