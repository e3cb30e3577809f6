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

int tunedx_expo_gap(int size)
{
    int widest = 0, last = -1;

    for (int exponent = 0; size >> exponent > 0; exponent++) {
        if ((size >> exponent & 1) == 0) {
            continue;
        }
        if (last >= 0 && exponent - last > widest) {
            widest = exponent - last;
        }
        last = exponent;
    }
    return widest;
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
