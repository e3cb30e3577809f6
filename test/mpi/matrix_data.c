/* SPDX-License-Identifier: BSD-3-Clause */
/* See matrix.h: which data the cases move and reduce, and how much of it. */
#include <string.h>

#include "matrix.h"

enum {
    MOVED_MAX = 64,
    REDUCED_MAX = 160,
    VECTOR_BYTES = 20000, /* "several segments" of a vector */
    BLOCK_BYTES = 3000    /* and of a block of an exchange */
};

static datum_t moved[MOVED_MAX], reduced[REDUCED_MAX];
static int moved_count, reduced_count;

/* MPI's own operations, on the types that are worth a case. */
static const struct {
    const char *layout;
    operation_t operation;
} predefined[] = {{"MPI_INT", OPERATION_SUM},
                  {"MPI_INT", OPERATION_PROD},
                  {"MPI_INT", OPERATION_MAX},
                  {"MPI_INT", OPERATION_MIN},
                  {"MPI_INT", OPERATION_BAND},
                  {"MPI_INT", OPERATION_BOR},
                  {"MPI_INT", OPERATION_BXOR},
                  {"MPI_INT", OPERATION_LAND},
                  {"MPI_INT", OPERATION_LOR},
                  {"MPI_INT", OPERATION_LXOR},
                  {"MPI_DOUBLE", OPERATION_SUM},
                  {"MPI_DOUBLE", OPERATION_PROD},
                  {"MPI_DOUBLE", OPERATION_MAX},
                  {"MPI_DOUBLE", OPERATION_MIN},
                  {"MPI_FLOAT", OPERATION_SUM},
                  {"MPI_SHORT", OPERATION_SUM},
                  {"MPI_SHORT", OPERATION_BXOR},
                  {"MPI_UNSIGNED_CHAR", OPERATION_BXOR},
                  {"MPI_UNSIGNED_CHAR", OPERATION_BAND},
                  {"MPI_2INT", OPERATION_MAXLOC},
                  {"MPI_2INT", OPERATION_MINLOC},
                  {"MPI_SHORT_INT", OPERATION_MAXLOC},
                  {"MPI_SHORT_INT", OPERATION_MINLOC},
                  {"MPI_FLOAT_INT", OPERATION_MAXLOC},
                  {"MPI_FLOAT_INT", OPERATION_MINLOC},
                  {"MPI_LONG_INT", OPERATION_MAXLOC},
                  {"MPI_LONG_INT", OPERATION_MINLOC},
                  {"MPI_DOUBLE_INT", OPERATION_MAXLOC},
                  {"MPI_DOUBLE_INT", OPERATION_MINLOC},
                  {"MPI_LONG_DOUBLE_INT", OPERATION_MAXLOC},
                  {"MPI_LONG_DOUBLE_INT", OPERATION_MINLOC}};

static void add_moved(const family_t *family, int layout)
{
    moved[moved_count++] =
        (datum_t){.family = family, .layout = layout, .operation = OPERATIONS};
}

static void add_reduced(const family_t *family, int layout, size_t atoms,
                        operation_t operation)
{
    reduced[reduced_count++] = (datum_t){.family = family,
                                         .layout = layout,
                                         .atoms = atoms,
                                         .operation = operation};
}

static void add_predefined(const family_t *family, int layout)
{
    const size_t count = sizeof predefined / sizeof predefined[0];

    for (size_t i = 0; i < count; i++) {
        if (strcmp(predefined[i].layout, family->layouts[layout].name) == 0) {
            add_reduced(family, layout, 0, predefined[i].operation);
        }
    }
}

/* The layout, and the mixture of all layouts with as many atoms. */
static void add_user(const family_t *family, int layout)
{
    const size_t atoms = family->layouts[layout].atoms;
    int mates = 0;
    bool is_first = true;

    if (family->only_moved || family->pattern[0] == ATOM_UCHAR) {
        return;
    }
    for (int other = 0; other < family->count; other++) {
        if (family->layouts[other].atoms == atoms) {
            mates++;
            is_first = is_first && other >= layout;
        }
    }
    for (operation_t o = OPERATION_USER_SUM; o < OPERATIONS; o++) {
        add_reduced(family, layout, 0, o);
        if (is_first && mates > 1) {
            add_reduced(family, -1, atoms, o);
        }
    }
}

void matrix_data_create(void)
{
    for (int f = 0; f < FAMILIES; f++) {
        const family_t *family = &layout_families[f];

        for (int layout = 0; layout < family->count; layout++) {
            add_moved(family, layout);
            add_predefined(family, layout);
            add_user(family, layout);
        }
        if (family->count > 1) {
            add_moved(family, -1);
        }
    }
}

int matrix_data_count(collective_t collective)
{
    return call_reduces(collective) ? reduced_count : moved_count;
}

const datum_t *matrix_datum(collective_t collective, int which)
{
    if (collective == BARRIER) {
        return NULL;
    }
    return call_reduces(collective) ? &reduced[which] : &moved[which];
}

size_t matrix_units(collective_t collective, const datum_t *datum, int count,
                    int ranks)
{
    const size_t some = (size_t)ranks;
    size_t bytes = BLOCK_BYTES;

    if (collective == BCAST || call_reduces(collective)) {
        bytes = VECTOR_BYTES;
    }
    if (collective == REDUCE_SCATTER || collective == REDUCE_SCATTER_BLOCK) {
        bytes /= some;
    }
    const size_t many = bytes / datum_unit_bytes(datum) + 1;

    switch (count) {
    case COUNT_ZERO:
        return 0;
    case COUNT_ONE:
        return 1;
    case COUNT_FEW:
        return many < some - 1 ? many : some > 1 ? some - 1 : 1;
    case COUNT_ODD:
        return many < 2 * some + 1 ? many : 2 * some + 1;
    default:
        return many;
    }
}
