/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The matrix of cases: what its dimensions are, and which cases run.
 *
 * A case is an index into the full product of a collective's dimensions; the
 * product depends on the number of ranks only.
 */
#ifndef TUNEDX_TEST_MATRIX_H
#define TUNEDX_TEST_MATRIX_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "checked.h"

typedef enum {
    BY_GROUP,  /* which communicator */
    BY_DATUM,  /* which datatypes, and which operation */
    BY_COUNT,  /* how much */
    BY_ROOT,   /* which root */
    BY_SPREAD, /* how the blocks are spread */
    BY_PLACE,  /* who is in place */
    /* The last two are drawn even for the full matrix. */
    BY_NEGLECT, /* what stands for insignificant arguments */
    BY_FORM,    /* blocking, nonblocking, persistent */
    DIMENSIONS
} dimension_t;

enum { COUNT_ZERO, COUNT_ONE, COUNT_FEW, COUNT_ODD, COUNT_SEGMENTS, COUNTS };

typedef struct {
    const char *name;
    MPI_Comm comm;
    int rank, size;
} group_t;

typedef struct {
    size_t index;
    const group_t *group;
    int count; /* one of COUNT_ZERO ... */
    checked_t what;
} case_t;

/* Make communicators and tables of data; after layout_create. */
void matrix_create(void);
void matrix_destroy(void);

/* The tables of data: those that move, and those that are reduced. */
void matrix_data_create(void);
int matrix_data_count(collective_t collective);
const datum_t *matrix_datum(collective_t collective, int which);

/* How many units the vector or a block has, for a count. */
size_t matrix_units(collective_t collective, const datum_t *datum, int count,
                    int ranks);

/* Number of values in each dimension; their product is the full matrix. */
void matrix_dimensions(collective_t collective, int sizes[DIMENSIONS]);
size_t matrix_product(const int sizes[DIMENSIONS]);

/*
 * Choose so many cases at random, and more until every value of every dimension
 * occurs; returns their number, the indices in *chosen.
 */
size_t matrix_sample(collective_t collective, size_t wanted, uint64_t seed,
                     size_t **chosen);

case_t matrix_case(collective_t collective, size_t index, uint32_t seed);

/*
 * Some cases, and always the same, have a companion, which is in flight at the
 * same time on the same communicator.
 */
bool matrix_companion(const case_t *c, case_t *companion);

/* Write the case in words. */
void matrix_describe(const case_t *c, char *text, size_t bytes);

#endif
