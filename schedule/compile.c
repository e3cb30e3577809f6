/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The compile pass: from a text with sequential meaning to a program that
 * overlaps its transfers.
 *
 * First the pieces of scratch get slots (slots.c), which are spans like any
 * other from then on.
 *
 * Then one walk in order.  A transfer is started and left in flight; a wait is
 * placed only where a later step conflicts with it, where the window is full,
 * or at the end.  Just before the rank would wait, receives further down are
 * posted, as long as no step in between and nothing in flight touches their
 * target; and sends that follow local steps are started before those.  Sends
 * keep their order and receives theirs, so messages between two ranks match in
 * the order of the text.  A transfer that is waited for at once becomes one
 * instruction.
 */
#include "geometry/geometry.h"
#include "schedule/slots.h"

#include <stdlib.h>
#include <string.h>

/* A program in the making.  Transfers in flight are kept in the order of their
 * starts. */
typedef struct compiler {
    const tunedx_step_t *steps;
    size_t count;
    const tunedx_window_t *window;
    bool *started;       /* of every step: a receive that was posted early */
    size_t next_receive; /* where the search for early receives goes on */

    struct {
        size_t step;
        int request;
    } flights[2 * TUNEDX_MAX_WINDOW];
    int in_flight, sends, receives;
    int free_requests[2 * TUNEDX_MAX_WINDOW];
    int free_count, requests;

    tunedx_instruction_t *code;
    size_t emitted;
} compiler_t;

/* ---- flow control ---- */

enum { SHORTEST_RUN = 4 };

/* Sends to one peer so far, in a table with open addressing. */
typedef struct peer_count {
    int peer; /* plus 1; 0: free */
    int sends;
} peer_count_t;

/* In one-way programs every window-th send to a peer is synchronous, so that a
 * fast sender is never further ahead; narrow windows count as SHORTEST_RUN. */
static tunedx_error_t mark_synchronous(tunedx_text_t *text, int window,
                                       tunedx_arena_t *arena)
{
    const int run = window < SHORTEST_RUN ? SHORTEST_RUN : window;
    size_t entries = 1;

    while (entries < 2 * text->count) {
        entries *= 2;
    }
    peer_count_t *table =
        tunedx_arena_take_array(arena, entries, sizeof *table);
    if (table == NULL) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < text->count; i++) {
        tunedx_step_t *step = &text->steps[i];

        if (step->kind != TUNEDX_STEP_SEND) {
            continue;
        }
        size_t at = (size_t)step->peer & (entries - 1);
        while (table[at].peer != 0 && table[at].peer != step->peer + 1) {
            at = (at + 1) & (entries - 1);
        }
        table[at].peer = step->peer + 1;
        step->synchronous = (++table[at].sends % run == 0) || step->synchronous;
    }
    return TUNEDX_SUCCESS;
}

/* ---- conflicts ---- */

static bool overlap(const tunedx_span_t *a, const tunedx_span_t *b)
{
    return a->units > 0 && b->units > 0 && tunedx_spans_overlap(a, b);
}

/* Whether `later` has to wait until `earlier` has ended. */
static bool conflict(const tunedx_step_t *earlier, const tunedx_step_t *later)
{
    return overlap(&earlier->write, &later->read) ||
           overlap(&earlier->write, &later->write) ||
           overlap(&earlier->read, &later->write);
}

/* ---- emitting ---- */

static tunedx_instruction_t *emit(compiler_t *c, tunedx_opcode_t opcode,
                                  const tunedx_span_t *span)
{
    tunedx_instruction_t *instruction = &c->code[c->emitted++];

    *instruction = (tunedx_instruction_t){.opcode = (uint8_t)opcode};
    if (span != NULL) {
        instruction->span = *span;
    }
    return instruction;
}

