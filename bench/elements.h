/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What reductions reduce: MPI's own operations and a program's.
 */
#ifndef TUNEDX_BENCH_ELEMENTS_H
#define TUNEDX_BENCH_ELEMENTS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum bench_reduction {
    BENCH_SUM,          /* doubles */
    BENCH_MAXLOC,       /* MPI_DOUBLE_INT */
    BENCH_USER,         /* a struct's own operation */
    BENCH_USER_ORDERED, /* one that does not commute */
    BENCH_REDUCTIONS
} bench_reduction_t;

/* What an element may need at most, with any alignment. */
enum { BENCH_MOST_EXTENT = 16 };

/* The word for command lines, such as "maxloc", and the text for people, which
 * also names the type: "maxloc double_int". */
const char *bench_reduction_word(bench_reduction_t reduction);
const char *bench_reduction_name(bench_reduction_t reduction);

/* Bytes of an element, as MPI_Type_size counts them, and from one to the next.
 */
size_t bench_reduction_bytes(bench_reduction_t reduction);
size_t bench_reduction_extent(bench_reduction_t reduction);

/* The handles of BENCH_USER and BENCH_USER_ORDERED are there from open to
 * close. */
void bench_reductions_open(void);
void bench_reductions_close(void);
MPI_Datatype bench_reduction_type(bench_reduction_t reduction);
MPI_Op bench_reduction_op(bench_reduction_t reduction);

/* Writes what a rank has at place `i`; another number of the call, another
 * value.  Whatever the order of the reduction, its result is exact. */
void bench_element_set(bench_reduction_t reduction, void *element, int rank,
                       size_t i, unsigned number);

/* `left` becomes the combination of both, in this order. */
void bench_element_combine(bench_reduction_t reduction, void *left,
                           const void *right);

/* Compares what an element holds, without its gaps. */
bool bench_element_equals(bench_reduction_t reduction, const void *a,
                          const void *b);

#endif
