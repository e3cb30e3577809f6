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

enum {
    TUNEDX_FLOW_MESSAGE = 256,
    TUNEDX_FLOW_LIMIT = 1 << 20,
    TUNEDX_FLOW_PAGE = 1024 /* peers */
};

/* What went to each peer since the last synchronous send to it: of the first
 * peers in `counts`, of the others in pages, which exist once they are used, so
 * that a tree over many ranks takes little room. */
typedef struct tunedx_flow {
    uint32_t *counts; /* NULL until the first program that needs them */
    uint32_t **pages; /* NULL until the first peer beyond `counts` */
    int size;
} tunedx_flow_t;

/* Makes room for counts on a communicator of `size` ranks; false when memory
 * is short. */
bool tunedx_flow_create(tunedx_flow_t *flow, int size);
void tunedx_flow_free(tunedx_flow_t *flow);

/* The count of a peer beyond the first page, or NULL when memory is short. */
uint32_t *tunedx_flow_count(tunedx_flow_t *flow, int peer);

/* Counts a send of `bytes` bytes; true when it has to be synchronous.
 * `synchronous`: it will be in any case. */
static inline bool tunedx_flow_send(tunedx_flow_t *flow, int peer, size_t bytes,
                                    bool synchronous)
{
    uint32_t *count = peer < TUNEDX_FLOW_PAGE ? &flow->counts[peer]
                                              : tunedx_flow_count(flow, peer);
    const size_t weight =
        bytes + TUNEDX_FLOW_MESSAGE + (count == NULL ? 0 : *count);

    if (count == NULL) {
        return true;
    }
    if (weight <= TUNEDX_FLOW_LIMIT && !synchronous) {
        *count = (uint32_t)weight;
        return false;
    }
    *count = 0;
    return true;
}

#endif
