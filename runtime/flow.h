/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Flow control of one-way programs: a sender that no receiver ever answers
 * would pile up messages at a slow one without bound.  So a send becomes
 * synchronous when 1,024 messages or 1 MiB went to that peer since the last
 * synchronous one.  This is the sender's matter alone.
 */
#ifndef TUNEDX_FLOW_H
#define TUNEDX_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tunedx_flow_count {
    int32_t peer; /* plus 1; 0: nobody yet */
    uint32_t messages;
    size_t bytes;
} tunedx_flow_count_t;

/* Counts of some peers: a peer has the entry of its number modulo the mask;
 * two that share one make each other synchronous more often. */
typedef struct tunedx_flow {
    tunedx_flow_count_t *counts; /* NULL until the first one-way program */
    uint32_t mask;
} tunedx_flow_t;

enum { TUNEDX_FLOW_MESSAGES = 1024, TUNEDX_FLOW_BYTES = 1 << 20 };

/* Makes room for counts on a communicator of `size` ranks; false when memory
 * is short. */
bool tunedx_flow_create(tunedx_flow_t *flow, int size);
void tunedx_flow_free(tunedx_flow_t *flow);

/* Counts a send of `bytes` bytes; true when it has to be synchronous.
 * `synchronous`: it will be in any case. */
static inline bool tunedx_flow_send(tunedx_flow_t *flow, int peer, size_t bytes,
                                    bool synchronous)
{
    tunedx_flow_count_t *count = &flow->counts[(uint32_t)peer & flow->mask];

    if (count->peer != peer + 1) {
        /* the other peer's count is lost: assume the worst for this one */
        synchronous = synchronous || count->peer != 0;
        count->peer = peer + 1;
        count->messages = 0;
        count->bytes = 0;
    }
    count->messages++;
    count->bytes += bytes;
    if (synchronous || count->messages > TUNEDX_FLOW_MESSAGES ||
        count->bytes > TUNEDX_FLOW_BYTES) {
        count->messages = 0;
        count->bytes = 0;
        return true;
    }
    return false;
}

#endif
