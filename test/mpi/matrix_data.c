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

static bool is_reduction(collective_t collective)
{
    return collective == REDUCE || collective == ALLREDUCE;
}

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
    return is_reduction(collective) ? reduced_count : moved_count;
}

const datum_t *matrix_datum(collective_t collective, int which)
{
    if (collective == BARRIER) {
        return NULL;
    }
    return is_reduction(collective) ? &reduced[which] : &moved[which];
}

const layout_t *matrix_layout(const datum_t *datum, int rank, int side)
{
    const family_t *family = datum->family;
    const bool is_moved = datum->operation == OPERATIONS;
    int turn = rank + side;

    if (datum->layout >= 0) {
        return &family->layouts[datum->layout];
    }
    for (int i = 0;; i = (i + 1) % family->count) {
        const layout_t *layout = &family->layouts[i];

        if ((is_moved || layout->atoms == datum->atoms) && turn-- == 0) {
            return layout;
        }
    }
}

size_t matrix_unit(const datum_t *datum)
{
    if (datum->layout >= 0) {
        return datum->family->layouts[datum->layout].atoms;
    }
    return datum->operation == OPERATIONS ? datum->family->unit : datum->atoms;
}

static size_t unit_bytes(const datum_t *datum)
{
    const family_t *family = datum->family;
    const size_t bytes = family->unit_bytes * matrix_unit(datum) / family->unit;

    return bytes > 0 ? bytes : 1;
}

size_t matrix_units(const case_t *c)
{
    const size_t ranks = (size_t)c->group->size;
    const bool is_vector =
        c->collective == BCAST || is_reduction(c->collective);
    const size_t bytes = is_vector ? VECTOR_BYTES : BLOCK_BYTES;
    const size_t many = bytes / unit_bytes(c->datum) + 1;

    switch (c->count) {
    case COUNT_ZERO:
        return 0;
    case COUNT_ONE:
        return 1;
    case COUNT_FEW:
        return many < ranks - 1 ? many : ranks > 1 ? ranks - 1 : 1;
    case COUNT_ODD:
        return many < 2 * ranks + 1 ? many : 2 * ranks + 1;
    default:
        return many;
    }
}

size_t matrix_elements(const datum_t *datum, const layout_t *layout,
                       size_t units)
{
    /* Any number of empty elements is the same message: nothing. */
    if (layout->atoms == 0) {
        return units;
    }
    return units * matrix_unit(datum) / layout->atoms;
}
