/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rules file as the trees of all collectives, and as C.
 */
#ifndef TUNEDX_TOOLS_ENCODING_H
#define TUNEDX_TOOLS_ENCODING_H

#include "tools/decision_tree.h"

#include <stdio.h>

typedef struct encoding_method {
    const tunedx_rule_t *row; /* the first one that has it */
    int rows;
} encoding_method_t;

typedef struct encoding {
    const char *file; /* the C file; without folders, as all names */
    const char *name; /* the rules file */
    uint64_t digest;  /* of its text: FNV-1a */
    tunedx_rules_t rules;
    encoding_method_t *methods; /* number n is methods[n - 1] */
    int count;
    const tree_node_t *roots[TUNEDX_COLLECTIVES];
    size_t rows[TUNEDX_COLLECTIVES];     /* of the file */
    size_t unmerged[TUNEDX_COLLECTIVES]; /* conditions if equal neighbours
                                          * stayed apart; 0: too many */
} encoding_t;

/* The methods of a collective. */
int encoding_methods_of(const encoding_t *encoding,
                        tunedx_collective_t collective);

/* Writes the C file; what cannot be written, `out` remembers. */
void encoding_write(const encoding_t *encoding, FILE *out);

/* A line for each collective that has rows, as a table; each line begins with
 * `margin`. */
void encoding_write_statistics(const encoding_t *encoding, const char *margin,
                               FILE *out);

#endif
