/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which part of the data a message carries, so that a picture can colour it.
 */
#ifndef TUNEDX_TOOLS_PIECES_H
#define TUNEDX_TOOLS_PIECES_H

#include "tools/picture.h"

/* The parts that messages carry, in the order of the buffer: where each begins.
 * Its length is not looked at. */
typedef struct tool_pieces {
    tunedx_span_t *begins;
    size_t count;
} tool_pieces_t;

/* All pieces of the timeline's messages.  False when memory is short. */
bool tool_pieces_find(tool_pieces_t *pieces, const tool_job_t *job,
                      const tool_timeline_t *timeline);

void tool_pieces_free(tool_pieces_t *pieces);

/* The index of a message's piece; -1 where it is not known. */
int tool_pieces_of(const tool_pieces_t *pieces, const tool_job_t *job,
                   const tunedx_activity_t *message);

#endif
