/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See flow.h.
 */
#include "runtime/flow.h"

#include <stdlib.h>

enum { MOST_COUNTS = 1024 };

bool tunedx_flow_create(tunedx_flow_t *flow, int size)
{
    uint32_t entries = 1;

    while (entries < (uint32_t)size && entries < MOST_COUNTS) {
        entries *= 2;
    }
    flow->counts = calloc(entries, sizeof *flow->counts);
    flow->mask = entries - 1;
    return flow->counts != NULL;
}

void tunedx_flow_free(tunedx_flow_t *flow)
{
    free(flow->counts);
    flow->counts = NULL;
}

bool tunedx_flow_turn(tunedx_flow_count_t *count, int peer, size_t weight,
                      bool synchronous)
{
    /* the other peer's count is lost: assume the worst for this one */
    const bool other = count->peer != peer + 1 && count->peer != 0;
    const bool turn = synchronous || other || weight > TUNEDX_FLOW_LIMIT;

    count->peer = peer + 1;
    count->weight = turn ? 0 : weight;
    return turn;
}
