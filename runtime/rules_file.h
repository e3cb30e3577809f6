/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The rules file that coll_tunedx_rules_file names, as rank 0 reads it.
 */
#ifndef TUNEDX_RULES_FILE_H
#define TUNEDX_RULES_FILE_H

#include <stddef.h>

/* Reads the file, if one is named, for a job of `ranks` ranks on `nodes` nodes,
 * and reports every fault of it, what was expected and what happens next.  Its
 * rules come packed (decision/pack_rules.h) in *bytes, for the caller to free,
 * without what cannot be used; NULL and a length of 0 when no file is named.
 * OMPI_ERR_BAD_PARAM when there are faults and coll_tunedx_strict is set. */
int tunedx_rules_file_pack(int ranks, int nodes, void **bytes, size_t *length);

#endif
