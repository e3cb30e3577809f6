/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writing rules files.  What a format cannot say is told on standard error.
 */
#ifndef TUNEDX_TOOLS_WRITE_RULES_H
#define TUNEDX_TOOLS_WRITE_RULES_H

#include "decision/rules.h"

#include <stdio.h>

/* tunedx's own.  False when memory is short, as with the others. */
bool tool_write_rules(FILE *out, const tunedx_rules_t *rules);

/* coll/tuned's classic one, for Open MPI 4.1. */
bool tool_write_tuned(FILE *out, tunedx_arena_t *arena,
                      const tunedx_rules_t *rules);

/* coll/tuned's in JSON, for Open MPI 6.0. */
bool tool_write_json(FILE *out, tunedx_arena_t *arena,
                     const tunedx_rules_t *rules);

#endif
