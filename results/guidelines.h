/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Performance guidelines: what must hold between the times of one side.
 *
 * A collective that another one, or two of them one after the other, can take
 * the place of should be no slower than these; nor should less data or fewer
 * ranks take longer than more.  Where that is broken a better algorithm is
 * there already.
 *
 * Sources  Traeff, Gropp and Thakur, Self-consistent MPI performance
 *          guidelines, IEEE TPDS 21(5), 2010
 *          Hunold and Carpen-Amarie, Autotuning MPI collectives using
 *          performance guidelines, HPC Asia 2018 (collectives in place of
 *          others)
 */
#ifndef TUNEDX_GUIDELINES_H
#define TUNEDX_GUIDELINES_H

#include "results/compare.h"

enum { TUNEDX_GUIDELINE_TEXT = 160 };

typedef struct tunedx_violation {
    const tunedx_compared_t *item; /* what takes too long */
    double bound;                  /* what it should take at most, usec */
    double tolerance;              /* 0.05: 5 % more are allowed */
    bool is_interpolated; /* a size was not measured: between two that were */
    char text[TUNEDX_GUIDELINE_TEXT]; /* "bcast <= scatter + allgather" with
                                       * the sizes of all */
} tunedx_violation_t;

/* What was found; all zero is empty. */
typedef struct tunedx_guidelines {
    tunedx_violation_t *violations; /* in the order of cells */
    size_t count, room;
    size_t checked;
} tunedx_guidelines_t;

/* Holds the times of a side against each other.  False when memory is short; to
 * be freed in any case. */
bool tunedx_guidelines_check(const tunedx_comparison_t *comparison, size_t side,
                             tunedx_guidelines_t *guidelines);

void tunedx_guidelines_free(tunedx_guidelines_t *guidelines);

#endif
