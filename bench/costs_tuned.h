/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The fixed decision of the coll/tuned that is installed.
 */
#ifndef TUNEDX_BENCH_COSTS_TUNED_H
#define TUNEDX_BENCH_COSTS_TUNED_H

#include "schedule/shape.h"

#include <stdbool.h>

/* Loads coll/tuned's plugin; false when it has not what is needed here. */
bool bench_tuned_open(void);

/* The number of the algorithm that it would run for a bcast or a reduce.  It
 * decides as it does in a job, but what it then calls, to run the algorithm,
 * is a function of this program. */
int bench_tuned_decide(const tunedx_key_t *key);

/* Prints what it decides for bcast and reduce on 2 to 64 ranks and up to 16 MiB
 * as a rules file: every size is tried.  False when there is no coll/tuned. */
bool bench_tuned_rules(void);

#endif
