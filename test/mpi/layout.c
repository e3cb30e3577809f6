/* SPDX-License-Identifier: BSD-3-Clause */
/* See layout.h: atoms, and how layouts are made and used. */
#include "layout.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

family_t layout_families[FAMILIES];

size_t atom_bytes(atom_t kind)
{
    static const size_t bytes[] = {[ATOM_UCHAR] = sizeof(unsigned char),
                                   [ATOM_SHORT] = sizeof(short),
                                   [ATOM_INT] = sizeof(int),
                                   [ATOM_LONG] = sizeof(long),
                                   [ATOM_FLOAT] = sizeof(float),
                                   [ATOM_DOUBLE] = sizeof(double),
                                   [ATOM_LONG_DOUBLE] = sizeof(long double)};

    return bytes[kind];
}

size_t atom_value_bytes(atom_t kind)
{
    /* x87 values have 80 bits; an assignment may leave the rest alone. */
    if (kind == ATOM_LONG_DOUBLE && LDBL_MANT_DIG == 64) {
        return 10;
    }
    return atom_bytes(kind);
}

#define STORE(TYPE)                    \
    do {                               \
        const TYPE x = (TYPE)value;    \
        memcpy(address, &x, sizeof x); \
    } while (0)

void atom_store(atom_t kind, unsigned char *address, long value)
{
    switch (kind) {
    case ATOM_UCHAR:
        STORE(unsigned char);
        break;
    case ATOM_SHORT:
        STORE(short);
        break;
    case ATOM_INT:
        STORE(int);
        break;
    case ATOM_LONG:
        STORE(long);
        break;
    case ATOM_FLOAT:
        STORE(float);
        break;
    case ATOM_DOUBLE:
        STORE(double);
        break;
    case ATOM_LONG_DOUBLE:
        STORE(long double);
        break;
    }
}

#define LOAD(TYPE)                     \
    do {                               \
        TYPE x;                        \
        memcpy(&x, address, sizeof x); \
        return (long)x;                \
    } while (0)

long atom_load(atom_t kind, const unsigned char *address)
{
    switch (kind) {
    case ATOM_UCHAR:
        LOAD(unsigned char);
    case ATOM_SHORT:
        LOAD(short);
    case ATOM_INT:
        LOAD(int);
    case ATOM_LONG:
        LOAD(long);
    case ATOM_FLOAT:
        LOAD(float);
    case ATOM_DOUBLE:
        LOAD(double);
    case ATOM_LONG_DOUBLE:
        LOAD(long double);
    }
    return 0;
}

void layout_store(const layout_t *layout, unsigned char *base, size_t element,
                  const long *values, size_t atoms)
{
    unsigned char *address = base + (ptrdiff_t)element * layout->extent;
    size_t next = 0;

    while (next < atoms) {
        for (size_t i = 0; i < layout->atoms; i++) {
            atom_store(layout->kind[i], address + layout->at[i],
                       values[next++]);
        }
        address += layout->extent;
    }
}

family_t *layout_begin(family_t *family, const char *name, atom_t first,
                       atom_t second)
{
    *family = (family_t){.name = name,
                         .pattern = {first, second},
                         .period = first == second ? 1 : 2,
                         .unit = 1};
    return family;
}

static size_t common_multiple(size_t a, size_t b)
{
    size_t multiple = a;

    while (multiple % b != 0) {
        multiple += a;
    }
    return multiple;
}

void layout_add(family_t *family, const char *name, MPI_Datatype type,
                size_t atoms, const ptrdiff_t *at)
{
    layout_t *layout = &family->layouts[family->count++];
    MPI_Aint lower, extent;

    MPI_Type_get_extent(type, &lower, &extent);
    *layout = (layout_t){.name = name, .type = type, .atoms = atoms};
    layout->lower = lower;
    layout->extent = extent;
    layout->kind = calloc(atoms + 1, sizeof *layout->kind);
    layout->at = calloc(atoms + 1, sizeof *layout->at);
    for (size_t i = 0; i < atoms; i++) {
        const atom_t kind = family->pattern[i % family->period];
        const ptrdiff_t end = at[i] + (ptrdiff_t)atom_bytes(kind);

        layout->kind[i] = kind;
        layout->at[i] = at[i];
        if (i == 0 || at[i] < layout->lowest) {
            layout->lowest = at[i];
        }
        if (i == 0 || end > layout->highest) {
            layout->highest = end;
        }
    }
    if (atoms > 0) {
        family->unit = common_multiple(family->unit, atoms);
    }
}

void layout_create(void)
{
    layout_define(layout_families);
}

static int is_named(MPI_Datatype type)
{
    int integers, addresses, types, combiner;

    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

/* The handles stay: user functions compare theirs with them. */
void layout_release(family_t *family)
{
    for (int l = 0; l < family->count && !family->is_released; l++) {
        MPI_Datatype type = family->layouts[l].type;

        if (!is_named(type)) {
            MPI_Type_free(&type);
        }
    }
    family->is_released = 1;
}

void layout_clear(family_t *family)
{
    layout_release(family);
    for (int l = 0; l < family->count; l++) {
        free(family->layouts[l].kind);
        free(family->layouts[l].at);
    }
    family->count = 0;
}

void layout_destroy(void)
{
    for (int f = 0; f < FAMILIES; f++) {
        layout_clear(&layout_families[f]);
    }
}
