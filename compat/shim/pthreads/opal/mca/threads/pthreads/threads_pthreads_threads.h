/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands in for the Open MPI 5 and 6 header of this name, which no
 * installation has although opal/mca/threads/threads.h includes it.
 */
#ifndef TUNEDX_SHIM_THREADS_PTHREADS_THREADS_H
#define TUNEDX_SHIM_THREADS_PTHREADS_THREADS_H

#include <sched.h>
#include <stdbool.h>

#define OPAL_THREAD_YIELD_WHEN_IDLE_DEFAULT false

static inline void opal_thread_yield(void)
{
    sched_yield();
}

#endif
