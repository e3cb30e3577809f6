/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A decision as C: what `tunedx codegen` makes of a rules file, for a plugin
 * that has it compiled in (configure --with-decision).
 *
 * For each collective there is a function of nested comparisons, after
 * Pjesivac-Grbovic et al. 2007, section 3.2, which says for every call what the
 * rows of the file say.
 */
#ifndef TUNEDX_GENERATED_H
#define TUNEDX_GENERATED_H

#include "decision/rules.h"
#include "geometry/geometry.h"

/* A method of the file. */
typedef struct tunedx_generated_method {
    tunedx_collective_t collective;
    const char *text; /* as the grammar of methods has it */
    int line;         /* in the rules file, of the first row that has it */
    int rows;         /* how many rows have it */
} tunedx_generated_method_t;

/* The number, from 1, of the method for a call; 0: the next source decides.
 * `refused` of the methods that it names for this call in turn cannot serve
 * it. */
typedef int tunedx_generated_decide_t(const tunedx_key_t *key, int refused);

typedef struct tunedx_generated {
    const char *file;                         /* this C file */
    const char *rules;                        /* the rules file */
    const char *digest;                       /* of its text: FNV-1a, 64 bits */
    tunedx_pairs_t match;                     /* of its [match] */
    const tunedx_generated_method_t *methods; /* number n is methods[n - 1] */
    size_t count;                             /* 0: there is no decision */
    tunedx_generated_decide_t *decide[TUNEDX_COLLECTIVES]; /* NULL: always 0 */
} tunedx_generated_t;

/* The one that is compiled in.  A program that holds others defines their name
 * in front of each. */
#ifndef TUNEDX_GENERATED
#define TUNEDX_GENERATED tunedx_generated
#endif
extern const tunedx_generated_t TUNEDX_GENERATED;

/* The same, its methods understood. */
typedef struct tunedx_generated_rules {
    const tunedx_generated_t *generated;   /* NULL: there is none */
    const tunedx_method_t *const *methods; /* one for each of its methods */
} tunedx_generated_rules_t;

/* Parses the methods, into `arena`; none when `generated` has none.  False when
 * one is not understood, with *complaint about *faulty, or memory is short,
 * with *faulty NULL. */
bool tunedx_generated_parse(tunedx_arena_t *arena,
                            const tunedx_generated_t *generated,
                            tunedx_generated_rules_t *rules,
                            const tunedx_generated_method_t **faulty,
                            tunedx_complaint_t *complaint);

/* ---- for generated code ---- */

/* The message size times the ranks, or SIZE_MAX when that is more. */
static inline size_t tunedx_total_bytes(const tunedx_key_t *key)
{
    const size_t ranks = (size_t)key->size;

    return key->bytes > SIZE_MAX / ranks ? SIZE_MAX : key->bytes * ranks;
}

#endif
