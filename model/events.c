/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See events.h.
 */
#include "model/events.h"

#include <stdlib.h>

enum { FIRST_ROOM = 64 };

static bool comes_before(const tunedx_event_t *a, const tunedx_event_t *b)
{
    if (a->time != b->time) {
        return a->time < b->time;
    }
    if (a->first != b->first) {
        return a->first;
    }
    return a->order != b->order ? a->order < b->order : a->serial < b->serial;
}

bool tunedx_events_push(tunedx_events_t *events, uint64_t time, bool first,
                        uint64_t order, void *what)
{
    const tunedx_event_t event = {time, order, events->serial, what, first};
    size_t at = events->count;

    if (at == events->room) {
        const size_t room = at == 0 ? FIRST_ROOM : 2 * at;
        tunedx_event_t *heap = realloc(events->heap, room * sizeof *heap);

        if (heap == NULL) {
            return false;
        }
        events->heap = heap;
        events->room = room;
    }
    events->count++;
    events->serial++;
    while (at > 0 && comes_before(&event, &events->heap[(at - 1) / 2])) {
        events->heap[at] = events->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    events->heap[at] = event;
    return true;
}

bool tunedx_events_has(const tunedx_events_t *events, uint64_t time, bool first)
{
    return events->count > 0 && events->heap[0].time == time &&
           events->heap[0].first == first;
}

void *tunedx_events_pop(tunedx_events_t *events)
{
    tunedx_event_t *heap = events->heap;
    void *what = heap[0].what;
    const tunedx_event_t last = heap[--events->count];
    size_t at = 0, child;

    while ((child = 2 * at + 1) < events->count) {
        if (child + 1 < events->count &&
            comes_before(&heap[child + 1], &heap[child])) {
            child++;
        }
        if (!comes_before(&heap[child], &last)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return what;
}

void tunedx_events_free(tunedx_events_t *events)
{
    free(events->heap);
    *events = (tunedx_events_t){.heap = NULL};
}
