/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Measured (or simulated) times of methods, a point each.
 */
#ifndef TUNEDX_MEASUREMENTS_H
#define TUNEDX_MEASUREMENTS_H

#include "decision/parse_method.h"

typedef struct tunedx_measurement {
    tunedx_collective_t collective;
    const tunedx_method_t *method; /* what it leaves out is left open */
    int ranks, nodes, ppn;
    size_t bytes; /* as rules mean it */
    double time;  /* microseconds, positive */
    double again; /* the same of other samples, if halves are asked for */
    bool is_simulated;
} tunedx_measurement_t;

/* In the order in which they were added.  Methods and all else live in the
 * arena. */
typedef struct tunedx_measurements {
    tunedx_arena_t arena;
    tunedx_measurement_t *points;
    size_t count, capacity;
} tunedx_measurements_t;

/* The key of such a call: root 0, and for reductions an operation that is built
 * in and commutes, on elements of 8 bytes if these fit, else of 1. */
tunedx_key_t tunedx_measurement_key(const tunedx_measurement_t *point);

/* Adds one whose method lives in the arena, or longer than that.  False when
 * memory is short. */
bool tunedx_measurements_add(tunedx_measurements_t *measurements,
                             const tunedx_measurement_t *point);

/* Gives everything back; no measurements are left. */
void tunedx_measurements_free(tunedx_measurements_t *measurements);

/* The median of `count` numbers, at least one, which are put into order: of an
 * even number of them the mean of the two in the middle. */
double tunedx_median(double *numbers, size_t count);

#endif
