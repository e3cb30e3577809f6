/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files of results: JSON lines, as doc/report.md describes them.
 *
 *     {"results": 1, "launch": "2026-11-28T18:40:12Z", "library": ..., ...}
 *     {"transfer": 65536, "usec": [27431.2, 27430.8]}
 *     {"collective": "bcast", "side": "default", "ranks": 8, ...}
 *
 * A line "results" begins a launch, to which all belongs up to the next one.
 */
#ifndef TUNEDX_TOOLS_REPORT_READ_H
#define TUNEDX_TOOLS_REPORT_READ_H

#include "results/results.h"
#include "tools/command.h"

enum { TOOL_MOST_RANKS = 1 << 24 };

/* Adds the results of a file, or of standard input if that is "-".  A line that
 * is not understood is told and ignored, unless `strict`: then the command
 * fails.  A launch that was there before is told and passed over, one between
 * hosts that has no transfers is told: its cells have no limit. */
int tool_report_read(const char *name, const char *path, bool strict,
                     tunedx_results_t *results);

#endif
