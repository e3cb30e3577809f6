/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Events in the order of time: a binary heap.
 */
#ifndef TUNEDX_EVENTS_H
#define TUNEDX_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tunedx_event {
    uint64_t time, order, serial;
    void *what;
    bool first; /* before those of the same time that are not */
} tunedx_event_t;

/* All zero is empty; heap[0] is the next one. */
typedef struct tunedx_events {
    tunedx_event_t *heap;
    size_t count, room;
    uint64_t serial; /* of the next event: equal ones keep their order */
} tunedx_events_t;

/* Of events of one time and kind, the one with the smallest `order` is next.
 * False when memory is short. */
bool tunedx_events_push(tunedx_events_t *events, uint64_t time, bool first,
                        uint64_t order, void *what);

/* Whether the next event has this time and kind. */
bool tunedx_events_has(const tunedx_events_t *events, uint64_t time,
                       bool first);

/* Takes out the next event; there is one. */
void *tunedx_events_pop(tunedx_events_t *events);

void tunedx_events_free(tunedx_events_t *events);

#endif
