/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Datatypes and operations that live for a few calls only.  The next ones get
 * the same handles, with another layout and another commutativity: whatever is
 * remembered from one call to the next must not depend on handles.
 */
#include "check.h"
#include "checked.h"

enum { ROUNDS = 1000, ATOMS = 3, ELEMENTS = 40 };

/* Three ints, placed differently from round to round. */
static void make_layout(family_t *family, int round)
{
    static const ptrdiff_t dense[] = {0, 4, 8};
    static const ptrdiff_t holes[] = {0, 8, 16};
    static const ptrdiff_t backwards[] = {0, -8, -16};

    layout_begin(family, "3 ints", ATOM_INT, ATOM_INT);
    if (round % 3 == 0) {
        layout_add(family, "dense", layout_contiguous(ATOMS, MPI_INT), ATOMS,
                   dense);
    } else if (round % 3 == 1) {
        layout_add(family, "holes", layout_vector(ATOMS, 2, MPI_INT), ATOMS,
                   holes);
    } else {
        layout_add(family, "backwards", layout_vector(ATOMS, -2, MPI_INT),
                   ATOMS, backwards);
    }
}

/* A collective that returns with its type and operation freed at once. */
static void run(int round, int which)
{
    const operation_t operation =
        round % 2 ? OPERATION_USER_SUM : OPERATION_USER_COMPOSE;
    const int root = round % check_ranks();
    family_t family;
    reduction_t reduction = {.comm = MPI_COMM_WORLD,
                             .seed = (uint32_t)round,
                             .elements = ELEMENTS,
                             .operation = operation,
                             .root = which == 0 ? root : EVERYBODY};

    make_layout(&family, round);
    reduction.layout = &family.layouts[0];
    check_context("round %d, call %d: %s, %s", round, which,
                  family.layouts[0].name, operation_name(operation));
    if (which < 2) {
        MPI_Op_create(operation_function(operation),
                      operation == OPERATION_USER_SUM, &reduction.op);
        checked_reduction(&reduction);
        MPI_Op_free(&reduction.op);
    } else if (which == 2) {
        checked_bcast(MPI_COMM_WORLD, (uint32_t)round, reduction.layout,
                      ELEMENTS, root);
    } else {
        checked_allgather(MPI_COMM_WORLD, (uint32_t)round, reduction.layout,
                          reduction.layout, (size_t)ATOMS * ELEMENTS);
    }
    layout_clear(&family);
}

int main(int argc, char **argv)
{
    check_start(&argc, &argv, MPI_THREAD_SINGLE, "types_freed");
    const long rounds = check_environment("TUNEDX_TEST_ROUNDS", ROUNDS);

    for (int round = 0; round < rounds; round++) {
        for (int which = 0; which < 4; which++) {
            run(round, which);
        }
    }
    return check_finish();
}
