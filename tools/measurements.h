/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files of measurements: JSON lines, an object each.
 *
 *     {"collective": "bcast", "method": "binomial", "ranks": 8, "nodes": 8,
 *      "ppn": 1, "bytes": 1024, "usec": [10.5, 10.2, 11], "source": "measured"}
 *
 * (in one line).  usec is a number or a list of samples, whose median counts.
 * ppn may be left out where ranks are spread evenly, bytes for barrier, source
 * when it is "measured"; the other one is "simulated".  Other keys may stand
 * there and are passed over, and so are lines of results (report_read.h) that
 * are no measurements of our methods.
 */
#ifndef TUNEDX_TOOLS_MEASUREMENTS_H
#define TUNEDX_TOOLS_MEASUREMENTS_H

#include "maps/map.h"
#include "tools/json_lines.h"

#include <stdio.h>

enum { TOOL_MOST_MAP_RANKS = 1 << 24 };

/* Reads `path`, or standard input if that is "-"; `halves`: a time is the
 * median of a line's first, third, fifth ... sample, `again` that of the
 * others, and a line with one sample is not understood.  A line that is not
 * understood is reported, and is ignored, unless `strict`: then all faults are
 * reported and the command fails.  A file without any measurement is an error.
 */
int tool_measurements_read(const char *name, const char *path, bool strict,
                           bool halves, tunedx_measurements_t *measurements);

/* Writes a measurement as a line. */
void tool_measurement_write(const tunedx_measurement_t *point, FILE *out);

/* The collective that the line names; the line is refused, and it is bcast,
 * when there is none of that name. */
tunedx_collective_t tool_line_collective(tool_json_line_t *line);

#endif
