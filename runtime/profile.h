/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The profile of a job: which collectives a program calls, on how many ranks,
 * with how many bytes, how often and how long.  What it says is about the
 * program, not about methods: for those who tune, and for whole sites.
 *
 * Each rank keeps records; at the end of the job they are merged on rank 0,
 * which appends them to a file, a JSON object in each line (doc/explain.md has
 * the format).
 */
#ifndef TUNEDX_PROFILE_H
#define TUNEDX_PROFILE_H

#include "runtime/call.h"

/* Whether coll_tunedx_profile_file names a file that can be written.  If it
 * cannot, that is told.  On rank 0. */
bool tunedx_profile_wanted(void);

/* Lets the profile of this job begin, on `nodes` nodes; alike on all ranks. */
void tunedx_profile_begin(int nodes);

/* Counts calls between the ranks of a communicator whose layout is known; no
 * others are counted.  Does nothing until the profile has begun. */
void tunedx_profile_add(const tunedx_module_t *module,
                        const tunedx_call_t *call, tunedx_form_t form,
                        uint64_t nanoseconds);

/* Merges all ranks' records on rank 0, which writes them; while the job ends,
 * alike on all ranks.  What goes wrong is told, once. */
void tunedx_profile_finish(void);

/* Forgets everything; after MPI_Finalize. */
void tunedx_profile_clear(void);

#endif
