/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Large messages that every rank describes in its own way: elements of 12 and
 * of 20 bytes, which segments of a round number of bytes cut in the middle,
 * packed here, with holes or below their address there.
 */
#include "check.h"
#include "checked.h"

static void reduce_all(const family_t *family, size_t elements, int root)
{
    const layout_t *layout = &family->layouts[check_rank() % family->count];

    for (operation_t o = OPERATION_USER_SUM; o < OPERATIONS; o++) {
        for (int in_place = 0; in_place < 2; in_place++) {
            const reduction_t reduction = {.comm = MPI_COMM_WORLD,
                                           .seed = 7,
                                           .layout = layout,
                                           .elements = elements,
                                           .operation = o,
                                           .op = operation_handle(o),
                                           .root = root,
                                           .in_place = in_place != 0};

            check_context("%s of %zu x %s (%s), root %d, %s%s",
                          root == EVERYBODY ? "allreduce" : "reduce", elements,
                          family->name, layout->name, root, operation_name(o),
                          in_place ? ", in place" : "");
            checked_reduction(&reduction);
        }
    }
}

/* Elements of the family's first layout, or as many atoms of another one. */
static void move_all(const family_t *family, size_t elements)
{
    const size_t atoms = elements * family->unit;
    const layout_t *own = &family->layouts[check_rank() % family->count];
    const layout_t *other =
        &family->layouts[(check_rank() + 1) % family->count];

    for (int root = 0; root < check_ranks(); root++) {
        check_context("bcast of %zu x %s (%s), root %d", elements, family->name,
                      own->name, root);
        checked_bcast(MPI_COMM_WORLD, 8, own, atoms / own->atoms, root);
    }
    check_context("allgather of %zu x %s (%s, %s)", elements, family->name,
                  own->name, other->name);
    checked_allgather(MPI_COMM_WORLD, 9, own, other, atoms);
}

int main(int argc, char **argv)
{
    static const ptrdiff_t dense[] = {0, 4, 8, 12, 16};
    static const ptrdiff_t holes[] = {0, 8, 16, 24, 32};
    static const ptrdiff_t packed[] = {0, 8};
    static const ptrdiff_t below[] = {-24, -8};
    static const size_t counts[] = {1, 49, 50, 51, 1024, 5003};
    family_t five, pair, ints;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "layout_mix");
    operation_create();
    layout_begin(&five, "5 ints", ATOM_INT, ATOM_INT);
    layout_add(&five, "dense", layout_contiguous(5, MPI_INT), 5, dense);
    layout_add(&five, "holes", layout_vector(5, 2, MPI_INT), 5, holes);
    layout_begin(&pair, "double and int", ATOM_DOUBLE, ATOM_INT);
    layout_add(&pair, "packed",
               layout_structure(MPI_DOUBLE, MPI_INT, packed, 0, 12), 2, packed);
    layout_add(&pair, "below its address",
               layout_structure(MPI_DOUBLE, MPI_INT, below, -24, 56), 2, below);
    layout_begin(&ints, "ints by 5", ATOM_INT, ATOM_INT);
    layout_add(&ints, "one by one", MPI_INT, 1, dense);
    layout_add(&ints, "holes", layout_vector(5, 2, MPI_INT), 5, holes);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (int root = EVERYBODY; root < check_ranks(); root++) {
            reduce_all(&five, counts[i], root);
            reduce_all(&pair, counts[i], root);
        }
        move_all(&five, counts[i]);
        move_all(&pair, counts[i]);
        move_all(&ints, counts[i]);
    }
    layout_clear(&five);
    layout_clear(&pair);
    layout_clear(&ints);
    operation_destroy();
    return check_finish();
}
