/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A picture of a call as SVG: time across, ranks down.
 */
#ifndef TUNEDX_TOOLS_PICTURE_H
#define TUNEDX_TOOLS_PICTURE_H

#include "model/simulate.h"
#include "tools/job.h"

/* What took place, in the order in which it was heard. */
typedef struct tool_timeline {
    tunedx_activity_t *activities;
    size_t count, room;
    bool short_of_memory;
    uint64_t time; /* of the whole call */
} tool_timeline_t;

/* For tunedx_listener_t; the context is the timeline. */
void tool_timeline_hear(void *context, const tunedx_activity_t *activity);

/* Draws the job, whose programs are built.  Equal calls give equal bytes.
 * False when memory is short. */
bool tool_picture_draw(const tool_job_t *job, const tunedx_price_t *price,
                       const tool_timeline_t *timeline, FILE *out);

#endif
