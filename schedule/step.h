/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The text of a schedule, as the builder leaves it for the compiler.
 *
 * Private to schedule/ and its tests.
 */
#ifndef TUNEDX_STEP_H
#define TUNEDX_STEP_H

#include "schedule/arena.h"
#include "schedule/schedule.h"

typedef enum tunedx_step_kind {
    TUNEDX_STEP_SEND,
    TUNEDX_STEP_RECV,
    TUNEDX_STEP_COPY,
    TUNEDX_STEP_REDUCE
} tunedx_step_kind_t;

/* A step reads one span and writes one; a send writes none, a receive reads
 * none, and a reduction reads also what it writes.  None: no units. */
typedef struct tunedx_step {
    tunedx_step_kind_t kind;
    bool synchronous;
    int peer;
    tunedx_span_t read, write;
} tunedx_step_t;

/* The text of one rank.  Scratch pieces are numbered from 0; piece_units holds
 * the units of each. */
typedef struct tunedx_text {
    tunedx_step_t *steps;
    size_t count;
    size_t *piece_units;
    size_t pieces;
    bool one_way, flow_control;
} tunedx_text_t;

/* Makes every window-th send to a peer synchronous, for one-way programs, so
 * that a fast sender is never further ahead; narrow windows count as 4. Working
 * memory comes from `arena`. */
tunedx_error_t tunedx_mark_synchronous(tunedx_text_t *text, int window,
                                       tunedx_arena_t *arena);

/* Compiles `text`, whose scratch spans it rewrites from pieces to slots.
 * Working memory comes from `arena`; the program is the caller's. */
tunedx_error_t tunedx_compile(tunedx_text_t *text,
                              const tunedx_window_t *window,
                              tunedx_arena_t *arena,
                              tunedx_program_t **program);

#endif
