/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The report: which methods ran, why, how often and how long.
 *
 * Each rank keeps its own records; while MPI_Finalize deletes the attributes
 * of MPI_COMM_SELF, when messages can still be sent, they are merged on rank 0
 * of MPI_COMM_WORLD and printed.
 */
#ifndef TUNEDX_REPORT_H
#define TUNEDX_REPORT_H

#include "compat/compat.h"
#include "runtime/cache.h"

/* Adds `calls` calls that took `nanoseconds`, unless there was nothing to
 * choose.  `counts`: this rank is the one
 * of its communicator that counts calls; the others only keep the time. */
void tunedx_report_add(tunedx_collective_t collective, size_t bytes,
                       const tunedx_choice_t *choice, uint64_t calls,
                       uint64_t nanoseconds, bool counts);

/* A cache whose entries count calls until they are destroyed or the job ends.
 */
typedef struct tunedx_report_source {
    struct tunedx_report_source *next, *previous;
    tunedx_cache_t *cache;
    bool counts; /* as in tunedx_report_add */
} tunedx_report_source_t;

/* Lets the report know of `source`, whose cache and counts are set; leave
 * before the cache is destroyed. */
void tunedx_report_enter(tunedx_report_source_t *source);
void tunedx_report_leave(tunedx_report_source_t *source);

/* Merges all ranks' records on rank 0, which prints them; while the job ends,
 * alike on all ranks. */
void tunedx_report_finish(void);

/* Forgets everything; after MPI_Finalize. */
void tunedx_report_clear(void);

#endif
