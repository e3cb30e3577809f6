/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The decision maps of a file of measurements.
 */
#ifndef TUNEDX_TOOLS_MAPS_H
#define TUNEDX_TOOLS_MAPS_H

#include "maps/map.h"
#include "tools/command.h"

enum { TOOL_MOST_MAPS = 256, TOOL_CLASS_TEXT = 96 };

/* What is read, and of which maps. */
typedef struct tool_maps_request {
    const char *path;
    const char *weights; /* a profile, or NULL */
    bool strict;
    bool halves; /* of the samples: tool_maps_make_again makes the others' */
    bool one_collective, one_ppn;
    tunedx_collective_t collective; /* if one_collective */
    int ppn;                        /* if one_ppn; 0: within one node */
} tool_maps_request_t;

/* Sorted by collective, one node first, then by ranks per node. */
typedef struct tool_maps {
    tunedx_measurements_t measurements;
    tunedx_map_t maps[TOOL_MOST_MAPS];
    size_t count;
} tool_maps_t;

/* Reads and makes at least one map.  The maps have to be freed whatever
 * happens. */
int tool_maps_make(const char *name, const tool_maps_request_t *request,
                   tool_maps_t *maps);

/* The same maps from the other halves of the samples. */
int tool_maps_make_again(const char *name, const tool_maps_request_t *request,
                         const tool_maps_t *maps, tool_maps_t *again);

void tool_maps_free(tool_maps_t *maps);

/* "bcast, 1 rank on each of several nodes", or "bcast, within one node". */
void tool_map_describe(const tunedx_map_t *map, char text[TOOL_CLASS_TEXT]);

/* For the table of getopt_long. */
/* clang-format off */
#define TOOL_MAPS_OPTIONS \
    {"collective", required_argument, NULL, 'C'}, \
    {"ppn", required_argument, NULL, 'P'}, \
    {"weights", required_argument, NULL, 'W'}, \
    {"strict", no_argument, NULL, 'S'}
/* clang-format on */

/* Takes --collective (C), --ppn (P), --weights (W) and --strict (S). */
int tool_maps_take(tool_maps_request_t *request, const char *name, int option,
                   const char *argument, const char *value);

#endif
