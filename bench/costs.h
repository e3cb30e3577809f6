/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the parts of tunedx without MPI cost: parts of the program `costs`.
 */
#ifndef TUNEDX_BENCH_COSTS_H
#define TUNEDX_BENCH_COSTS_H

#include <stdbool.h>
#include <stddef.h>

#include "decision/decide.h"

enum { BENCH_BATCHES = 31 };

/* The median over batches of the nanoseconds that one of `operations`
 * operations takes, all of which `work` does. */
double bench_measure(void (*work)(void *context), void *context,
                     size_t operations);

/* The key of a call of `bytes` bytes on one node; sums of doubles. */
tunedx_key_t bench_key(tunedx_collective_t collective, int size, size_t bytes);

/* The policy of the built-in rules; false when memory is short. */
bool bench_policy(tunedx_arena_t *arena, tunedx_policy_t *policy);

/* Each prints a table; false when memory is short. */
bool bench_schedules(void);
bool bench_decisions(void);
bool bench_encodings(void);
bool bench_cache(void);
bool bench_rules(void);

#endif
