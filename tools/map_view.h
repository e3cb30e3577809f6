/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A decision map as it is shown: as text or as a picture.
 */
#ifndef TUNEDX_TOOLS_MAP_VIEW_H
#define TUNEDX_TOOLS_MAP_VIEW_H

#include "maps/statistics.h"
#include "tools/command.h"

enum { TOOL_VIEW_TEXT = 640, TOOL_PENALTY_CLASSES = 5 };

typedef struct tool_map_view {
    const tunedx_map_t *map;
    size_t *choices; /* of every point */
    bool penalties;  /* shown instead of methods */
    size_t *sorted;  /* methods that are chosen, the most frequent first */
    size_t *counts;  /* of every method: points that have it */
    size_t *letters; /* of every method: its place in `sorted` */
    size_t shown;    /* how many are in `sorted` */
    char title[TOOL_VIEW_TEXT], subtitle[TOOL_VIEW_TEXT];
} tool_map_view_t;

/* The view of a map, or of what a tree decides (NULL: the best methods). */
int tool_map_view_make(tool_map_view_t *view, const char *name,
                       const tunedx_map_t *map, const tunedx_quadtree_t *tree,
                       bool penalties);

void tool_map_view_free(tool_map_view_t *view);

/* What stands for a point: the letter of its method, or the sign of its
 * penalty. */
char tool_map_view_sign(const tool_map_view_t *view, size_t point);

/* The same for an entry of the legend: a method that is shown, the most
 * frequent first, or a class of penalties. */
char tool_map_view_entry(const tool_map_view_t *view, size_t entry);

/* Which class a point's penalty has, and what the class is: "5 to 10 %". */
int tool_penalty_class(const tool_map_view_t *view, size_t point);
extern const char *const tool_penalty_classes[TOOL_PENALTY_CLASSES];

/* "binomial segment=8k: 120 points" for the method with that letter. */
void tool_map_view_label(const tool_map_view_t *view, size_t letter,
                         char text[TOOL_VIEW_TEXT]);

void tool_map_view_print(const tool_map_view_t *view, FILE *out);
void tool_map_view_draw(const tool_map_view_t *view, FILE *out);

#endif
