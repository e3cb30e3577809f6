/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations of the tests: MPI's own and user functions, each with a local
 * twin that computes the expected result one rank after another.
 */
#ifndef TUNEDX_TEST_OPERATION_H
#define TUNEDX_TEST_OPERATION_H

#include <stdint.h>

#include "layout.h"

typedef enum {
    OPERATION_SUM,
    OPERATION_PROD,
    OPERATION_MAX,
    OPERATION_MIN,
    OPERATION_BAND,
    OPERATION_BOR,
    OPERATION_BXOR,
    OPERATION_LAND,
    OPERATION_LOR,
    OPERATION_LXOR,
    OPERATION_MAXLOC,
    OPERATION_MINLOC,
    OPERATION_USER_SUM,     /* modulo a prime; commutative */
    OPERATION_USER_COMPOSE, /* of affine maps; not commutative */
    OPERATIONS
} operation_t;

void operation_create(void);
void operation_destroy(void);

MPI_Op operation_handle(operation_t operation);

/* The function of a user operation, for MPI_Op_create. */
MPI_User_function *operation_function(operation_t operation);

const char *operation_name(operation_t operation);

/* left := left operation right, atom by atom. */
void operation_combine(operation_t operation, long *left, const long *right,
                       size_t atoms);

/*
 * A value that the operation bears from every rank without overflow or
 * rounding, for an atom of either kind of a pair (place odd: the second).
 */
long operation_value(operation_t operation, uint32_t seed, int rank,
                     size_t place);

/*
 * User functions check that they get the very datatype of a call in flight, and
 * at most its elements at a time.  Begin with the first call; others may join
 * it.  After the calls operation_fault says what was wrong, or is NULL,
 * operation_elements how many elements the functions got in all, and
 * operation_empty_calls how often they got none.
 */
void operation_watch(const layout_t *layout, size_t elements);
void operation_watch_also(const layout_t *layout, size_t elements);
const char *operation_fault(void);
long operation_elements(void);
long operation_empty_calls(void);

#endif
