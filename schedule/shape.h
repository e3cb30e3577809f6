/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a call looks like: the key, which all ranks hold alike, and the shape,
 * which adds this rank's view.  Neither holds an address.
 *
 * A buffer is seen as units.  A unit is one byte where data only move and one
 * element where they are reduced; a barrier's token is one unit of no bytes.
 */
#ifndef TUNEDX_SHAPE_H
#define TUNEDX_SHAPE_H

#include "schedule/collective.h"

#include <stdint.h>

/* Who defined the operation; pairs are the MAXLOC and MINLOC of MPI. */
typedef enum tunedx_op_class {
    TUNEDX_OP_NONE,
    TUNEDX_OP_BUILTIN,
    TUNEDX_OP_PAIR,
    TUNEDX_OP_USER
} tunedx_op_class_t;

/* The agreed values of a call, and nothing else: every decision, every domain
 * check and every choice of wire format sees only this. */
typedef struct tunedx_key {
    tunedx_collective_t collective;
    int size; /* ranks of the communicator */
    int root; /* 0 where there is none */
    int nodes;
    int ppn;           /* ranks per node: the largest number on any node */
    size_t bytes;      /* the message size, as rules and reports mean it */
    size_t units;      /* vector, or one block; all blocks when irregular */
    size_t unit_bytes; /* 1, a reduction's type size, or 0 for a barrier */
    bool commutative;  /* true where nothing is reduced */
    tunedx_op_class_t op_class;
} tunedx_key_t;

struct tunedx_method;

/* The key as one rank sees it; this is all that `build` may look at.
 * Pointers are borrowed for the time of the build. */
typedef struct tunedx_shape {
    tunedx_collective_t collective;
    int size;
    int root;
    size_t units;
    size_t unit_bytes;
    bool commutative;
    int rank;
    bool in_place; /* this rank's input stands in its receive buffer; scatter
                    * and scatterv: its own block stays in the send buffer */
    /* An intercommunicator: peers are the `size` ranks of the other group, and
     * `rank` is one of `local_size` in this one. */
    bool remote;
    int local_size;
    /* Irregular collectives whose programs depend on lengths (those that
     * tunedx_shape_needs_lengths names): units of every block, one for each
     * rank.  NULL: lengths come with the call and spans cover whole blocks.
     * alltoallv and alltoallw have them in place, and only then: entry i is the
     * length of this rank's block i, both of what goes to rank i and of what
     * comes from there, which MPI asks to be equal. */
    const size_t *block_units;
    const struct tunedx_method *method; /* resolved: nothing is absent */
} tunedx_shape_t;

/* A shape for `rank`, not in place and without block lengths. */
static inline tunedx_shape_t tunedx_shape_of(const tunedx_key_t *key, int rank,
                                             const struct tunedx_method *method)
{
    return (tunedx_shape_t){
        .collective = key->collective,
        .size = key->size,
        .root = key->root,
        .units = key->units,
        .unit_bytes = key->unit_bytes,
        .commutative = key->commutative,
        .rank = rank,
        .method = method,
    };
}

#endif
