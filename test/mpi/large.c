/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long vectors: reductions in place of 64 KiB to 8 MiB for every root, where
 * pointer arithmetic on MPI_IN_PLACE would show; reductions of 2^k - 1 and
 * 2^k + 1 doubles, whose send buffer must survive; pairs, whose padding takes
 * no part and whose lowest index wins among equal values; and large blocks of
 * all that only moves.
 *
 *     large [BYTES]      up to so many bytes instead of 8 MiB
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "checked.h"

enum {
    FIRST = 1 << 16,
    LAST = 1 << 23,
    PAIRS = 70000,
    PAIR = 16, /* bytes, of most */
    KEPT = 4,
    MOVED = 32
};

/* In all forms by turns. */
static void run(checked_t what, size_t elements)
{
    const datum_t *datum = what.datum;
    const bool is_divided = what.collective == REDUCE_SCATTER ||
                            what.collective == REDUCE_SCATTER_BLOCK;
    static uint32_t turn;

    what.comm = MPI_COMM_WORLD;
    what.seed = (uint32_t)elements;
    what.form = (form_t)(check_hash(4, 0, turn++) % FORMS);
    what.units = is_divided ? elements / (size_t)check_ranks() + 1 : elements;
    what.op = call_reduces(what.collective) ? operation_handle(datum->operation)
                                            : MPI_OP_NULL;
    what.spread = SPREAD_GAPS;
    check_context("%s %s of %zu x %s%s, root %d", call_form_name(what.form),
                  call_name(what.collective), what.units,
                  datum_layout(datum, 0)->name,
                  what.place == PLACE_IN ? ", in place" : "", what.root);
    checked_run(&what);
}

static void run_roots(checked_t what, size_t elements)
{
    const int roots = call_has_root(what.collective) ? check_ranks() : 1;

    for (what.root = 0; what.root < roots; what.root++) {
        run(what, elements);
    }
}

/* All reductions before a collective. */
static void reduce(const datum_t *datum, size_t elements, place_t place,
                   collective_t end)
{
    for (collective_t k = BCAST; k < end; k++) {
        if (call_reduces(k)) {
            run_roots(
                (checked_t){.collective = k, .datum = datum, .place = place},
                elements);
        }
    }
}

/* Every pair type of C, which is the first layout of its family. */
static void pairs(size_t elements)
{
    for (int f = 0; f < FAMILIES; f++) {
        datum_t datum = {.family = &layout_families[f]};

        if (datum_layout(&datum, 0)->atoms != 2) {
            continue;
        }
        for (collective_t k = BCAST; k < COLLECTIVES; k++) {
            checked_t what = {.collective = k,
                              .datum = &datum,
                              .root = check_ranks() - 1,
                              .place = (place_t)(f % PLACE_ODD)};

            if (call_reduces(k)) {
                datum.operation = OPERATION_MAXLOC;
                run(what, elements);
                datum.operation = OPERATION_MINLOC;
                what.place = (place_t)((f + 1) % PLACE_ODD);
                run(what, elements);
            }
        }
    }
}

static void move(const datum_t *datum, size_t elements)
{
    for (collective_t k = BCAST; k < COLLECTIVES; k++) {
        if (!call_reduces(k)) {
            run_roots((checked_t){.collective = k, .datum = datum}, elements);
            run((checked_t){.collective = k, .datum = datum, .place = PLACE_IN},
                elements);
        }
    }
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
    const datum_t ints = {.family = &layout_families[0],
                          .operation = OPERATION_SUM};
    const datum_t summed = {.family = &doubles, .operation = OPERATION_SUM};
    const datum_t moved = {.family = &doubles, .operation = OPERATIONS};

    for (size_t bytes = FIRST; bytes <= last; bytes *= 2) {
        /* The others take long; an eighth is still many segments. */
        reduce(&ints, bytes / sizeof(int), PLACE_IN,
               bytes <= last / 8 ? COLLECTIVES : REDUCE_SCATTER);
    }
    for (size_t bytes = sizeof(double); bytes <= last / KEPT; bytes *= 2) {
        const checked_t what = {.collective = ALLREDUCE, .datum = &summed};

        run(what, bytes / sizeof(double) - 1);
        run(what, bytes / sizeof(double) + 1);
    }
    reduce(&summed, last / KEPT / sizeof(double) - 1, PLACE_APART, COLLECTIVES);
    pairs(1);
    pairs(last / PAIR < PAIRS ? last / PAIR : PAIRS);
    move(&moved, last / MOVED / sizeof(double) + 1);
    layout_clear(&doubles);
    operation_destroy();
    layout_destroy();
    return check_finish();
}
