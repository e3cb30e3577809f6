/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reproducible reductions: which methods may serve them.
 *
 * The last bits of a floating-point sum depend on how its operands are
 * bracketed, tunedx_grouping_t.  With `ranks` there is one grouping for each
 * collective, a function of the number of ranks, and every operation is taken
 * as one that does not commute.
 */
#ifndef TUNEDX_REPRODUCIBLE_H
#define TUNEDX_REPRODUCIBLE_H

#include "algorithms/method.h"

typedef enum tunedx_reproducible {
    TUNEDX_REPRODUCIBLE_NO,
    TUNEDX_REPRODUCIBLE_RUN,   /* the same call on the same layout */
    TUNEDX_REPRODUCIBLE_RANKS, /* the same operands of as many ranks */
    TUNEDX_REPRODUCIBLES
} tunedx_reproducible_t;

/* Its word, as the parameter has it: "ranks". */
const char *tunedx_reproducible_name(tunedx_reproducible_t mode);

/* Finds a word; false and *mode untouched when there is none. */
bool tunedx_reproducible_find(const char *word, tunedx_reproducible_t *mode);

/* Whether an operation that `commutes` may be taken as one that does, in such a
 * collective. */
bool tunedx_reproducible_commutes(tunedx_reproducible_t mode,
                                  tunedx_collective_t collective,
                                  bool commutes);

/* NULL when `method` may serve `collective` on `size` ranks, else what it would
 * need, to follow that word.  Of methods inside that are absent the best is
 * assumed. */
const char *tunedx_reproducible_needs(tunedx_reproducible_t mode,
                                      tunedx_collective_t collective, int size,
                                      const tunedx_method_t *method);

#endif
