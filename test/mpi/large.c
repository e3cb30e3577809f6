/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long vectors: reductions in place of 64 KiB to 8 MiB for every root, where
 * pointer arithmetic on MPI_IN_PLACE would show, and allreduce of 2^k - 1 and
 * 2^k + 1 doubles, whose send buffer must survive.
 *
 *     large [BYTES]      up to so many bytes instead of 8 MiB
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "checked.h"

enum { FIRST = 1 << 16, LAST = 1 << 23 };

static void in_place(size_t elements, int root)
{
    const reduction_t reduction = {.comm = MPI_COMM_WORLD,
                                   .seed = (uint32_t)elements,
                                   .layout = &layout_families[0].layouts[0],
                                   .elements = elements,
                                   .operation = OPERATION_SUM,
                                   .op = MPI_SUM,
                                   .root = root,
                                   .in_place = true};

    check_context("%s in place of %zu ints, root %d",
                  root == EVERYBODY ? "allreduce" : "reduce", elements, root);
    checked_reduction(&reduction);
}

static void keeps_input(const layout_t *doubles, size_t elements)
{
    const reduction_t reduction = {.comm = MPI_COMM_WORLD,
                                   .seed = (uint32_t)elements,
                                   .layout = doubles,
                                   .elements = elements,
                                   .operation = OPERATION_SUM,
                                   .op = MPI_SUM,
                                   .root = EVERYBODY};

    check_context("allreduce of %zu doubles", elements);
    checked_reduction(&reduction);
}

int main(int argc, char **argv)
{
    static const ptrdiff_t zero[] = {0};
    family_t doubles;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "large");
    const size_t last = argc > 1 ? strtoul(argv[1], NULL, 10) : LAST;

    layout_create();
    operation_create();
    layout_begin(&doubles, "doubles", ATOM_DOUBLE, ATOM_DOUBLE);
    layout_add(&doubles, "MPI_DOUBLE", MPI_DOUBLE, 1, zero);
    for (size_t bytes = FIRST; bytes <= last; bytes *= 2) {
        for (int root = EVERYBODY; root < check_ranks(); root++) {
            in_place(bytes / sizeof(int), root);
        }
    }
    for (size_t bytes = sizeof(double); bytes <= last / 4; bytes *= 2) {
        keeps_input(&doubles.layouts[0], bytes / sizeof(double) - 1);
        keeps_input(&doubles.layouts[0], bytes / sizeof(double) + 1);
    }
    layout_clear(&doubles);
    operation_destroy();
    layout_destroy();
    return check_finish();
}
