/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Performance variables of MPI_T: counters of this process, bound to no object.
 *
 *     coll_tunedx_<collective>_<algorithm>_calls
 *     coll_tunedx_<collective>_<algorithm>_refusals
 *     coll_tunedx_cache_hits, coll_tunedx_cache_misses
 *
 * They run while somebody has started one of them, or counts anyway.
 */
#ifndef TUNEDX_COUNTERS_H
#define TUNEDX_COUNTERS_H

#include "compat/compat.h"
#include "decision/decide.h"

/* Registers the variables of `component`.  Open MPI error code. */
int tunedx_counters_register(const mca_base_component_t *component);

/* Counts a call, by its algorithm, and what was passed over for it. */
void tunedx_counters_add(tunedx_collective_t collective,
                         const tunedx_choice_t *choice);

/* Counts a search in a cache of programs; how many there were. */
void tunedx_counters_add_search(bool found);
void tunedx_counters_searches(uint64_t *found, uint64_t *missed);

#endif
