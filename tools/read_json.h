/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reading coll/tuned's rules files in JSON, format 3 of Open MPI 6.0.
 */
#ifndef TUNEDX_TOOLS_READ_JSON_H
#define TUNEDX_TOOLS_READ_JSON_H

#include "decision/rules.h"

/* As tunedx_rules_parse.  The first communicator rule that is for a
 * communicator has the say for it, the first of its rules that is for a message
 * decides; the rows say the same.  A rule with a fault leaves no row. */
bool tool_json_parse(tunedx_arena_t *arena, const char *name, const char *text,
                     size_t length, tunedx_rules_report_t *report,
                     void *context, tunedx_rules_t *rules);

#endif
