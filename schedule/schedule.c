/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The builder: collects the steps of a text.
 *
 * Its one piece of cleverness is tunedx_recv_reduce: it decides whether what
 * arrives lands in the result or in scratch, so that no algorithm copies its
 * input first.
 */
#include "schedule/step.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 };

/* A view that was entered, resolved to ranks and buffers of the whole. */
typedef struct frame {
    struct frame *outer;
    int *ranks; /* NULL: every rank is itself */
    int size;
    tunedx_span_t send, recv;
    const size_t *block_first; /* irregular: where each block begins */
} frame_t;

struct tunedx_schedule {
    tunedx_arena_t arena;
    tunedx_shape_t shape;
    tunedx_text_t text;
    size_t step_room, piece_room;
    frame_t *frame; /* NULL: the whole communicator */
    tunedx_error_t error;
};

tunedx_schedule_t *tunedx_schedule_create(const tunedx_shape_t *shape)
{
    tunedx_schedule_t *s = calloc(1, sizeof *s);

    if (s != NULL) {
        s->shape = *shape;
        s->text.one_way = tunedx_collective_is_one_way(shape->collective);
        s->text.flow_control =
            tunedx_collective_needs_flow_control(shape->collective);
    }
    return s;
}

void tunedx_schedule_destroy(tunedx_schedule_t *s)
{
    if (s != NULL) {
        tunedx_arena_free(&s->arena);
        free(s);
    }
}

void tunedx_schedule_fail(tunedx_schedule_t *s, tunedx_error_t error)
{
    if (s->error == TUNEDX_SUCCESS) {
        s->error = error;
    }
}

/* `array`, moved to where one more entry has room; `count` entries of `bytes`
 * bytes are in use.  The same array after a failure. */
static void *grow(tunedx_schedule_t *s, void *array, size_t count, size_t *room,
                  size_t bytes)
{
    if (count < *room || s->error != TUNEDX_SUCCESS) {
        return array;
    }
    const size_t larger = *room == 0 ? FIRST_ROOM : 2 * *room;
    void *moved = tunedx_arena_take_array(&s->arena, larger, bytes);
    if (moved == NULL) {
        tunedx_schedule_fail(s, TUNEDX_OUT_OF_MEMORY);
        return array;
    }
    if (count > 0) {
        memcpy(moved, array, count * bytes);
    }
    *room = larger;
    return moved;
}

static void add_step(tunedx_schedule_t *s, tunedx_step_t step)
{
    s->text.steps =
        grow(s, s->text.steps, s->text.count, &s->step_room, sizeof step);
    if (s->error == TUNEDX_SUCCESS) {
        s->text.steps[s->text.count++] = step;
    }
}

/* ---- views ---- */

static tunedx_span_t resolve_span(const tunedx_schedule_t *s,
                                  tunedx_span_t span)
{
    if (s->frame != NULL && span.buffer != TUNEDX_SCRATCH_BUFFER) {
        const tunedx_span_t *base = span.buffer == TUNEDX_SEND_BUFFER
                                        ? &s->frame->send
                                        : &s->frame->recv;

        if (s->frame->block_first != NULL) {
            span.first += s->frame->block_first[span.block];
        }
        span.buffer = base->buffer;
        span.block = base->block;
        span.first += base->first;
    }
    return span;
}

static int resolve_rank(const tunedx_schedule_t *s, int rank)
{
    return s->frame == NULL || s->frame->ranks == NULL ? rank
                                                       : s->frame->ranks[rank];
}

static bool copy_ranks(tunedx_schedule_t *s, const tunedx_view_t *view,
                       frame_t *frame)
{
    if (view->ranks == NULL && (s->frame == NULL || s->frame->ranks == NULL)) {
        return true;
    }
    frame->ranks = tunedx_arena_take_array(&s->arena, (size_t)view->size,
                                           sizeof *frame->ranks);
    for (int i = 0; frame->ranks != NULL && i < view->size; i++) {
        frame->ranks[i] =
            resolve_rank(s, view->ranks == NULL ? i : view->ranks[i]);
    }
    return frame->ranks != NULL;
}

static bool sum_blocks(tunedx_schedule_t *s, const tunedx_view_t *view,
                       frame_t *frame)
{
    size_t *first, sum = 0;

    if (view->block_units == NULL) {
        return true;
    }
    first =
        tunedx_arena_take_array(&s->arena, (size_t)view->size, sizeof *first);
    for (int i = 0; first != NULL && i < view->size; i++) {
        first[i] = sum;
        sum += view->block_units[i];
    }
    frame->block_first = first;
    return first != NULL;
}

void tunedx_schedule_enter(tunedx_schedule_t *s, const tunedx_view_t *view)
{
    frame_t *frame = tunedx_arena_take(&s->arena, sizeof *frame);

    if (frame == NULL || !copy_ranks(s, view, frame) ||
        !sum_blocks(s, view, frame)) {
        tunedx_schedule_fail(s, TUNEDX_OUT_OF_MEMORY);
        return;
    }
    frame->outer = s->frame;
    frame->size = view->size;
    frame->send = resolve_span(s, view->send);
    frame->recv = resolve_span(s, view->recv);
    s->frame = frame;
}

void tunedx_schedule_leave(tunedx_schedule_t *s)
{
    if (s->error == TUNEDX_SUCCESS) {
        s->frame = s->frame->outer;
    }
}

/* ---- steps ---- */

/* A span that holds something, resolved; false also after a failure. */
static bool prepare(tunedx_schedule_t *s, tunedx_span_t *span)
{
    if (s->error != TUNEDX_SUCCESS || span->units == 0) {
        return false;
    }
    *span = resolve_span(s, *span);
    return true;
}

