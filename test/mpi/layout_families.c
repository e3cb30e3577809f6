/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The datatypes of the tests: contiguous, with holes, with negative lower
 * bounds and strides, with an extent beyond the data, structures with padding
 * and without, data in another order than in memory, pairs, empty types.
 */
#include <stdlib.h>

#include "layout.h"

MPI_Datatype layout_contiguous(int count, MPI_Datatype of)
{
    MPI_Datatype type;

    MPI_Type_contiguous(count, of, &type);
    MPI_Type_commit(&type);
    return type;
}

MPI_Datatype layout_vector(int count, int stride, MPI_Datatype of)
{
    MPI_Datatype type;

    MPI_Type_vector(count, 1, stride, of, &type);
    MPI_Type_commit(&type);
    return type;
}

/* One block of each of two types, with the bounds given. */
MPI_Datatype layout_structure(MPI_Datatype first, MPI_Datatype second,
                              const ptrdiff_t *at, MPI_Aint lower,
                              MPI_Aint extent)
{
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {at[0], at[1]};
    MPI_Datatype types[] = {first, second};
    MPI_Datatype bare, type;

    MPI_Type_create_struct(2, lengths, places, types, &bare);
    MPI_Type_create_resized(bare, lower, extent, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&bare);
    return type;
}

static void define_int(family_t *family)
{
    static const ptrdiff_t dense[] = {0, 4, 8};
    static const ptrdiff_t holes[] = {0, 8};
    static const ptrdiff_t below[] = {-12, 4};
    static const ptrdiff_t backwards[] = {0, -8, -16};

    layout_begin(family, "int", ATOM_INT, ATOM_INT);
    layout_add(family, "MPI_INT", MPI_INT, 1, dense);
    layout_add(family, "MPI_2INT", MPI_2INT, 2, dense);
    layout_add(family, "3 x int", layout_contiguous(3, MPI_INT), 3, dense);
    layout_add(family, "vector with holes", layout_vector(2, 2, MPI_INT), 2,
               holes);
    layout_add(family, "2 ints, bounds -16 and 16",
               layout_structure(MPI_INT, MPI_INT, below, -16, 32), 2, below);
    layout_add(family, "vector of negative stride",
               layout_vector(3, -2, MPI_INT), 3, backwards);
}

/* Elements of 16,000 bytes, larger than the segments of the tests. */
static void define_long_vector(family_t *family)
{
    enum { ATOMS = 4000 };
    ptrdiff_t *dense = calloc(ATOMS, sizeof *dense);
    ptrdiff_t *holes = calloc(ATOMS, sizeof *holes);

    for (int i = 0; i < ATOMS; i++) {
        dense[i] = 4 * (ptrdiff_t)i;
        holes[i] = 8 * (ptrdiff_t)i;
    }
    layout_begin(family, "4000 ints", ATOM_INT, ATOM_INT)->only_moved = 1;
    layout_add(family, "MPI_INT", MPI_INT, 1, dense);
    layout_add(family, "vector of 4000", layout_vector(ATOMS, 2, MPI_INT),
               ATOMS, holes);
    layout_add(family, "4000 x int", layout_contiguous(ATOMS, MPI_INT), ATOMS,
               dense);
    free(dense);
    free(holes);
}

static void define_double(family_t *family)
{
    static const ptrdiff_t dense[] = {0, 8};
    static const ptrdiff_t holes[] = {0, 16};
    static const ptrdiff_t wide[] = {0, 8};

    layout_begin(family, "double", ATOM_DOUBLE, ATOM_DOUBLE);
    layout_add(family, "MPI_DOUBLE", MPI_DOUBLE, 1, dense);
    layout_add(family, "2 x double", layout_contiguous(2, MPI_DOUBLE), 2,
               dense);
    layout_add(family, "vector of doubles", layout_vector(2, 2, MPI_DOUBLE), 2,
               holes);
    layout_add(family, "2 doubles, extent 40",
               layout_structure(MPI_DOUBLE, MPI_DOUBLE, wide, 0, 40), 2, wide);
}

