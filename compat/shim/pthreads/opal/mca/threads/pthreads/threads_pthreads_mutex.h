/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands in for the Open MPI 5 and 6 header of this name, which no
 * installation has although opal/mca/threads/mutex.h includes it.
 *
 * The types are part of Open MPI's binary interface: opal_mutex_t and
 * ompi_wait_sync_t embed them.  The functions are inline there too.
 */
#ifndef TUNEDX_SHIM_THREADS_PTHREADS_MUTEX_H
#define TUNEDX_SHIM_THREADS_PTHREADS_MUTEX_H

#include "opal_config.h"

#include <pthread.h>
#include <stdbool.h>

#include "opal/class/opal_object.h"
#include "opal/constants.h"

typedef pthread_mutex_t opal_thread_internal_mutex_t;
typedef pthread_cond_t opal_thread_internal_cond_t;

#define OPAL_THREAD_INTERNAL_MUTEX_INITIALIZER PTHREAD_MUTEX_INITIALIZER
#define OPAL_THREAD_INTERNAL_COND_INITIALIZER PTHREAD_COND_INITIALIZER
#ifdef PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#define OPAL_THREAD_INTERNAL_RECURSIVE_MUTEX_INITIALIZER \
    PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#endif

static inline int
opal_thread_internal_mutex_init(opal_thread_internal_mutex_t *mutex,
                                bool recursive)
{
    pthread_mutexattr_t attributes;
    int failed = pthread_mutexattr_init(&attributes);

    if (!failed) {
        failed = pthread_mutexattr_settype(&attributes,
                                           recursive ? PTHREAD_MUTEX_RECURSIVE
                                                     : PTHREAD_MUTEX_DEFAULT);
        failed = failed ? failed : pthread_mutex_init(mutex, &attributes);
        pthread_mutexattr_destroy(&attributes);
    }
    return failed ? OPAL_ERR_IN_ERRNO : OPAL_SUCCESS;
}

static inline void
opal_thread_internal_mutex_lock(opal_thread_internal_mutex_t *mutex)
{
    pthread_mutex_lock(mutex);
}

/* Zero when the lock was taken. */
static inline int
opal_thread_internal_mutex_trylock(opal_thread_internal_mutex_t *mutex)
{
    return 0 != pthread_mutex_trylock(mutex);
}

static inline void
opal_thread_internal_mutex_unlock(opal_thread_internal_mutex_t *mutex)
{
    pthread_mutex_unlock(mutex);
}

static inline void
opal_thread_internal_mutex_destroy(opal_thread_internal_mutex_t *mutex)
{
    pthread_mutex_destroy(mutex);
}

static inline int
opal_thread_internal_cond_init(opal_thread_internal_cond_t *cond)
{
    return pthread_cond_init(cond, NULL) ? OPAL_ERR_IN_ERRNO : OPAL_SUCCESS;
}

static inline void
opal_thread_internal_cond_wait(opal_thread_internal_cond_t *cond,
                               opal_thread_internal_mutex_t *mutex)
{
    pthread_cond_wait(cond, mutex);
}

static inline void
opal_thread_internal_cond_broadcast(opal_thread_internal_cond_t *cond)
{
    pthread_cond_broadcast(cond);
}

static inline void
opal_thread_internal_cond_signal(opal_thread_internal_cond_t *cond)
{
    pthread_cond_signal(cond);
}

static inline void
opal_thread_internal_cond_destroy(opal_thread_internal_cond_t *cond)
{
    pthread_cond_destroy(cond);
}

#endif