static bool prepare_peer(tunedx_schedule_t *s, int *peer)
{
    const int size = s->frame == NULL ? s->shape.size : s->frame->size;

    if (*peer < 0 || *peer >= size) {
        tunedx_schedule_fail(s, TUNEDX_BAD_STEP);
        return false;
    }
    *peer = resolve_rank(s, *peer);
    if (*peer == s->shape.rank && !s->shape.remote) {
        tunedx_schedule_fail(s, TUNEDX_BAD_STEP);
        return false;
    }
    return true;
}

static void add_send(tunedx_schedule_t *s, int peer, tunedx_span_t span,
                     bool synchronous)
{
    if (prepare(s, &span) && prepare_peer(s, &peer)) {
        add_step(s, (tunedx_step_t){
                        .kind = TUNEDX_STEP_SEND,
                        .synchronous = synchronous,
                        .peer = peer,
                        .read = span,
                    });
    }
}

void tunedx_send(tunedx_schedule_t *s, int peer, tunedx_span_t span)
{
    add_send(s, peer, span, false);
}

void tunedx_send_synchronous(tunedx_schedule_t *s, int peer, tunedx_span_t span)
{
    add_send(s, peer, span, true);
}

void tunedx_recv(tunedx_schedule_t *s, int peer, tunedx_span_t span)
{
    if (prepare(s, &span) && prepare_peer(s, &peer)) {
        add_step(s, (tunedx_step_t){
                        .kind = TUNEDX_STEP_RECV,
                        .peer = peer,
                        .write = span,
                    });
    }
}

static bool is_same_span(const tunedx_span_t *a, const tunedx_span_t *b)
{
    return a->buffer == b->buffer && a->block == b->block &&
           a->first == b->first && a->units == b->units;
}

static void add_local(tunedx_schedule_t *s, tunedx_step_kind_t kind,
                      tunedx_span_t from, tunedx_span_t to)
{
    if (!prepare(s, &from) || !prepare(s, &to)) {
        return;
    }
    if (from.units != to.units) {
        tunedx_schedule_fail(s, TUNEDX_BAD_STEP);
    } else if (is_same_span(&from, &to)) {
        if (kind == TUNEDX_STEP_REDUCE) {
            tunedx_schedule_fail(s, TUNEDX_BAD_STEP);
        }
    } else if (tunedx_spans_overlap(&from, &to)) {
        tunedx_schedule_fail(s, TUNEDX_BAD_STEP);
    } else {
        add_step(s, (tunedx_step_t){.kind = kind, .read = from, .write = to});
    }
}

void tunedx_copy(tunedx_schedule_t *s, tunedx_span_t from, tunedx_span_t to)
{
    add_local(s, TUNEDX_STEP_COPY, from, to);
}

void tunedx_reduce(tunedx_schedule_t *s, tunedx_span_t from, tunedx_span_t into)
{
    add_local(s, TUNEDX_STEP_REDUCE, from, into);
}

tunedx_span_t tunedx_scratch(tunedx_schedule_t *s, size_t units)
{
    tunedx_span_t span = {.buffer = TUNEDX_SCRATCH_BUFFER, .units = units};

    if (s->text.pieces >= INT_MAX) {
        tunedx_schedule_fail(s, TUNEDX_TOO_LARGE);
    }
    s->text.piece_units = grow(s, s->text.piece_units, s->text.pieces,
                               &s->piece_room, sizeof *s->text.piece_units);
    if (s->error == TUNEDX_SUCCESS) {
        span.block = (int)s->text.pieces;
        s->text.piece_units[s->text.pieces++] = units;
    }
    return span;
}

void *tunedx_schedule_memory(tunedx_schedule_t *s, size_t bytes)
{
    void *memory = tunedx_arena_take(&s->arena, bytes);

    if (memory == NULL) {
        tunedx_schedule_fail(s, TUNEDX_OUT_OF_MEMORY);
    }
    return memory;
}

/* Four cases.  What the reduction reads as left operand must not be its
 * target, so the place where the message lands follows from the order:
 *
 *   own is left,  own != into   land in `into`, reduce own into it
 *   own is right, own != into   copy own to `into`, land in scratch, reduce
 *   own is right, own == into   land in scratch, reduce that into own
 *   own is left,  own == into   land in scratch, reduce own into it, copy back
 *
 * A commutative operation takes the cheaper row of each pair. */
void tunedx_recv_reduce(tunedx_schedule_t *s, int peer, tunedx_span_t own,
                        tunedx_span_t into, tunedx_order_t order)
{
    const bool same = is_same_span(&own, &into);
    const bool any = s->shape.commutative;

    if (!same && (any || order == TUNEDX_FROM_HIGHER)) {
        tunedx_recv(s, peer, into);
        tunedx_reduce(s, own, into);
        return;
    }
    if (own.units == 0) {
        return;
    }
    const tunedx_span_t landing = tunedx_scratch(s, into.units);

    tunedx_recv(s, peer, landing);
    if (any || order == TUNEDX_FROM_LOWER) {
        tunedx_copy(s, own, into);
        tunedx_reduce(s, landing, into);
    } else {
        tunedx_reduce(s, own, landing);
        tunedx_copy(s, landing, into);
    }
}

tunedx_error_t tunedx_schedule_finish(tunedx_schedule_t *s,
                                      const tunedx_window_t *window,
                                      tunedx_program_t **program)
{
    const tunedx_error_t error =
        s->error != TUNEDX_SUCCESS
            ? s->error
            : tunedx_compile(&s->text, window, &s->arena, program);

    tunedx_schedule_destroy(s);
    return error;
}
