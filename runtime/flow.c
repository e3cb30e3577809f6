/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See flow.h.
 */
#include "runtime/flow.h"

#include <assert.h>
#include <stdlib.h>

static int pages_of(const tunedx_flow_t *flow)
{
    return (flow->size - 1) / TUNEDX_FLOW_PAGE + 1;
}

bool tunedx_flow_create(tunedx_flow_t *flow, int size)
{
    const int first = size < TUNEDX_FLOW_PAGE ? size : TUNEDX_FLOW_PAGE;

    assert(size > 0);
    flow->size = size;
    flow->pages = NULL;
    flow->counts = calloc((size_t)first, sizeof *flow->counts);
    return flow->counts != NULL;
}

void tunedx_flow_free(tunedx_flow_t *flow)
{
    for (int i = 0; flow->pages != NULL && i < pages_of(flow); i++) {
        free(flow->pages[i]);
    }
    free(flow->pages);
    free(flow->counts);
    *flow = (tunedx_flow_t){.counts = NULL};
}

uint32_t *tunedx_flow_count(tunedx_flow_t *flow, int peer)
{
    if (flow->pages == NULL) {
        flow->pages = calloc((size_t)pages_of(flow), sizeof *flow->pages);
    }
    if (flow->pages == NULL) {
        return NULL;
    }
    uint32_t **page = &flow->pages[peer / TUNEDX_FLOW_PAGE];
    if (*page == NULL) {
        *page = calloc(TUNEDX_FLOW_PAGE, sizeof **page);
    }
    return *page == NULL ? NULL : &(*page)[peer % TUNEDX_FLOW_PAGE];
}
