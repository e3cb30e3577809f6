/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long vectors: reductions in place of 64 KiB to 8 MiB for every root, where
 * pointer arithmetic on MPI_IN_PLACE would show; allreduce of 2^k - 1 and
 * 2^k + 1 doubles, whose send buffer must survive; and pairs, whose padding
 * takes no part and whose lowest index wins among equal values.
 *
 *     large [BYTES]      up to so many bytes instead of 8 MiB
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "checked.h"

enum { FIRST = 1 << 16, LAST = 1 << 23, PAIRS = 70000 };

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

static void pairs(const layout_t *layout, size_t elements,
                  operation_t operation, int root)
{
    reduction_t reduction = {.comm = MPI_COMM_WORLD,
                             .seed = (uint32_t)elements,
                             .layout = layout,
                             .elements = elements,
                             .operation = operation,
                             .op = operation_handle(operation),
                             .root = root};

    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        reduction.in_place = is_in_place != 0;
        check_context("%s of %zu x %s, %s, root %d%s",
                      root == EVERYBODY ? "allreduce" : "reduce", elements,
                      layout->name, operation_name(operation), root,
                      is_in_place ? ", in place" : "");
        checked_reduction(&reduction);
    }
}

/* Every pair type of C, which is the first layout of its family. */
static void all_pairs(size_t elements)
{
    for (int f = 0; f < FAMILIES; f++) {
        const layout_t *layout = &layout_families[f].layouts[0];

        if (layout->atoms != 2) {
            continue;
        }
        for (int root = EVERYBODY; root < check_ranks();
             root += check_ranks()) {
            pairs(layout, elements, OPERATION_MAXLOC, root);
            pairs(layout, elements, OPERATION_MINLOC, root);
        }
    }
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
    all_pairs(1);
    all_pairs(PAIRS);
    layout_clear(&doubles);
    operation_destroy();
    layout_destroy();
    return check_finish();
}
