/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Integers in, integers out: residues, logarithms and partitions.
 */
#ifndef TUNEDX_GEOMETRY_H
#define TUNEDX_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>

/* `number` modulo `size`, never negative; `size` is positive. */
static inline int tunedx_mod(int number, int size)
{
    const int rest = number % size;

    return rest < 0 ? rest + size : rest;
}

/* The largest power of two that is at most `size`, which is positive. */
int tunedx_power_below(int size);

static inline bool tunedx_is_power_of_two(int size)
{
    return tunedx_power_below(size) == size;
}

/* The widest gap between exponents of neighbouring powers of two whose sum is
 * `size`: 0 for a power of two, 1 for 7, 2 for 5 (delta_expo,max of
 * Rabenseifner 2004, section 3.6). */
int tunedx_expo_gap(int size);

/* The smallest n with 2^n >= size: the rounds that reach `size` ranks. */
int tunedx_rounds(int size);

/* `units` cut into `parts` parts as equal as can be, larger ones first: where
 * part `part` begins (part == parts gives the end), and its length. */
static inline size_t tunedx_part_first(size_t units, int parts, int part)
{
    const size_t each = units / (size_t)parts, rest = units % (size_t)parts;

    return (size_t)part * each + ((size_t)part < rest ? (size_t)part : rest);
}

static inline size_t tunedx_part_units(size_t units, int parts, int part)
{
    return units / (size_t)parts + ((size_t)part < units % (size_t)parts);
}

/* The greatest common divisor; gcd(0, n) is n. */
size_t tunedx_gcd(size_t a, size_t b);

#endif
