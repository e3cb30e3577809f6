/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writing a schedule: what one rank sends, receives, copies and reduces.
 *
 * The text has sequential meaning: as if sends were buffered and each line ran
 * when the one before it had ended.  tunedx_schedule_finish derives from it
 * which transfers may overlap.  The functions below return nothing: the first
 * failure sticks, and finish reports it.  Spans of no units are left out.
 */
#ifndef TUNEDX_SCHEDULE_H
#define TUNEDX_SCHEDULE_H

#include "schedule/program.h"
#include "schedule/shape.h"

typedef enum tunedx_error {
    TUNEDX_SUCCESS,
    TUNEDX_OUT_OF_MEMORY,
    TUNEDX_TOO_LARGE, /* a number of units does not fit in size_t */
    TUNEDX_BAD_STEP   /* a peer or a span that cannot be: an author's fault */
} tunedx_error_t;

typedef struct tunedx_schedule tunedx_schedule_t;

/* Which operand what arrives is: that of lower or of higher ranks. */
typedef enum tunedx_order {
    TUNEDX_FROM_LOWER,
    TUNEDX_FROM_HIGHER
} tunedx_order_t;

/* An empty schedule for a call of this shape, or NULL when memory is short.
 * The shape is copied; its pointers must outlive the schedule. */
tunedx_schedule_t *tunedx_schedule_create(const tunedx_shape_t *shape);

void tunedx_send(tunedx_schedule_t *s, int peer, tunedx_span_t span);
void tunedx_recv(tunedx_schedule_t *s, int peer, tunedx_span_t span);

/* A send that ends only when its receive has begun, however short it is. */
void tunedx_send_synchronous(tunedx_schedule_t *s, int peer,
                             tunedx_span_t span);

/* into = what arrives from `peer` combined with `own`, in the order given.
 * `own` and `into` are the same span or do not overlap. */
void tunedx_recv_reduce(tunedx_schedule_t *s, int peer, tunedx_span_t own,
                        tunedx_span_t into, tunedx_order_t order);

/* Nothing happens when both spans are the same. */
void tunedx_copy(tunedx_schedule_t *s, tunedx_span_t from, tunedx_span_t to);

/* into = from op into: `from` is the operand of the lower ranks. */
void tunedx_reduce(tunedx_schedule_t *s, tunedx_span_t from,
                   tunedx_span_t into);

/* A fresh piece of scratch.  Never reuse one for something else: the compiler
 * of schedules recycles them. */
tunedx_span_t tunedx_scratch(tunedx_schedule_t *s, size_t units);

/* `bytes` zeroed bytes that live as long as the schedule, for arrays of a view;
 * NULL, and a failure recorded, when memory is short. */
void *tunedx_schedule_memory(tunedx_schedule_t *s, size_t bytes);

/* `units` units of `span` from its unit `first` on. */
static inline tunedx_span_t tunedx_part(tunedx_span_t span, size_t first,
                                        size_t units)
{
    span.first += first;
    span.units = units;
    return span;
}

/* Piece number `piece` of `span` cut into pieces of `segment` units; no units
 * beyond its end. */
static inline tunedx_span_t tunedx_cut(tunedx_span_t span, size_t piece,
                                       size_t segment)
{
    const size_t first = piece * segment;
    const size_t left = first < span.units ? span.units - first : 0;

    return tunedx_part(span, first, left < segment ? left : segment);
}

/* Another schedule's view of this one: while it is entered, ranks 0..size-1
 * are `ranks[0..size-1]`, and the send and receive buffers are the spans given.
 * The arrays are borrowed until the view is left.  Views nest. */
typedef struct tunedx_view {
    const int *ranks; /* NULL: every rank is itself */
    int size;
    tunedx_span_t send, recv;
    const size_t *block_units; /* irregular: of every block, in a row in the
                                * buffer that has them all; else NULL */
} tunedx_view_t;

void tunedx_schedule_enter(tunedx_schedule_t *s, const tunedx_view_t *view);
void tunedx_schedule_leave(tunedx_schedule_t *s);

/* Records a failure of the author's; the first one sticks. */
void tunedx_schedule_fail(tunedx_schedule_t *s, tunedx_error_t error);

/* Compiles the schedule into a program, which the caller owns, and destroys
 * the schedule whatever happens.  *program is set only on success. */
tunedx_error_t tunedx_schedule_finish(tunedx_schedule_t *s,
                                      const tunedx_window_t *window,
                                      tunedx_program_t **program);

/* Destroys without compiling; accepts NULL. */
void tunedx_schedule_destroy(tunedx_schedule_t *s);

#endif
