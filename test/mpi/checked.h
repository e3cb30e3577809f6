/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of any datatype, called and checked: buffers with canaries,
 * results computed from (rank, position) alone.  For one thread.
 */
#ifndef TUNEDX_TEST_CHECKED_H
#define TUNEDX_TEST_CHECKED_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "layout.h"
#include "operation.h"

/* What is passed for an argument that MPI ignores. */
typedef enum {
    NEGLECT_BUFFER, /* one like those that are not ignored, and checked */
    NEGLECT_NULL,
    NEGLECT_GARBAGE,
    NEGLECTS
} neglect_t;

enum { EVERYBODY = -1 };

typedef struct {
    MPI_Comm comm;
    uint32_t seed;
    const layout_t *layout;
    size_t elements;
    operation_t operation;
    MPI_Op op;
    int root; /* EVERYBODY: allreduce */
    bool in_place;
    neglect_t neglect;
} reduction_t;

/*
 * The atoms that a rank contributes; OPERATIONS stands for no operation.
 * Valid until the next call.
 */
const long *checked_values(operation_t operation, uint32_t seed, int rank,
                           size_t atoms);

void checked_bcast(MPI_Comm comm, uint32_t seed, const layout_t *layout,
                   size_t elements, int root);
void checked_reduction(const reduction_t *r);

/* Each block has so many atoms, which both layouts must divide. */
void checked_allgather(MPI_Comm comm, uint32_t seed, const layout_t *send,
                       const layout_t *recv, size_t atoms);

#endif