static void start(compiler_t *c, size_t index)
{
    const tunedx_step_t *step = &c->steps[index];
    const bool sends = step->kind == TUNEDX_STEP_SEND;
    const int request =
        c->free_count > 0 ? c->free_requests[--c->free_count] : c->requests++;
    tunedx_instruction_t *instruction =
        sends ? emit(c, TUNEDX_CODE_START_SEND, &step->read)
              : emit(c, TUNEDX_CODE_START_RECV, &step->write);

    instruction->peer = step->peer;
    instruction->synchronous = step->synchronous;
    instruction->request = (uint16_t)request;
    c->flights[c->in_flight].step = index;
    c->flights[c->in_flight++].request = request;
    c->started[index] = true;
    *(sends ? &c->sends : &c->receives) += 1;
}

/* Waits for transfer number `flight` of those in flight.  When it was started
 * by the instruction just before, the two become one. */
static void wait_for(compiler_t *c, int flight)
{
    const int request = c->flights[flight].request;
    const bool sends =
        c->steps[c->flights[flight].step].kind == TUNEDX_STEP_SEND;
    tunedx_instruction_t *before = &c->code[c->emitted - 1];

    if (flight == c->in_flight - 1 && before->request == request &&
        (before->opcode == TUNEDX_CODE_START_SEND ||
         before->opcode == TUNEDX_CODE_START_RECV)) {
        before->opcode = (uint8_t)(sends ? TUNEDX_CODE_SEND : TUNEDX_CODE_RECV);
    } else {
        emit(c, TUNEDX_CODE_WAIT, NULL)->request = (uint16_t)request;
    }
    *(sends ? &c->sends : &c->receives) -= 1;
    c->free_requests[c->free_count++] = request;
    c->in_flight--;
    memmove(&c->flights[flight], &c->flights[flight + 1],
            (size_t)(c->in_flight - flight) * sizeof c->flights[0]);
}

/* ---- the walk ---- */

static bool conflicts_in_flight(const compiler_t *c, const tunedx_step_t *step)
{
    for (int i = 0; i < c->in_flight; i++) {
        if (conflict(&c->steps[c->flights[i].step], step)) {
            return true;
        }
    }
    return false;
}

/* Posts receives that come after step `now`, as far as they may. */
static void post_early(compiler_t *c, size_t now)
{
    const size_t end = (size_t)c->window->look_ahead < c->count - now
                           ? now + (size_t)c->window->look_ahead
                           : c->count - 1;

    if (c->next_receive <= now) {
        c->next_receive = now + 1;
    }
    for (; c->next_receive <= end; c->next_receive++) {
        const tunedx_step_t *candidate = &c->steps[c->next_receive];

        if (candidate->kind != TUNEDX_STEP_RECV) {
            continue;
        }
        if (c->receives == c->window->receives ||
            conflicts_in_flight(c, candidate)) {
            return;
        }
        for (size_t i = now; i < c->next_receive; i++) {
            if (!c->started[i] && conflict(&c->steps[i], candidate)) {
                return;
            }
        }
        /* A receive of the text before the candidate must come first. */
        if (c->steps[now].kind == TUNEDX_STEP_RECV && !c->started[now]) {
            return;
        }
        start(c, c->next_receive);
    }
}

static void wait_for_conflicts(compiler_t *c, size_t now)
{
    const tunedx_step_t *step = &c->steps[now];

    if (!conflicts_in_flight(c, step)) {
        return;
    }
    post_early(c, now);
    for (int i = 0; i < c->in_flight;) {
        const size_t other = c->flights[i].step;

        if (other < now && conflict(&c->steps[other], step)) {
            wait_for(c, i);
        } else {
            i++;
        }
    }
}

/* Makes room in the window for one more transfer of this kind. */
static void wait_for_room(compiler_t *c, size_t now)
{
    const tunedx_step_kind_t kind = c->steps[now].kind;
    const bool full = kind == TUNEDX_STEP_SEND
                          ? c->sends == c->window->sends
                          : c->receives == c->window->receives;

    if (full) {
        int oldest = 0;

        post_early(c, now);
        while (c->steps[c->flights[oldest].step].kind != kind) {
            oldest++;
        }
        wait_for(c, oldest);
    }
}

static bool is_local(const tunedx_step_t *step)
{
    return step->kind == TUNEDX_STEP_COPY || step->kind == TUNEDX_STEP_REDUCE;
}

