/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a reduction computes, as an expression: which operands it brings
 * together, and in which order.
 *
 * An expression is a number that stands for it: equal ones have equal numbers,
 * others do not, but for a chance of one in 2^64.
 */
#ifndef TEST_UNIT_EXPRESSION_H
#define TEST_UNIT_EXPRESSION_H

#include "job.h"

typedef uint64_t expression_t;

/* The operand of a rank, which is the same in each element. */
expression_t expression_of_rank(int rank);

/* left op right; not the same as right op left. */
expression_t expression_join(expression_t left, expression_t right);

/* What is in the receive buffers after a call. */
typedef struct expressions {
    int size;
    size_t *units;         /* results of each rank */
    expression_t **values; /* of each rank */
} expressions_t;

/* Executes the programs of a call that has passed the verifier.  False when
 * they do not end. */
bool expressions_make(expressions_t *all, const job_call_t *call,
                      const tunedx_job_t *job);

void expressions_destroy(expressions_t *all);

#endif
