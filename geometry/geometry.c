/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See geometry.h.
 */
#include "geometry/geometry.h"

int tunedx_power_below(int size)
{
    int power = 1;

    while (power <= size / 2) {
        power *= 2;
    }
    return power;
}

int tunedx_rounds(int size)
{
    int rounds = 0;

    for (int reached = 1; reached < size; rounds++) {
        reached = reached > size / 2 ? size : 2 * reached;
    }
    return rounds;
}

size_t tunedx_gcd(size_t a, size_t b)
{
    while (b != 0) {
        const size_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}
