/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Datatypes of the tests.
 *
 * A layout is a datatype together with its type map, written down by hand: an
 * element consists of atoms (basic values), each at a displacement.  So the
 * tests read and write user buffers without MPI's help.  Layouts of a family
 * have one type signature, repeated: MPI lets every rank describe the same
 * data with another layout of the family.
 */
#ifndef TUNEDX_TEST_LAYOUT_H
#define TUNEDX_TEST_LAYOUT_H

#include <mpi.h>
#include <stddef.h>

typedef enum {
    ATOM_UCHAR,
    ATOM_SHORT,
    ATOM_INT,
    ATOM_LONG,
    ATOM_FLOAT,
    ATOM_DOUBLE,
    ATOM_LONG_DOUBLE
} atom_t;

typedef struct {
    const char *name;
    MPI_Datatype type;
    size_t atoms;      /* in one element, in the order of the type map */
    atom_t *kind;      /* [atoms] */
    ptrdiff_t *at;     /* [atoms], bytes from the element's address */
    ptrdiff_t lower;   /* lower bound */
    ptrdiff_t extent;  /* distance of two elements */
    ptrdiff_t lowest;  /* first byte an element touches */
    ptrdiff_t highest; /* one past the last byte it touches */
} layout_t;

enum { LAYOUTS_MAX = 8 };

typedef struct {
    const char *name;
    atom_t pattern[2]; /* the signature repeats these kinds */
    size_t period;
    layout_t layouts[LAYOUTS_MAX];
    int count;       /* layouts */
    size_t unit;     /* least number of atoms that all layouts divide */
    int only_moved;  /* too large to be an operand of reductions */
    int is_released; /* the datatypes are no more */
} family_t;

enum { FAMILIES = 12 };
extern family_t layout_families[FAMILIES];

/* Make and free all families; between MPI_Init and MPI_Finalize. */
void layout_create(void);
void layout_destroy(void);

/* Fill the table of families; only layout_create calls this. */
void layout_define(family_t *families);

/*
 * An own family: begin it with the kinds of atoms that its signature repeats,
 * add committed datatypes with the displacements of their atoms, clear it.
 */
family_t *layout_begin(family_t *family, const char *name, atom_t first,
                       atom_t second);
void layout_add(family_t *family, const char *name, MPI_Datatype type,
                size_t atoms, const ptrdiff_t *at);
void layout_clear(family_t *family);

/*
 * Free the datatypes of an own family already, while calls that MPI knows of
 * use them: their layouts still serve to check the results.
 */
void layout_release(family_t *family);

/*
 * Committed datatypes: count times one type; blocks of one with a stride; one
 * each of two types at displacements at[0] and at[1], with the bounds given.
 */
MPI_Datatype layout_contiguous(int count, MPI_Datatype of);
MPI_Datatype layout_vector(int count, int stride, MPI_Datatype of);
MPI_Datatype layout_structure(MPI_Datatype first, MPI_Datatype second,
                              const ptrdiff_t *at, MPI_Aint lower,
                              MPI_Aint extent);

/* Bytes of an atom that carry its value, and all its bytes. */
size_t atom_value_bytes(atom_t kind);
size_t atom_bytes(atom_t kind);

void atom_store(atom_t kind, unsigned char *address, long value);
long atom_load(atom_t kind, const unsigned char *address);

/* Write atoms one after another, beginning with an element's first. */
void layout_store(const layout_t *layout, unsigned char *base, size_t element,
                  const long *values, size_t atoms);

#endif
