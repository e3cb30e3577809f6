/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a user's operation sees: the very datatype of the call, lengths between
 * 1 and the number of elements, and in all as many elements as there are
 * combinations: in a reduce exactly (ranks - 1) x count, in the others at least
 * so many as their results need.
 */
#include "check.h"
#include "checked.h"

enum { TOTAL_TAG = 12 };

/* Add up a number over all ranks, on rank 0. */
static long total_of(long own)
{
    long total = own;

    if (check_rank() != 0) {
        MPI_Send(&own, 1, MPI_LONG, 0, TOTAL_TAG, MPI_COMM_WORLD);
    }
    for (int peer = 1; check_rank() == 0 && peer < check_ranks(); peer++) {
        long theirs = 0;

        MPI_Recv(&theirs, 1, MPI_LONG, peer, TOTAL_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        total += theirs;
    }
    return total;
}

/* Elements to combine in one call, at least. */
static long needed(const checked_t *what)
{
    const long units = (long)what->units;

    switch (what->collective) {
    case REDUCE_SCATTER:
    case REDUCE_SCATTER_BLOCK:
        return units * check_ranks() * (check_ranks() - 1);
    case EXSCAN:
        return units * (check_ranks() - 2);
    default:
        return units * (check_ranks() - 1);
    }
}

static void run(const checked_t *what)
{
    flight_t *flight = checked_create(what);

    check_context("%s %s of %zu x %s, %s, root %d", call_form_name(what->form),
                  call_name(what->collective), what->units,
                  datum_layout(what->datum, 0)->name,
                  operation_name(what->datum->operation), what->root);
    checked_make(flight);
    checked_start(flight);
    checked_complete(flight, 0);
    checked_verify(flight);
    const long total = total_of(operation_elements());

    checked_destroy(flight);
    if (operation_empty_calls() != 0) {
        check_fail("the user function was called with no elements");
    }
    if (check_rank() == 0 &&
        (total < needed(what) ||
         (what->collective == REDUCE && total != needed(what)))) {
        check_fail("%ld elements combined, %ld expected", total, needed(what));
    }
}

/* All collectives, roots and forms. */
static void run_all(const datum_t *datum, size_t elements)
{
    checked_t what = {.comm = MPI_COMM_WORLD,
                      .seed = 3,
                      .datum = datum,
                      .units = elements,
                      .op = operation_handle(datum->operation)};

    for (collective_t k = REDUCE; k < COLLECTIVES; k++) {
        if (!call_reduces(k)) {
            continue;
        }
        const int roots = k == REDUCE ? check_ranks() : 1;

        what.collective = k;
        for (what.root = 0; what.root < roots; what.root++) {
            for (what.form = BLOCKING; what.form < FORMS; what.form++) {
                run(&what);
            }
        }
    }
}

int main(int argc, char **argv)
{
    static const ptrdiff_t dense[] = {0, 8, 16};
    static const ptrdiff_t holes[] = {0, 16, 32};
    static const size_t counts[] = {1, 2, 7, 100, 3001};
    family_t doubles;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "user_op");
    operation_create();
    layout_begin(&doubles, "3 doubles", ATOM_DOUBLE, ATOM_DOUBLE);
    layout_add(&doubles, "3 doubles", layout_contiguous(3, MPI_DOUBLE), 3,
               dense);
    layout_add(&doubles, "3 doubles with holes",
               layout_vector(3, 2, MPI_DOUBLE), 3, holes);
    for (int l = 0; l < doubles.count; l++) {
        for (operation_t o = OPERATION_USER_SUM; o < OPERATIONS; o++) {
            const datum_t datum = {
                .family = &doubles, .layout = l, .operation = o};

            for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
                run_all(&datum, counts[i]);
            }
        }
    }
    layout_clear(&doubles);
    operation_destroy();
    return check_finish();
}
