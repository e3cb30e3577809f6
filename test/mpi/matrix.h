/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The matrix of cases: what its dimensions are, which cases run, how one runs.
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
#include "layout.h"
#include "operation.h"

typedef enum {
    BARRIER,
    BCAST,
    REDUCE,
    ALLREDUCE,
    ALLGATHER,
    ALLGATHERV,
    ALLTOALL,
    COLLECTIVES
} collective_t;

typedef enum {
    BY_GROUP,   /* which communicator */
    BY_DATUM,   /* which datatypes, and which operation */
    BY_COUNT,   /* how much */
    BY_ROOT,    /* root; in allgatherv how the blocks are spread */
    BY_PLACE,   /* in place or not */
    BY_NEGLECT, /* what stands for insignificant arguments */
    DIMENSIONS
} dimension_t;

enum { COUNT_ZERO, COUNT_ONE, COUNT_FEW, COUNT_ODD, COUNT_SEGMENTS, COUNTS };
enum { SPREAD_EVEN, SPREAD_GAPS, SPREAD_REVERSED, SPREAD_ONE, SPREADS };

typedef struct {
    const char *name;
    MPI_Comm comm;
    int rank, size;
} group_t;

/*
 * Which datatypes the ranks use: one layout for all of them, or (layout -1)
 * different ones in turn, in reductions such of equally many atoms.
 */
typedef struct {
    const family_t *family;
    int layout;
    size_t atoms; /* 0: of any number */
    operation_t operation;
} datum_t;

/* One case as a rank sees it. */
typedef struct {
    collective_t collective;
    size_t index;
    uint32_t seed;
    const group_t *group;
    const datum_t *datum;
    int count;
    int root; /* or the spread */
    bool in_place;
    neglect_t neglect;
} case_t;

/* The collective of that name, or COLLECTIVES. */
collective_t matrix_collective(const char *name);
const char *matrix_collective_name(collective_t collective);

/* Make communicators and tables of data; after layout_create. */
void matrix_create(void);
void matrix_destroy(void);

/* The tables of data: those that move, and those that are reduced. */
void matrix_data_create(void);
int matrix_data_count(collective_t collective);
const datum_t *matrix_datum(collective_t collective, int which);

/* Number of values in each dimension; their product is the full matrix. */
void matrix_dimensions(collective_t collective, int sizes[DIMENSIONS]);
size_t matrix_product(const int sizes[DIMENSIONS]);

/* Write an index as a value in each dimension. */
void matrix_split(size_t index, const int sizes[DIMENSIONS],
                  int values[DIMENSIONS]);

/*
 * Choose cases at random so that every value of every dimension occurs; returns
 * their number (which may exceed what is wanted), the indices in *chosen.
 */
size_t matrix_sample(collective_t collective, size_t wanted, uint64_t seed,
                     size_t **chosen);

case_t matrix_case(collective_t collective, size_t index, uint32_t seed);

/* Write the case in words. */
void matrix_describe(const case_t *c, char *text, size_t bytes);

/* The layout of a rank, for what it sends (side 0) or receives (side 1). */
const layout_t *matrix_layout(const datum_t *datum, int rank, int side);

/* Atoms in the smallest amount that all layouts of the datum can express. */
size_t matrix_unit(const datum_t *datum);

/* How many units a block of the case has. */
size_t matrix_units(const case_t *c);

/* Elements of a layout that hold so many units. */
size_t matrix_elements(const datum_t *datum, const layout_t *layout,
                       size_t units);

/* Run a case and check everything. */
void matrix_run_barrier(const case_t *c);
void matrix_run_bcast(const case_t *c);
void matrix_run_exchange(const case_t *c);
void matrix_run_reduction(const case_t *c);

#endif
