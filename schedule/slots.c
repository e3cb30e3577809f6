/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Slots for pieces of scratch, the first half of the compile pass.
 *
 * An author takes a fresh piece each time; here the pieces get slots, and a
 * slot is taken again, oldest first, when its piece has been named for the
 * last time and there are as many slots as transfers may be in flight.
 *
 * A transfer may then still be using it.  To wait for that transfer would be a
 * wait that the text does not have, and a deadlock where the peer waits alike.
 * So a slot is left alone until so many further sends (or receives) have been
 * started that the window has waited for its own.
 */
#include "schedule/slots.h"

#include <string.h>

/* What is known of a piece. */
typedef struct piece {
    int slot;               /* plus 1; 0: none yet */
    size_t last;            /* the step that names it last */
    size_t sends, receives; /* to be started before its slot is taken again */
} piece_t;

typedef struct idle {
    int slot;
    size_t sends, receives; /* as in its last piece */
} idle_t;

typedef struct placer {
    tunedx_text_t *text;
    const tunedx_window_t *window;
    piece_t *pieces;
    idle_t *idle; /* slots that hold no live piece, oldest first */
    size_t idle_count;
    size_t sends, receives; /* of the text so far */
    tunedx_slots_t *slots;
} placer_t;

static int take_slot(placer_t *p, size_t units)
{
    const int enough = p->window->sends + p->window->receives;
    int slot = p->slots->count;
    size_t i = 0;

    while (i < p->idle_count &&
           (p->idle[i].sends > p->sends || p->idle[i].receives > p->receives)) {
        i++;
    }
    if (i < p->idle_count && p->slots->count >= enough) {
        slot = p->idle[i].slot;
        p->idle_count--;
        memmove(&p->idle[i], &p->idle[i + 1],
                (p->idle_count - i) * sizeof *p->idle);
    } else {
        p->slots->count++;
    }
    if (p->slots->units[slot] < units) {
        p->slots->units[slot] = units;
    }
    return slot;
}

static bool is_piece(const tunedx_span_t *span)
{
    return span->units > 0 && span->buffer == TUNEDX_SCRATCH_BUFFER;
}

static void find_last_uses(placer_t *p)
{
    for (size_t i = 0; i < p->text->count; i++) {
        const tunedx_step_t *step = &p->text->steps[i];

        if (is_piece(&step->read)) {
            p->pieces[step->read.block].last = i;
        }
        if (is_piece(&step->write)) {
            p->pieces[step->write.block].last = i;
        }
    }
}

/* Rewrites a span of `step` from piece to slot. */
static void place(placer_t *p, const tunedx_step_t *step, tunedx_span_t *span)
{
    piece_t *piece = &p->pieces[span->block];

    if (piece->slot == 0) {
        piece->slot = 1 + take_slot(p, p->text->piece_units[span->block]);
    }
    span->block = piece->slot - 1;
    piece->receives = 0;
    if (step->kind == TUNEDX_STEP_SEND) {
        piece->sends = p->sends + (size_t)p->window->sends + 1;
    } else if (step->kind == TUNEDX_STEP_RECV) {
        piece->receives = p->receives + (size_t)p->window->receives + 1;
    }
}

/* Places both spans of step number `at`, then gives back what it names last. */
static void place_step(placer_t *p, size_t at)
{
    tunedx_step_t *step = &p->text->steps[at];
    tunedx_span_t *spans[] = {&step->read, &step->write};
    const piece_t *named[] = {NULL, NULL};

    for (int k = 0; k < 2; k++) {
        if (is_piece(spans[k])) {
            named[k] = &p->pieces[spans[k]->block];
            place(p, step, spans[k]);
        }
    }
    for (int k = 0; k < 2; k++) {
        if (named[k] != NULL && named[k]->last == at &&
            (k == 0 || named[0] != named[1])) {
            p->idle[p->idle_count++] = (idle_t){
                .slot = named[k]->slot - 1,
                .sends = named[k]->sends,
                .receives = named[k]->receives,
            };
        }
    }
    p->sends += step->kind == TUNEDX_STEP_SEND;
    p->receives += step->kind == TUNEDX_STEP_RECV;
}

tunedx_error_t tunedx_place_pieces(tunedx_text_t *text,
                                   const tunedx_window_t *window,
                                   tunedx_arena_t *arena, tunedx_slots_t *slots)
{
    const size_t pieces = text->pieces;
    placer_t p = {
        .text = text,
        .window = window,
        .pieces = tunedx_arena_take_array(arena, pieces, sizeof *p.pieces),
        .idle = tunedx_arena_take_array(arena, pieces, sizeof *p.idle),
        .slots = slots,
    };

    slots->count = 0;
    slots->units = tunedx_arena_take_array(arena, pieces, sizeof *slots->units);
    if (p.pieces == NULL || p.idle == NULL || slots->units == NULL) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    find_last_uses(&p);
    for (size_t i = 0; i < text->count; i++) {
        place_step(&p, i);
    }
    return TUNEDX_SUCCESS;
}
