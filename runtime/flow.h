/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Flow control of one-way programs: a sender that no receiver ever answers
 * would pile up messages at a slow one without bound.  So a send becomes
 * synchronous when 1 MiB went to that peer since the last synchronous one,
 * where every message counts 256 bytes more than it has: 4,096 empty ones.
 * This is the sender's matter alone.
 */
#ifndef TUNEDX_FLOW_H
#define TUNEDX_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tunedx_flow_count {
    int peer;      /* plus 1; 0: nobody yet */
    size_t weight; /* since its last synchronous send */
} tunedx_flow_count_t;

/* Counts of some peers: a peer has the entry of its number modulo the mask;
 * two that share one make each other synchronous more often. */
typedef struct tunedx_flow {
    tunedx_flow_count_t *counts; /* NULL until the first one-way program */
    uint32_t mask;
} tunedx_flow_t;

enum { TUNEDX_FLOW_MESSAGE = 256, TUNEDX_FLOW_LIMIT = 1 << 20 };

/* Makes room for counts on a communicator of `size` ranks; false when memory
 * is short. */
bool tunedx_flow_create(tunedx_flow_t *flow, int size);
void tunedx_flow_free(tunedx_flow_t *flow);

/* What tunedx_flow_send does when the send is synchronous, or the peer is not
 * the one counted so far. */
bool tunedx_flow_turn(tunedx_flow_count_t *count, int peer, size_t weight,
                      bool synchronous);

/* Counts a send of `bytes` bytes; true when it has to be synchronous.
 * `synchronous`: it will be in any case. */
static inline bool tunedx_flow_send(tunedx_flow_t *flow, int peer, size_t bytes,
                                    bool synchronous)
{
    tunedx_flow_count_t *count = &flow->counts[(uint32_t)peer & flow->mask];
    const size_t weight = count->weight + bytes + TUNEDX_FLOW_MESSAGE;

    if (count->peer == peer + 1 && weight <= TUNEDX_FLOW_LIMIT &&
        !synchronous) {
        count->weight = weight;
        return false;
    }
    return tunedx_flow_turn(count, peer, weight, synchronous);
}

#endif
