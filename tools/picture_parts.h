/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the files that draw a picture share.
 */
#ifndef TUNEDX_TOOLS_PICTURE_PARTS_H
#define TUNEDX_TOOLS_PICTURE_PARTS_H

#include "tools/pieces.h"

enum { PICTURE_COLOURS = 24, PICTURE_TEXT = 512 };

/* Where things are, in pixels. */
typedef struct picture {
    FILE *out;
    const tool_job_t *job;
    const tool_timeline_t *timeline;
    tool_pieces_t pieces;
    int colours;  /* of pieces */
    bool unknown; /* some messages have no piece */
    double left, top, width, lane, third;
    double bottom; /* of the lanes */
} picture_t;

/* The style sheet and the heads of arrows.  Classes: f and s, with the number
 * of a colour, fill and stroke in it; 0 is that of messages without a piece.
 */
void tool_picture_style(const picture_t *picture);

/* What lanes and colours mean, below the lanes. */
void tool_picture_legend(const picture_t *picture);
double tool_picture_legend_width(const picture_t *picture);

#endif
