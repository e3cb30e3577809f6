/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The compile pass: from a text with sequential meaning to a program that
 * overlaps its transfers.
 *
 * First pieces of scratch get slots (slots.c), and are spans like any other.
 *
 * Then one walk in order.  A transfer is started and left in flight; a wait is
 * placed only where a later step conflicts with it, where the window is full,
 * or at the end.  Just before the rank would wait, receives further down are
 * posted, as long as no step in between and nothing in flight touches their
 * target; and sends that follow local steps are started before those.  Sends
 * keep their order and receives theirs, so messages between two ranks match in
 * the order of the text.  A transfer that is waited for at once becomes one
 * instruction.
 *
 * Where messages may not be as long as a transfer it goes in pieces, all of
 * which are started, and waited for, together: nothing waits for anything that
 * it would not have waited for otherwise.  Both sides know the length, so they
 * cut alike.
 */
#include "schedule/slots.h"

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
    size_t most_pieces; /* of a transfer; each has as many request slots */

    tunedx_instruction_t *code;
    size_t emitted;
} compiler_t;

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

/* Pieces of a transfer at most, so that those of the widest window, each with a
 * request slot, can be numbered. */
enum { MOST_PIECES = UINT16_MAX / (2 * TUNEDX_MAX_WINDOW) };

static size_t divide_up(size_t number, size_t by)
{
    return number / by + (number % by != 0);
}

/* Units of every piece but the last one. */
static size_t piece_of(const compiler_t *c, const tunedx_span_t *span)
{
    const size_t least = divide_up(span->units, MOST_PIECES);

    return least > c->window->piece ? least : c->window->piece;
}

/* Blocks whose length comes with the call are cut when it is known. */
static size_t pieces_of(const compiler_t *c, const tunedx_span_t *span)
{
    const bool whole = c->window->piece == 0 || span->units == TUNEDX_WHOLE ||
                       span->units <= c->window->piece;

    return whole ? 1 : divide_up(span->units, piece_of(c, span));
}

/* What a transfer reads or writes. */
static const tunedx_span_t *span_of(const tunedx_step_t *step)
{
    return step->kind == TUNEDX_STEP_SEND ? &step->read : &step->write;
}

/* The slot of a piece of the transfer that has slots number `request`. */
static uint16_t request_of(const compiler_t *c, int request, size_t piece)
{
    return (uint16_t)((size_t)request * c->most_pieces + piece);
}

static void start(compiler_t *c, size_t index)
{
    const tunedx_step_t *step = &c->steps[index];
    const tunedx_span_t *span = span_of(step);
    const bool sends = step->kind == TUNEDX_STEP_SEND;
    const int request =
        c->free_count > 0 ? c->free_requests[--c->free_count] : c->requests++;
    const size_t pieces = pieces_of(c, span);

    for (size_t i = 0; i < pieces; i++) {
        const tunedx_span_t piece =
            pieces == 1 ? *span : tunedx_cut(*span, i, piece_of(c, span));
        tunedx_instruction_t *instruction = emit(
            c, sends ? TUNEDX_CODE_START_SEND : TUNEDX_CODE_START_RECV, &piece);

        instruction->peer = step->peer;
        instruction->synchronous = step->synchronous && i == pieces - 1;
        instruction->request = request_of(c, request, i);
    }
    c->flights[c->in_flight].step = index;
    c->flights[c->in_flight++].request = request;
    c->started[index] = true;
    *(sends ? &c->sends : &c->receives) += 1;
}

/* Whether the last instruction so far starts a transfer. */
static bool has_just_started(const compiler_t *c)
{
    return c->emitted > 0 &&
           (c->code[c->emitted - 1].opcode == TUNEDX_CODE_START_SEND ||
            c->code[c->emitted - 1].opcode == TUNEDX_CODE_START_RECV);
}

/* Waits for transfer number `flight` of those in flight.  What the instruction
 * just before has started of it is started and waited for in one. */
