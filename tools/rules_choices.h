/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What rules choose at the points of a map.
 */
#ifndef TUNEDX_TOOLS_RULES_CHOICES_H
#define TUNEDX_TOOLS_RULES_CHOICES_H

#include "decision/decide.h"
#include "maps/statistics.h"
#include "tools/command.h"

/* The rules of a file, then the built-in ones. */
typedef struct tool_rules {
    tunedx_arena_t arena;
    tunedx_policy_t policy;
} tool_rules_t;

/* Reads them, or the built-in ones alone when `path` is NULL.  Faults of the
 * file are reported.  The rules have to be closed whatever happens. */
int tool_rules_open(const char *name, const char *path, tool_rules_t *rules);

void tool_rules_close(tool_rules_t *rules);

/* Decides each point.  choices[i] is the method of the map that says the same,
 * or TUNEDX_NO_METHOD. */
int tool_rules_choices(const char *name, const tool_rules_t *rules,
                       const tunedx_map_t *map, size_t *choices);

#endif
