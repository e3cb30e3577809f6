/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Large messages that every rank describes in its own way: elements of 12 and
 * of 20 bytes, which segments of a round number of bytes cut in the middle,
 * packed here, with holes or below their address there.
 */
#include "check.h"
#include "checked.h"

static void run(const checked_t *what)
{
    check_context("%s %s of %zu x %s, root %d, %s%s",
                  call_form_name(what->form), call_name(what->collective),
                  what->units, what->datum->family->name, what->root,
                  call_reduces(what->collective)
                      ? operation_name(what->datum->operation)
                      : "moved",
                  what->place == PLACE_IN ? ", in place" : "");
    checked_run(what);
}

/* Every root, in place or not, in all forms by turns. */
static void run_roots(checked_t what)
{
    const int roots = call_has_root(what.collective) ? check_ranks() : 1;
    static uint32_t turn;

    for (what.root = 0; what.root < roots; what.root++) {
        for (what.place = PLACE_APART; what.place <= PLACE_IN; what.place++) {
            what.form = (form_t)(check_hash(2, 0, turn++) % FORMS);
            run(&what);
        }
    }
}

static void reduce_all(const family_t *family, size_t elements)
{
    for (operation_t o = OPERATION_USER_SUM; o < OPERATIONS; o++) {
        const datum_t datum = {.family = family,
                               .layout = -1,
                               .atoms = family->layouts[0].atoms,
                               .operation = o};
        checked_t what = {.comm = MPI_COMM_WORLD,
                          .seed = 7,
                          .datum = &datum,
                          .units = elements,
                          .op = operation_handle(o),
                          .spread = SPREAD_GAPS};

        for (collective_t k = BCAST; k < COLLECTIVES; k++) {
            if (call_reduces(k)) {
                what.collective = k;
                run_roots(what);
            }
        }
    }
}

/* So many times the amount that all layouts of the family can express. */
static void move_all(const family_t *family, size_t units)
{
    const datum_t datum = {
        .family = family, .layout = -1, .operation = OPERATIONS};
    checked_t what = {.comm = MPI_COMM_WORLD,
                      .seed = 8,
                      .datum = &datum,
                      .units = units,
                      .op = MPI_OP_NULL,
                      .spread = SPREAD_GAPS};

    for (collective_t k = BCAST; k < COLLECTIVES; k++) {
        if (!call_reduces(k)) {
            what.collective = k;
            run_roots(what);
        }
    }
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
        reduce_all(&five, counts[i]);
        reduce_all(&pair, counts[i]);
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
