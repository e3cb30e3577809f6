/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counting calls, for the report, the profile and MPI_T's performance
 * variables.  While nobody counts, calls take the short cut.
 */
#ifndef TUNEDX_COUNTING_H
#define TUNEDX_COUNTING_H

#include <stdatomic.h>

#include "runtime/call.h"

/* How many there are who count. */
extern atomic_int tunedx_counting;

static inline bool tunedx_counts(void)
{
    return OPAL_UNLIKELY(
        atomic_load_explicit(&tunedx_counting, memory_order_relaxed) > 0);
}

/* One more, or one less, who counts. */
void tunedx_counting_begin(void);
void tunedx_counting_end(void);

/* While a module exists. */
void tunedx_counting_enter(tunedx_module_t *module);
void tunedx_counting_leave(tunedx_module_t *module);

/* Counts a call of the program that was found for it.  `nanoseconds`: 0 where
 * it does not run on the caller's time. */
void tunedx_count_call(const tunedx_module_t *module, const tunedx_call_t *call,
                       const tunedx_found_t *found, tunedx_form_t form,
                       uint64_t nanoseconds);

/* Counts a start of a persistent operation; the report learns of all starts
 * when the request is freed. */
void tunedx_count_start(const tunedx_module_t *module,
                        const tunedx_call_t *call, const tunedx_found_t *found);

#endif