static void wait_for(compiler_t *c, int flight)
{
    const tunedx_step_t *step = &c->steps[c->flights[flight].step];
    const int request = c->flights[flight].request;
    const bool sends = step->kind == TUNEDX_STEP_SEND;
    size_t pieces = pieces_of(c, span_of(step));

    if (flight == c->in_flight - 1 && has_just_started(c)) {
        c->code[c->emitted - 1].opcode =
            (uint8_t)(sends ? TUNEDX_CODE_SEND : TUNEDX_CODE_RECV);
        pieces--;
    }
    for (size_t i = 0; i < pieces; i++) {
        emit(c, TUNEDX_CODE_WAIT, NULL)->request = request_of(c, request, i);
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

/* Whether step `later` may start before step `now` and what follows that. */
static bool is_independent(const compiler_t *c, size_t now, size_t later)
{
    if (conflicts_in_flight(c, &c->steps[later])) {
        return false;
    }
    for (size_t i = now; i < later; i++) {
        if (!c->started[i] && conflict(&c->steps[i], &c->steps[later])) {
            return false;
        }
    }
    return true;
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
        if (c->steps[c->next_receive].kind != TUNEDX_STEP_RECV) {
            continue;
        }
        if (c->receives == c->window->receives ||
            !is_independent(c, now, c->next_receive)) {
            return;
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
static void wait_for_room(compiler_t *c, size_t now, tunedx_step_kind_t kind)
{
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

/* Whether all sends in flight do, so that one more goes behind them anyway. */
static bool go_all_to(const compiler_t *c, int peer)
{
    for (int i = 0; i < c->in_flight; i++) {
        const tunedx_step_t *step = &c->steps[c->flights[i].step];

        if (step->kind == TUNEDX_STEP_SEND && step->peer != peer) {
            return false;
        }
    }
    return true;
}

/* Starts the sends after local steps before those, if they are independent.  If
 * the step has to wait for a message, the oldest of a full window (not of one:
 * its next receive would be late) of sends to that peer is waited for first. */
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
        if (step->kind != TUNEDX_STEP_SEND || !is_independent(c, now, next)) {
            return;
        }
        if (c->sends > 1 && go_all_to(c, step->peer) &&
            conflicts_in_flight(c, &c->steps[now])) {
            wait_for_room(c, now, TUNEDX_STEP_SEND);
        }
        if (c->sends == c->window->sends) {
            return;
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
            wait_for_room(c, i, step->kind);
            start(c, i);
        } else {
            emit(c,
                 step->kind == TUNEDX_STEP_COPY ? TUNEDX_CODE_COPY
                                                : TUNEDX_CODE_REDUCE,
                 &step->read);
            emit(c, TUNEDX_CODE_OPERAND, &step->write);
        }
    }
    if (has_just_started(c)) { /* in one: a blocking transfer costs less */
        wait_for(c, c->in_flight - 1);
    }
    while (c->in_flight > 0) {
        wait_for(c, 0);
    }
}

/* ---- the program ---- */

static tunedx_error_t assemble(const compiler_t *c, const tunedx_text_t *text,
                               const tunedx_slots_t *slots,
                               tunedx_program_t **result)
{
    tunedx_program_t *program =
        tunedx_program_create(c->code, c->emitted, slots->units, slots->count);

    if (program == NULL) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    program->requests = (int)((size_t)c->requests * c->most_pieces);
    program->flow_control = text->flow_control;
    *result = program;
    return TUNEDX_SUCCESS;
}

/* Finds the most pieces of a transfer, and makes room for all instructions: a
 * piece is at most a start and a wait, a local step two spans. */
static bool make_room(compiler_t *c, tunedx_arena_t *arena)
{
    size_t most = 0;

    c->most_pieces = 1;
    for (size_t i = 0; i < c->count; i++) {
        const size_t pieces =
            is_local(&c->steps[i]) ? 1 : pieces_of(c, span_of(&c->steps[i]));

        c->most_pieces = pieces > c->most_pieces ? pieces : c->most_pieces;
        most += 2 * pieces;
    }
    c->started = tunedx_arena_take_array(arena, c->count, sizeof *c->started);
    c->code = tunedx_arena_take_array(arena, most, sizeof *c->code);
    return c->started != NULL && c->code != NULL;
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
    };
    tunedx_error_t error =
        make_room(&c, arena) ? TUNEDX_SUCCESS : TUNEDX_OUT_OF_MEMORY;

    if (error == TUNEDX_SUCCESS) {
        error = tunedx_place_pieces(text, window, arena, &slots);
    }
    if (error == TUNEDX_SUCCESS && text->one_way) {
        error = tunedx_mark_synchronous(text, window->sends, arena);
    }
    if (error == TUNEDX_SUCCESS) {
        walk(&c);
        error = assemble(&c, text, &slots, program);
    }
    return error;
}
