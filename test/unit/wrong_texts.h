/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Texts with the faults that authors make.
 */
#ifndef TEST_UNIT_WRONG_TEXTS_H
#define TEST_UNIT_WRONG_TEXTS_H

#include "job.h"

typedef struct wrong_text {
    job_text_t *text; /* NULL: the end of the table */
    tunedx_collective_t collective;
    int size, root;
    bool in_order; /* the operation does not commute */
    job_in_place_t in_place;
    const char *fault; /* part of what the verifier says */
} wrong_text_t;

/* Wrong at window 1. */
extern const wrong_text_t wrong_texts[];

/* Some of them where they are right: with window 4, or because the operation
 * commutes. */
extern const wrong_text_t harmless_texts[];

#endif
