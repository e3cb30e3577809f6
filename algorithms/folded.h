/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vectors that have been gathered, and are then combined by one rank.
 */
#ifndef TUNEDX_FOLDED_H
#define TUNEDX_FOLDED_H

#include "algorithms/algorithm.h"

/* into = the vectors that stand one after the other in `all`, each as long as
 * `into`, combined in their order. */
static inline void tunedx_fold(tunedx_schedule_t *s, tunedx_span_t all,
                               int vectors, tunedx_span_t into)
{
    for (int i = vectors - 1; i >= 0; i--) {
        const tunedx_span_t vector =
            tunedx_part(all, (size_t)i * into.units, into.units);

        if (i == vectors - 1) {
            tunedx_copy(s, vector, into);
        } else {
            tunedx_reduce(s, vector, into);
        }
    }
}

#endif
