/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rounds in which what a rank knows grows by a factor, the radix: a round at
 * distance d has the leaps d, 2 d, ..., (radix - 1) d, as far as they stay
 * below the number of ranks, and the next round is at distance radix d.
 *
 *     p = 8, radix 2     1 | 2 | 4
 *     p = 8, radix 3     1 2 | 3 6
 *     p = 8, radix 8     1 2 3 4 5 6 7
 *
 * Every number below p is a sum of such leaps, one of each round at most: its
 * digits in this radix.
 */
#ifndef TUNEDX_ROUNDS_H
#define TUNEDX_ROUNDS_H

#include "algorithms/algorithm.h"

/* Two unless given, unlike tunedx_radix. */
extern const tunedx_parameter_t tunedx_rounds_radix;

/* Where the leaps of the round at `distance` end: the distance of the next
 * round, or `size` where there is none. */
static inline int tunedx_rounds_end(int distance, int radix, int size)
{
    return distance > size / radix ? size : distance * radix;
}

/* How many leaps there are in all rounds. */
int tunedx_rounds_leaps(int radix, int size);

#endif
