/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The verifier: executes the programs of all ranks symbolically and proves
 * that they do what the collective asks for.
 *
 * Sends complete only when their receive has been started.  Every wait names
 * its transfer, and messages between two ranks match in the order of their
 * starts, so one execution stands for all orders.
 */
#ifndef TUNEDX_VERIFY_H
#define TUNEDX_VERIFY_H

#include "schedule/program.h"
#include "schedule/shape.h"

/* All ranks of one call.
 *
 * Buffers are as MPI has them.  With regular collectives a buffer is one block
 * 0: the vector, one rank's block, or the blocks of all ranks one after the
 * other.  With irregular ones a buffer that holds something of every rank has
 * block i for rank i, and one that holds a single rank's has block 0; only in
 * reduce_scatter it is the whole vector that is block 0.  Who has no buffer in
 * MPI has none here: in place no send buffer (scatter: no receive buffer at
 * the root), a rooted collective's other ranks, rank 0 of exscan. */
typedef struct tunedx_job {
    int size;
    const tunedx_shape_t *shapes;            /* of every rank */
    const tunedx_program_t *const *programs; /* of every rank */
    /* Irregular collectives: units of every block (one for each rank), also
     * when the shapes leave them open; alltoallv and alltoallw: a table, entry
     * [i * size + k] is what rank i sends to rank k.  NULL otherwise. */
    const size_t *block_units;
} tunedx_job_t;

typedef struct tunedx_fault {
    int rank;           /* where it was found */
    size_t instruction; /* index into the rank's code; its length: at the end */
    char text[240];
} tunedx_fault_t;

/* Proves: every unit of every output holds exactly the right contributions, in
 * the right order; inputs stay as they are; every message is received, by a
 * receive of its length; no deadlock; no span is touched while in flight; no
 * unit is used before it was written; spans stay inside their buffers and
 * slots and are what the program promises of them; a rank leaves a barrier
 * only after all have entered.
 * Returns true, or false with *fault set (memory being short is a fault). */
bool tunedx_verify(const tunedx_job_t *job, tunedx_fault_t *fault);

#endif