static void define_double_int(family_t *family)
{
    static const ptrdiff_t natural[] = {0, 8};
    static const ptrdiff_t swapped[] = {8, 0};
    static const ptrdiff_t below[] = {-8, -16};

    layout_begin(family, "double and int", ATOM_DOUBLE, ATOM_INT);
    layout_add(family, "MPI_DOUBLE_INT", MPI_DOUBLE_INT, 2, natural);
    layout_add(family, "padded struct",
               layout_structure(MPI_DOUBLE, MPI_INT, natural, 0, 16), 2,
               natural);
    layout_add(family, "packed struct",
               layout_structure(MPI_DOUBLE, MPI_INT, natural, 0, 12), 2,
               natural);
    layout_add(family, "struct, int first in memory",
               layout_structure(MPI_DOUBLE, MPI_INT, swapped, 0, 16), 2,
               swapped);
    layout_add(family, "struct below its address, extent 48",
               layout_structure(MPI_DOUBLE, MPI_INT, below, -16, 48), 2, below);
}

static void define_other_pairs(family_t *families)
{
    static const ptrdiff_t at_4[] = {0, 4};
    static const ptrdiff_t at_2[] = {0, 2};
    static const ptrdiff_t at_8[] = {0, 8};
    static const ptrdiff_t at_16[] = {0, 16};
    static const ptrdiff_t below[] = {-16, 4};
    family_t *family =
        layout_begin(&families[0], "short and int", ATOM_SHORT, ATOM_INT);

    layout_add(family, "MPI_SHORT_INT", MPI_SHORT_INT, 2, at_4);
    layout_add(family, "packed short and int",
               layout_structure(MPI_SHORT, MPI_INT, at_2, 0, 6), 2, at_2);

    family = layout_begin(&families[1], "long double and int", ATOM_LONG_DOUBLE,
                          ATOM_INT);
    layout_add(family, "MPI_LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT, 2, at_16);
    layout_add(family, "long double below its address",
               layout_structure(MPI_LONG_DOUBLE, MPI_INT, below, -16, 32), 2,
               below);

    family = layout_begin(&families[2], "float and int", ATOM_FLOAT, ATOM_INT);
    layout_add(family, "MPI_FLOAT_INT", MPI_FLOAT_INT, 2, at_4);

    family = layout_begin(&families[3], "long and int", ATOM_LONG, ATOM_INT);
    layout_add(family, "MPI_LONG_INT", MPI_LONG_INT, 2, at_8);
}

static void define_empty(family_t *family)
{
    MPI_Datatype empty, wide;

    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_create_resized(empty, 0, 16, &wide);
    MPI_Type_commit(&wide);
    MPI_Type_free(&empty);
    layout_begin(family, "nothing", ATOM_INT, ATOM_INT);
    layout_add(family, "0 x int", layout_contiguous(0, MPI_INT), 0, NULL);
    layout_add(family, "0 x int, extent 16", wide, 0, NULL);
}

/* Types that only matter as operands. */
static void define_basic(family_t *families)
{
    static const ptrdiff_t zero[] = {0};
    family_t *family =
        layout_begin(&families[0], "uchar", ATOM_UCHAR, ATOM_UCHAR);

    layout_add(family, "MPI_UNSIGNED_CHAR", MPI_UNSIGNED_CHAR, 1, zero);
    family = layout_begin(&families[1], "short", ATOM_SHORT, ATOM_SHORT);
    layout_add(family, "MPI_SHORT", MPI_SHORT, 1, zero);
    family = layout_begin(&families[2], "float", ATOM_FLOAT, ATOM_FLOAT);
    layout_add(family, "MPI_FLOAT", MPI_FLOAT, 1, zero);
}

void layout_define(family_t *families)
{
    define_int(&families[0]);
    define_long_vector(&families[1]);
    define_double(&families[2]);
    define_double_int(&families[3]);
    define_other_pairs(&families[4]);
    define_empty(&families[8]);
    define_basic(&families[9]);
}
