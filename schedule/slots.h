/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Slots for pieces of scratch.  Private to schedule/.
 */
#ifndef TUNEDX_SLOTS_H
#define TUNEDX_SLOTS_H

#include "schedule/step.h"

typedef struct tunedx_slots {
    int count;
    size_t *units; /* of every slot; lives in the arena */
} tunedx_slots_t;

/* Rewrites all scratch spans of `text` from pieces to slots. */
tunedx_error_t tunedx_place_pieces(tunedx_text_t *text,
                                   const tunedx_window_t *window,
                                   tunedx_arena_t *arena,
                                   tunedx_slots_t *slots);

#endif
