/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The rules file that coll_tunedx_rules_file names, as rank 0 reads it.
 */
#ifndef TUNEDX_RULES_FILE_H
#define TUNEDX_RULES_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the file, if one is named, for a job of `ranks` ranks on `nodes` nodes,
 * and reports every fault of it, what was expected and what happens next.  Its
 * rules come packed (decision/pack_rules.h) in *bytes, for the caller to free,
 * without what cannot be used; NULL and a length of 0 when no file is named.
 * OMPI_ERR_BAD_PARAM when there are faults and coll_tunedx_strict is set. */
int tunedx_rules_file_pack(int ranks, int nodes, void **bytes, size_t *length);

/* Sets *holds to whether there is a decision compiled in that is for such a
 * job, by the [match] of its rules file; says why when it is not.
 * OMPI_ERR_BAD_PARAM when it is not and coll_tunedx_strict is set.  Only rank 0
 * may ask. */
int tunedx_decision_check(int ranks, int nodes, bool *holds);

/* Writes what all ranks have to have alike: `build`, and the digest of the
 * decision compiled in. */
void tunedx_decision_name(const char *build, char *text, size_t size);

#endif
