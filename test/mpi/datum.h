/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a call moves or reduces: which datatypes the ranks use for it, and which
 * operation.
 */
#ifndef TUNEDX_TEST_DATUM_H
#define TUNEDX_TEST_DATUM_H

#include "layout.h"
#include "operation.h"

/*
 * One layout of the family for all ranks, or (layout -1) different ones in
 * turn, in reductions such of equally many atoms.
 */
typedef struct {
    const family_t *family;
    int layout;
    size_t atoms;          /* 0: of any number */
    operation_t operation; /* OPERATIONS: data only move */
} datum_t;

/*
 * The layout of one end of a message: a rank's own for turn = rank, the other
 * end's, or another message's, for another turn.
 */
const layout_t *datum_layout(const datum_t *datum, int turn);

/* Atoms in the smallest amount that all layouts of the datum can express. */
size_t datum_unit(const datum_t *datum);

/* Bytes of that amount, but at least one. */
size_t datum_unit_bytes(const datum_t *datum);

/* Elements of a layout that hold so many units. */
size_t datum_elements(const datum_t *datum, const layout_t *layout,
                      size_t units);

/* Atoms in so many units: none if the type is empty. */
size_t datum_atoms(const datum_t *datum, size_t units);

#endif
