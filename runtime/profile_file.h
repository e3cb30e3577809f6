/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writing the profile of a job.
 */
#ifndef TUNEDX_PROFILE_FILE_H
#define TUNEDX_PROFILE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TUNEDX_PROFILE_NO_BYTES UINT64_MAX /* no rank knows the size */

/* Calls that are alike.  Fits messages: no pointers. */
typedef struct tunedx_profile_record {
    int32_t collective, form, ranks, nodes, ppn;
    uint64_t bytes, last_bytes; /* sizes from the one to the other */
    uint64_t calls;             /* counted once for each communicator */
    uint64_t nanoseconds;       /* of all ranks together */
    uint64_t slowest;           /* nanoseconds of the rank that spent most */
} tunedx_profile_record_t;

typedef struct tunedx_profile_job {
    int ranks, nodes;
    double seconds;  /* from MPI_Init to MPI_Finalize */
    bool incomplete; /* records are missing */
} tunedx_profile_job_t;

/* Whether the file can be appended to; it is made if it is not there.  If not,
 * that is told. */
bool tunedx_profile_file_probe(const char *path);

/* Appends a line about the job and one for each record, in one write, so that
 * jobs that end at the same time do not mix.  What goes wrong is told. */
void tunedx_profile_file_append(const char *path,
                                const tunedx_profile_job_t *job,
                                const tunedx_profile_record_t *records,
                                size_t count);

#endif
