/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a user's operation sees: the very datatype of the call, lengths between
 * 1 and the count, and in all as many elements as there are combinations: in a
 * reduce exactly (ranks - 1) x count, in an allreduce at least that.
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

static void run(const layout_t *layout, operation_t operation, size_t elements,
                int root)
{
    const reduction_t reduction = {.comm = MPI_COMM_WORLD,
                                   .seed = 3,
                                   .layout = layout,
                                   .elements = elements,
                                   .operation = operation,
                                   .op = operation_handle(operation),
                                   .root = root};
    const long needed = (long)elements * (check_ranks() - 1);

    check_context("%s of %zu x %s, %s, root %d",
                  root == EVERYBODY ? "allreduce" : "reduce", elements,
                  layout->name, operation_name(operation), root);
    checked_reduction(&reduction);
    const long total = total_of(operation_elements());

    if (check_rank() != 0) {
        return;
    }
    if (total < needed || (root != EVERYBODY && total != needed)) {
        check_fail("%ld elements combined, %ld expected", total, needed);
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
            for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
                for (int root = EVERYBODY; root < check_ranks(); root++) {
                    run(&doubles.layouts[l], o, counts[i], root);
                }
            }
        }
    }
    layout_clear(&doubles);
    operation_destroy();
    return check_finish();
}
