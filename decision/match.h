/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * [match] of a rules file: for which machine and software it was made.
 */
#ifndef TUNEDX_MATCH_H
#define TUNEDX_MATCH_H

#include "decision/rules.h"
#include "decision/text.h"

/* What a file is held against; as rank 0 has it. */
typedef struct tunedx_site {
    const char *ompi;   /* version of Open MPI, "4.1.4" */
    const char *tunedx; /* version of tunedx */
    const char *host;   /* name of rank 0's host */
    size_t ranks, nodes;
} tunedx_site_t;

/* Whether `name` is a condition of [match] and `value` one of its values; if
 * not, *complaint says why, with a column in the line. */
bool tunedx_match_check(tunedx_word_t name, tunedx_word_t value,
                        tunedx_complaint_t *complaint);

/* The first condition that does not hold, or NULL.  All were checked. */
const tunedx_pair_t *tunedx_match_find(const tunedx_pairs_t *match,
                                       const tunedx_site_t *site);

/* What the site has for the condition `name`, as text. */
void tunedx_match_describe(const tunedx_site_t *site, const char *name,
                           char *text, size_t size);

#endif
