/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Flow control within a program, before the compile pass.
 */
#include "schedule/step.h"

enum { SHORTEST_RUN = 4 };

/* Sends to one peer so far, in a table with open addressing. */
typedef struct peer_count {
    int peer; /* plus 1; 0: free */
    int sends;
} peer_count_t;

tunedx_error_t tunedx_mark_synchronous(tunedx_text_t *text, int window,
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
