/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random numbers that come again with the same seed, on every system.
 */
#ifndef TEST_UNIT_RANDOM_H
#define TEST_UNIT_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct random {
    uint64_t state;
} random_t;

/* Spreads the bits of a number (the finalizer of splitmix64). */
static inline uint64_t random_mix(uint64_t number)
{
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9U;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebU;
    return number ^ (number >> 31);
}

static inline uint64_t random_bits(random_t *random)
{
    random->state += 0x9e3779b97f4a7c15U;
    return random_mix(random->state);
}

/* One of 0..count-1; `count` is positive. */
static inline int random_below(random_t *random, int count)
{
    return (int)(random_bits(random) % (uint64_t)count);
}

/* True in `percent` of a hundred cases. */
static inline bool random_chance(random_t *random, int percent)
{
    return random_below(random, 100) < percent;
}

#endif
