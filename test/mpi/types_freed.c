/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Datatypes and operations that live for one call only, and less: they are
 * freed as soon as a nonblocking call has been started or a persistent request
 * made, and MPI keeps what it needs.  The next ones get the same handles, with
 * another layout and another commutativity: whatever is remembered from one
 * call to the next must not depend on handles.
 */
#include "check.h"
#include "checked.h"

enum { ROUNDS = 4000, ATOMS = 3, ELEMENTS = 40 };

/* Three ints, placed differently from round to round. */
static void make_layout(family_t *family, unsigned which)
{
    static const ptrdiff_t dense[] = {0, 4, 8};
    static const ptrdiff_t holes[] = {0, 8, 16};
    static const ptrdiff_t backwards[] = {0, -8, -16};

    layout_begin(family, "3 ints", ATOM_INT, ATOM_INT);
    if (which % 3 == 0) {
        layout_add(family, "dense", layout_contiguous(ATOMS, MPI_INT), ATOMS,
                   dense);
    } else if (which % 3 == 1) {
        layout_add(family, "holes", layout_vector(ATOMS, 2, MPI_INT), ATOMS,
                   holes);
    } else {
        layout_add(family, "backwards", layout_vector(ATOMS, -2, MPI_INT),
                   ATOMS, backwards);
    }
}

/* From now on only MPI has them. */
static void release(family_t *family, MPI_Op *op)
{
    layout_release(family);
    if (*op != MPI_OP_NULL) {
        MPI_Op_free(op);
    }
}

static void run(const checked_t *what, family_t *family)
{
    flight_t *flight = checked_create(what);
    MPI_Op op = what->op;

    checked_make(flight);
    for (int start = 0; start < (what->form == PERSISTENT ? 2 : 1); start++) {
        if (what->form == PERSISTENT && start == 0) {
            release(family, &op);
        }
        checked_start(flight);
        if (what->form == NONBLOCKING) {
            release(family, &op);
        }
        checked_complete(flight, 1);
        checked_verify(flight);
    }
    checked_destroy(flight);
    if (what->form == BLOCKING) {
        release(family, &op);
    }
}

static void round_of(uint32_t round)
{
    const uint32_t random = check_hash(6, 0, round);
    const operation_t operation =
        random / 64 % 2 ? OPERATION_USER_SUM : OPERATION_USER_COMPOSE;
    family_t family;
    datum_t datum = {.family = &family, .operation = OPERATIONS};
    checked_t what = {.collective = (collective_t)(BCAST + round % EXSCAN),
                      .form = (form_t)(round % FORMS),
                      .comm = MPI_COMM_WORLD,
                      .seed = round,
                      .datum = &datum,
                      .units = ELEMENTS,
                      .op = MPI_OP_NULL,
                      .root = (int)(random / 128 % (unsigned)check_ranks()),
                      .spread = SPREAD_GAPS};

    make_layout(&family, random);
    if (call_reduces(what.collective)) {
        datum.operation = operation;
        MPI_Op_create(operation_function(operation),
                      operation == OPERATION_USER_SUM, &what.op);
    }
    check_context("round %u: %s %s, %s, %s", round, call_form_name(what.form),
                  call_name(what.collective), family.layouts[0].name,
                  operation_name(operation));
    run(&what, &family);
    layout_clear(&family);
}

int main(int argc, char **argv)
{
    check_start(&argc, &argv, MPI_THREAD_SINGLE, "types_freed");
    const long rounds = check_environment("TUNEDX_TEST_ROUNDS", ROUNDS);

    for (uint32_t round = 0; round < rounds; round++) {
        round_of(round);
    }
    return check_finish();
}
