/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See rounds.h.
 */
#include "algorithms/rounds.h"

const tunedx_parameter_t tunedx_rounds_radix = {
    .name = "radix",
    .help = "ranks that a round or a level of the tree brings together",
    .kind = TUNEDX_PARAMETER_NUMBER,
    .least = 2,
    .most = 1024,
    .fallback = 2,
};

int tunedx_rounds_leaps(int radix, int size)
{
    int leaps = 0;

    for (int distance = 1; distance < size;) {
        const int end = tunedx_rounds_end(distance, radix, size);

        leaps += (end - 1) / distance;
        distance = end;
    }
    return leaps;
}
