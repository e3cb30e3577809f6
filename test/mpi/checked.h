/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of any data in any form, called and checked: buffers with
 * canaries, results computed from (rank, position) alone.  For one thread.
 */
#ifndef TUNEDX_TEST_CHECKED_H
#define TUNEDX_TEST_CHECKED_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "call.h"
#include "datum.h"

/* What is passed for an argument that MPI ignores. */
typedef enum {
    NEGLECT_BUFFER, /* one like those that are not ignored, and checked */
    NEGLECT_NULL,
    NEGLECT_GARBAGE,
    NEGLECTS
} neglect_t;

/* Who is in place, of those whom MPI lets be. */
typedef enum {
    PLACE_APART, /* nobody */
    PLACE_IN,    /* all */
    PLACE_ODD,   /* odd ranks; where MPI does not demand that all do alike */
    PLACES
} place_t;

/* How long the blocks are that may differ, and where they lie. */
typedef enum {
    SPREAD_EVEN,     /* all alike, one behind the other */
    SPREAD_GAPS,     /* 0 to 3 times as long, with gaps between them */
    SPREAD_REVERSED, /* the same, the last block first */
    SPREAD_ONE,      /* all empty but one */
    SPREAD_NONE,     /* all empty */
    SPREADS
} spread_t;

/* The description of a call, the same on all ranks. */
typedef struct {
    collective_t collective;
    form_t form;
    MPI_Comm comm;
    uint32_t seed; /* of the values */
    const datum_t *datum;
    size_t units; /* in the vector, or in a block of single length */
    MPI_Op op;    /* does what the datum's operation says */
    int root;     /* in a barrier: who comes late */
    spread_t spread;
    place_t place;
    neglect_t neglect;
} checked_t;

/*
 * The atoms that a rank contributes; OPERATIONS stands for no operation.
 * Valid until the next call.
 */
const long *checked_values(operation_t operation, uint32_t seed, int rank,
                           size_t atoms);

/* Call it, a persistent one twice, and check everything. */
void checked_run(const checked_t *what);

/*
 * Several on one communicator, started in this order, all in flight at once
 * (but for blocking ones) and completed in an order that depends on the seed,
 * which may differ from rank to rank.
 */
void checked_together(const checked_t *calls, int count, uint64_t seed);

/* ---- the same, step by step ---- */

/* One side's arguments and memory. */
typedef struct {
    int *counts, *displacements; /* [ranks] */
    MPI_Datatype *types;         /* [ranks] */
    buffer_t buffer;
} end_t;

typedef struct {
    checked_t what;
    int rank, size;
    call_t call;
    end_t send, recv;
    int starts;
    MPI_Request request;
    double entered, left; /* on the clock, the last time */
} flight_t;

/* Memory and arguments; what the description points to has to stay. */
flight_t *checked_create(const checked_t *what);

/* The request of a persistent call; nothing for the other forms. */
void checked_make(flight_t *flight);

/* Fill the buffers, with other values each time, and start the call. */
void checked_start(flight_t *flight);

/* Wait for it, after some tests. */
void checked_complete(flight_t *flight, int tests);

/* Check the result and all that must not change. */
void checked_verify(flight_t *flight);

void checked_destroy(flight_t *flight);

#endif
