/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See axis.h.
 */
#include "decision/axis.h"

#include <stdint.h>
#include <string.h>

/* A product of two numbers, in two halves of 64 bits. */
typedef struct product {
    uint64_t high, low;
} product_t;

static product_t multiply(uint64_t a, uint64_t b)
{
    const uint64_t half = UINT32_MAX;
    const uint64_t low = (a & half) * (b & half);
    const uint64_t one = (a >> 32) * (b & half) + (low >> 32);
    const uint64_t other = (a & half) * (b >> 32) + (one & half);

    return (product_t){
        .high = (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32),
        .low = other << 32 | (low & half),
    };
}

static bool is_less(product_t a, product_t b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* The smallest number above a whose square is at least a b; a < b.  Whole
 * numbers only, so that every machine comes to the same. */
static size_t geometric(size_t a, size_t b)
{
    const product_t wanted = multiply(a, b);
    size_t low = a + 1, high = b;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (is_less(multiply(middle, middle), wanted)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool tunedx_axis_make(tunedx_arena_t *arena, const size_t *points, size_t count,
                      tunedx_boundary_t boundary, tunedx_axis_t *axis)
{
    size_t *copy = tunedx_arena_take_array(arena, count, sizeof *copy);
    size_t *starts = tunedx_arena_take_array(arena, count, sizeof *starts);

    if (copy == NULL || starts == NULL) {
        return false;
    }
    memcpy(copy, points, count * sizeof *copy);
    starts[0] = 0;
    for (size_t i = 1; i < count; i++) {
        if (starts[i - 1] == SIZE_MAX || points[i] == points[i - 1]) {
            starts[i] = SIZE_MAX;
        } else if (boundary == TUNEDX_BOUNDARY_GEOMETRIC) {
            starts[i] = geometric(points[i - 1], points[i]);
        } else {
            starts[i] = points[i];
        }
    }
    *axis = (tunedx_axis_t){
        .count = count,
        .points = copy,
        .starts = starts,
    };
    return true;
}

size_t tunedx_axis_find(const tunedx_axis_t *axis, size_t value)
{
    const size_t largest = value < SIZE_MAX ? value : SIZE_MAX - 1;
    size_t low = 0;

    for (size_t left = axis->count, half; left > 1; left -= half) {
        half = left / 2;
        low += axis->starts[low + half] <= largest ? half : 0;
    }
    return low;
}

bool tunedx_axis_range(const tunedx_axis_t *axis, size_t first, size_t end,
                       tunedx_range_t *range)
{
    const size_t behind = end < axis->count ? axis->starts[end] : SIZE_MAX;

    if (axis->starts[first] == SIZE_MAX) {
        return false;
    }
    range->first = axis->starts[first];
    range->last = behind == SIZE_MAX ? SIZE_MAX : behind - 1;
    return true;
}
