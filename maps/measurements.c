/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See measurements.h.
 */
#include "maps/measurements.h"

#include <stdlib.h>

enum { FIRST_POINTS = 256, ELEMENT_BYTES = 8 };

tunedx_key_t tunedx_measurement_key(const tunedx_measurement_t *point)
{
    const bool reduces = tunedx_collective_is_reduction(point->collective);
    const bool moves = point->collective != TUNEDX_BARRIER;
    const size_t unit = reduces && point->bytes % ELEMENT_BYTES == 0
                            ? ELEMENT_BYTES
                        : moves ? 1
                                : 0;
    size_t units = unit == 0 ? 1 : point->bytes / unit;

    if (point->collective == TUNEDX_REDUCE_SCATTER_BLOCK) {
        units /= (size_t)point->ranks; /* of one block */
    } else if (point->collective == TUNEDX_ALLGATHERV) {
        units *= (size_t)point->ranks; /* of all */
    }
    return (tunedx_key_t){
        .collective = point->collective,
        .size = point->ranks,
        .nodes = point->nodes,
        .ppn = point->ppn,
        .bytes = point->bytes,
        .units = units,
        .unit_bytes = unit,
        .commutative = true,
        .op_class = reduces ? TUNEDX_OP_BUILTIN : TUNEDX_OP_NONE,
    };
}

bool tunedx_measurements_add(tunedx_measurements_t *measurements,
                             const tunedx_measurement_t *point)
{
    if (measurements->count == measurements->capacity) {
        const size_t capacity = measurements->capacity == 0
                                    ? FIRST_POINTS
                                    : 2 * measurements->capacity;
        tunedx_measurement_t *points =
            realloc(measurements->points, capacity * sizeof *points);

        if (points == NULL) {
            return false;
        }
        measurements->points = points;
        measurements->capacity = capacity;
    }
    measurements->points[measurements->count++] = *point;
    return true;
}

void tunedx_measurements_free(tunedx_measurements_t *measurements)
{
    free(measurements->points);
    tunedx_arena_free(&measurements->arena);
    *measurements = (tunedx_measurements_t){.points = NULL};
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

double tunedx_median(double *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, compare);
    return count % 2 == 1 ? numbers[count / 2]
                          : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}
