/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The simulator: executes the programs of all ranks in the time of the
 * alpha-beta-gamma model (algorithms/cost.h).
 *
 * A message starts when its send and its receive have both been started and
 * its sender sends, and its receiver receives, nothing else (one port each
 * way); both are busy until it ends.  It is two-way when the sender receives or
 * the receiver sends as it starts.  Reductions take a rank's time, copies none.
 */
#ifndef TUNEDX_SIMULATE_H
#define TUNEDX_SIMULATE_H

#include "algorithms/cost.h"
#include "schedule/verify.h"

typedef enum tunedx_activity_kind {
    TUNEDX_ACTIVITY_MESSAGE,
    TUNEDX_ACTIVITY_REDUCTION,
    TUNEDX_ACTIVITY_COPY
} tunedx_activity_kind_t;

/* Something that took place from `start` to `end`.  Instructions are indices
 * into the code of their rank. */
typedef struct tunedx_activity {
    tunedx_activity_kind_t kind;
    uint64_t start, end;
    int rank;           /* where it happens; of a message: the receiver */
    size_t instruction; /* of a message: its receive */
    size_t bytes;
    int sender; /* of a message */
    size_t sends;
    bool two_way;
} tunedx_activity_t;

/* Is told all activities; those of one rank in order. */
typedef struct tunedx_listener {
    void (*hear)(void *context, const tunedx_activity_t *activity);
    void *context;
} tunedx_listener_t;

typedef enum tunedx_simulation {
    TUNEDX_SIMULATED,
    TUNEDX_SIMULATION_STUCK, /* a deadlock: the job does not verify */
    TUNEDX_SIMULATION_MEMORY
} tunedx_simulation_t;

/* *time is when the last rank ends, all having begun at 0; set only when the
 * job was simulated.  `listener` may be NULL.  The job has to be one that
 * tunedx_verify passes. */
tunedx_simulation_t tunedx_simulate(const tunedx_job_t *job,
                                    const tunedx_price_t *price,
                                    const tunedx_listener_t *listener,
                                    uint64_t *time);

#endif
