/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What one rank's program shows by itself.  Starts and waits stand in it in
 * one order, so which spans are in flight at each instruction does not depend
 * on the other ranks.
 */
#include "schedule/print.h"
#include "schedule/verify_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPAN_TEXT = 80 };

typedef struct flight {
    tunedx_area_t area;
    bool receives;
    uint16_t request;
    size_t instruction; /* that started it */
} flight_t;

typedef struct checker {
    const tunedx_call_t *call;
    const tunedx_program_t *program;
    flight_t *flights; /* room for program->requests */
    int in_flight;
    size_t at; /* instruction */
    tunedx_fault_t *fault;
} checker_t;

bool tunedx_fault_set(tunedx_fault_t *fault, int rank, size_t instruction,
                      const char *format, ...)
{
    va_list arguments;

    fault->rank = rank;
    fault->instruction = instruction;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool fail(const checker_t *c, const char *text)
{
    return tunedx_fault_set(c->fault, c->call->shape->rank, c->at, "%s", text);
}

static bool fail_span(const checker_t *c, const tunedx_span_t *span,
                      const char *text)
{
    char name[SPAN_TEXT];

    tunedx_span_print(span, name, sizeof name);
    return tunedx_fault_set(c->fault, c->call->shape->rank, c->at, "%s %s",
                            name, text);
}

/* ---- spans ---- */

static bool check_granule(const checker_t *c, const tunedx_span_t *span)
{
    if (span->buffer == TUNEDX_SCRATCH_BUFFER || span->units == TUNEDX_WHOLE ||
        span->units == 0) {
        return true;
    }
    const size_t granule = c->program->granule[span->buffer];

    return granule > 0 && span->first % granule == 0 &&
           span->units % granule == 0;
}

static bool check_span(const checker_t *c, const tunedx_span_t *span,
                       bool written)
{
    if ((unsigned)span->buffer >= TUNEDX_BUFFERS) {
        return fail(c, "a span in no buffer");
    }
    const tunedx_layout_t *layout = &c->call->layouts[span->buffer];

    if (span->block < 0 || span->block >= layout->blocks) {
        return fail_span(c, span, "is in a block that does not exist");
    }
    const size_t length =
        layout->starts[span->block + 1] - layout->starts[span->block];

    if (span->units == TUNEDX_WHOLE
            ? span->first != 0
            : span->first > length || span->units > length - span->first) {
        return fail_span(c, span, "reaches over the end of its buffer");
    }
    if (written && span->buffer == TUNEDX_SEND_BUFFER) {
        return fail_span(c, span, "is input and must not be written");
    }
    if (!check_granule(c, span)) {
        return fail_span(c, span, "is no multiple of the program's granule");
    }
    return true;
}

static bool areas_overlap(const tunedx_area_t *a, const tunedx_area_t *b)
{
    return a->buffer == b->buffer && a->first < b->first + b->units &&
           b->first < a->first + a->units && a->units > 0 && b->units > 0;
}

/* A span being sent may be read, one being received may not be touched.  The
 * token of a barrier has no bytes that could be. */
static bool check_access(const checker_t *c, const tunedx_span_t *span,
                         bool written)
{
    if (!check_span(c, span, written)) {
        return false;
    }
    const tunedx_area_t area = tunedx_call_area(c->call, span);

    if (c->call->shape->unit_bytes == 0) {
        return true;
    }
    for (int i = 0; i < c->in_flight; i++) {
        const flight_t *flight = &c->flights[i];

        if ((written || flight->receives) &&
            areas_overlap(&flight->area, &area)) {
            char name[SPAN_TEXT];

            tunedx_span_print(span, name, sizeof name);
            return tunedx_fault_set(
                c->fault, c->call->shape->rank, c->at,
                "%s %s while instruction %zu is still %s it",
                written ? "writes" : "reads", name, flight->instruction,
                flight->receives ? "receiving" : "sending");
        }
    }
    return true;
}

/* ---- instructions ---- */

static int find_flight(const checker_t *c, uint16_t request)
{
    int i = 0;

    while (i < c->in_flight && c->flights[i].request != request) {
        i++;
    }
    return i;
}

static bool check_transfer(checker_t *c, const tunedx_instruction_t *code,
                           bool receives, bool stays)
{
    const tunedx_shape_t *shape = c->call->shape;

    if (code->peer < 0 || code->peer >= shape->size) {
        return fail(c, "a peer that does not exist");
    }
    if (code->peer == shape->rank) {
        return fail(c, "a message to itself");
    }
    if (code->request >= c->program->requests) {
        return fail(c, "a request slot that does not exist");
    }
    if (find_flight(c, code->request) < c->in_flight) {
        return fail(c, "its request slot is in use");
    }
    if (!check_access(c, &code->span, receives)) {
        return false;
    }
    if (code->span.units != TUNEDX_WHOLE &&
        code->span.units > c->program->largest) {
        return fail_span(c, &code->span,
                         "is longer than the program's largest");
    }
    if (stays) {
        c->flights[c->in_flight++] = (flight_t){
            .area = tunedx_call_area(c->call, &code->span),
            .receives = receives,
            .request = code->request,
            .instruction = c->at,
        };
    }
    return true;
}

static bool check_wait(checker_t *c, const tunedx_instruction_t *code)
{
    const int flight = find_flight(c, code->request);

    if (flight == c->in_flight) {
        return fail(c, "waits for a request slot that is empty");
    }
    c->flights[flight] = c->flights[--c->in_flight];
    return true;
}

/* Copy or reduce, with its operand. */
static bool check_local(checker_t *c, const tunedx_instruction_t *code)
{
    if (c->at + 1 == c->program->instructions ||
        code[1].opcode != TUNEDX_CODE_OPERAND) {
        return fail(c, "its operand is missing");
    }
    if (!check_access(c, &code[0].span, false) ||
        !check_access(c, &code[1].span, true)) {
        return false;
    }
    const tunedx_area_t from = tunedx_call_area(c->call, &code[0].span);
    const tunedx_area_t to = tunedx_call_area(c->call, &code[1].span);

    if (from.units != to.units) {
        return fail(c, "its spans differ in length");
    }
    if (areas_overlap(&from, &to)) {
        return fail(c, "its spans overlap");
    }
    if (code->opcode == TUNEDX_CODE_REDUCE &&
        !tunedx_collective_is_reduction(c->call->shape->collective)) {
        return fail(c, "a reduction where data only move");
    }
    c->at++;
    return true;
}

static bool check_instruction(checker_t *c)
{
    const tunedx_instruction_t *code = &c->program->code[c->at];

    switch ((tunedx_opcode_t)code->opcode) {
    case TUNEDX_CODE_START_SEND:
        return check_transfer(c, code, false, true);
    case TUNEDX_CODE_START_RECV:
        return check_transfer(c, code, true, true);
    case TUNEDX_CODE_SEND:
        return check_transfer(c, code, false, false);
    case TUNEDX_CODE_RECV:
        return check_transfer(c, code, true, false);
    case TUNEDX_CODE_WAIT:
        return check_wait(c, code);
    case TUNEDX_CODE_COPY:
    case TUNEDX_CODE_REDUCE:
        return check_local(c, code);
    case TUNEDX_CODE_OPERAND:
        return fail(c, "an operand without its instruction");
    }
    return fail(c, "an instruction that does not exist");
}

bool tunedx_verify_program(const tunedx_call_t *call,
                           const tunedx_program_t *program,
                           tunedx_fault_t *fault)
{
    checker_t c = {
        .call = call,
        .program = program,
        .flights = calloc((size_t)program->requests + 1, sizeof *c.flights),
        .fault = fault,
    };
    bool passed = true;

    if (c.flights == NULL) {
        return fail(&c, "memory is short");
    }
    for (; passed && c.at < program->instructions; c.at++) {
        passed = check_instruction(&c);
    }
    if (passed && c.in_flight > 0) {
        tunedx_fault_set(fault, call->shape->rank, c.at,
                         "ends without waiting for instruction %zu",
                         c.flights[0].instruction);
        passed = false;
    }
    free(c.flights);
    return passed;
}
