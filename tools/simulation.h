/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Simulated measurements: the times of all methods of a collective by the model
 * in which algorithms state their cost.
 */
#ifndef TUNEDX_TOOLS_SIMULATION_H
#define TUNEDX_TOOLS_SIMULATION_H

#include "tools/job.h"
#include "tools/price.h"

/* Where times come from. */
typedef enum tool_times {
    TOOL_TIMES_AUTO, /* an exact formula where there is one, else simulated */
    TOOL_TIMES_FORMULA,  /* formulas, bounds as well; simulated without one */
    TOOL_TIMES_SIMULATED /* all simulated */
} tool_times_t;

/* One method takes `factor` times as long at one size. */
typedef struct tool_spike {
    size_t bytes;
    double factor;
    const char *method; /* NULL: there is none */
} tool_spike_t;

typedef struct tool_simulation {
    tunedx_collective_t collective;
    tunedx_price_t price; /* in picoseconds */
    size_t window;
    size_t *ranks, *bytes, *segments; /* to be freed, like methods */
    size_t ranks_count, bytes_count, segments_count;
    const char **methods; /* as they were typed; none: all algorithms */
    size_t methods_count;
    int ppn;
    tool_times_t times;
    double noise; /* standard deviation, as a part of the time */
    size_t seed;
    tool_spike_t spike;
} tool_simulation_t;

/* One rank on each node, window 1 and prices of a fast network. */
tool_simulation_t tool_simulation_default(void);

/* Takes an option: p (ranks), b (bytes), w (window), A, B, G (prices), m
 * (method), s (segments), P (ppn), T (times), N (noise), D (seed), K (spike).
 */
int tool_simulation_take(tool_simulation_t *simulation, const char *name,
                         int option, const char *argument, const char *value);

/* What was not given: ranks 2..16, bytes 1..1M:21, the segments of the paper.
 * Refuses collectives whose size not all ranks know. */
int tool_simulation_complete(tool_simulation_t *simulation, const char *name);

/* Writes a line for each method that can serve, at each point.  Methods that
 * name no segment but have one come with each segment of the list.  Equal
 * requests give equal bytes. */
int tool_simulation_run(const tool_simulation_t *simulation, const char *name,
                        FILE *out);

void tool_simulation_free(tool_simulation_t *simulation);

#endif