/* Starts the sends that come right after local steps, before those, where
 * they do not depend on them: the peer need not wait for our copies. */
static void send_early(compiler_t *c, size_t now)
{
    const size_t end = (size_t)c->window->look_ahead < c->count - now
                           ? now + (size_t)c->window->look_ahead
                           : c->count - 1;

    for (size_t next = now + 1; next <= end; next++) {
        const tunedx_step_t *step = &c->steps[next];

        if (is_local(step) || c->started[next]) {
            continue;
        }
        if (step->kind != TUNEDX_STEP_SEND || c->sends == c->window->sends ||
            conflicts_in_flight(c, step)) {
            return;
        }
        for (size_t i = now; i < next; i++) {
            if (!c->started[i] && conflict(&c->steps[i], step)) {
                return;
            }
        }
        start(c, next);
    }
}

static void walk(compiler_t *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const tunedx_step_t *step = &c->steps[i];

        if (c->started[i]) {
            continue;
        }
        if (is_local(step)) {
            send_early(c, i);
        }
        wait_for_conflicts(c, i);
        if (!is_local(step)) {
            wait_for_room(c, i);
            start(c, i);
        } else {
            emit(c,
                 step->kind == TUNEDX_STEP_COPY ? TUNEDX_CODE_COPY
                                                : TUNEDX_CODE_REDUCE,
                 &step->read);
            emit(c, TUNEDX_CODE_OPERAND, &step->write);
        }
    }
    while (c->in_flight > 0) {
        wait_for(c, 0);
    }
}

/* ---- the program ---- */

static void add_granule(size_t granule[2], const tunedx_span_t *span)
{
    if (span->units > 0 && span->units != TUNEDX_WHOLE &&
        span->buffer != TUNEDX_SCRATCH_BUFFER) {
        size_t *of = &granule[span->buffer];

        *of = tunedx_gcd(tunedx_gcd(*of, span->first), span->units);
    }
}

static void add_largest(size_t *largest, const tunedx_step_t *step)
{
    const size_t units = step->kind == TUNEDX_STEP_SEND   ? step->read.units
                         : step->kind == TUNEDX_STEP_RECV ? step->write.units
                                                          : 0;

    if (units != TUNEDX_WHOLE && units > *largest) {
        *largest = units;
    }
}

static tunedx_error_t assemble(const compiler_t *c, const tunedx_text_t *text,
                               const tunedx_slots_t *slots,
                               tunedx_program_t **result)
{
    tunedx_program_t *program =
        tunedx_program_create(c->code, c->emitted, slots->units, slots->count);

    if (program == NULL) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    program->requests = c->requests;
    program->flow_control = text->flow_control;
    for (size_t i = 0; i < c->count; i++) {
        add_granule(program->granule, &c->steps[i].read);
        add_granule(program->granule, &c->steps[i].write);
        add_largest(&program->largest, &c->steps[i]);
    }
    *result = program;
    return TUNEDX_SUCCESS;
}

tunedx_error_t tunedx_compile(tunedx_text_t *text,
                              const tunedx_window_t *window,
                              tunedx_arena_t *arena, tunedx_program_t **program)
{
    tunedx_slots_t slots = {.count = 0};
    compiler_t c = {
        .steps = text->steps,
        .count = text->count,
        .window = window,
        .started =
            tunedx_arena_take_array(arena, text->count, sizeof *c.started),
        /* a step is at most a start and a wait, or two spans */
        .code = tunedx_arena_take_array(arena, text->count, 2 * sizeof *c.code),
    };
    tunedx_error_t error = TUNEDX_SUCCESS;

    if (c.started == NULL || c.code == NULL) {
        error = TUNEDX_OUT_OF_MEMORY;
    }
    if (error == TUNEDX_SUCCESS) {
        error = tunedx_place_pieces(text, window, arena, &slots);
    }
    if (error == TUNEDX_SUCCESS && text->one_way) {
        error = mark_synchronous(text, window->sends, arena);
    }
    if (error == TUNEDX_SUCCESS) {
        walk(&c);
        error = assemble(&c, text, &slots, program);
    }
    return error;
}
