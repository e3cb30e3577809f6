/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See progress.h.
 *
 * New operations are pushed on a stack without a lock: a lock could be held by
 * a thread that is in the middle of a long reduction, or by this very thread
 * when a transfer made progress by itself and something in there started an
 * operation.  Whoever gets hold of `busy` takes over what was pushed and walks
 * the list, which is his alone meanwhile.
 *
 * Where only one thread calls MPI, plain loads and stores do: a locked
 * instruction takes longer than most of what is done here.
 */
#include "runtime/progress.h"

#include <stdatomic.h>

static struct {
    atomic_size_t under_way; /* pushed or in the list */
    _Atomic(tunedx_operation_t *) pushed;
    atomic_bool busy;
    atomic_bool is_registered;
    tunedx_operation_t *first, **end; /* in the order of their starts */
} progress = {.end = &progress.first};

static inline void count(ptrdiff_t change)
{
    if (OPAL_LIKELY(!opal_using_threads())) {
        atomic_store_explicit(
            &progress.under_way,
            atomic_load_explicit(&progress.under_way, memory_order_relaxed) +
                (size_t)change,
            memory_order_relaxed);
    } else {
        atomic_fetch_add_explicit(&progress.under_way, (size_t)change,
                                  memory_order_relaxed);
    }
}

static inline tunedx_operation_t *take_pushed(void)
{
    tunedx_operation_t *pushed =
        atomic_load_explicit(&progress.pushed, memory_order_relaxed);

    if (pushed == NULL || opal_using_threads()) {
        return pushed == NULL ? NULL
                              : atomic_exchange_explicit(&progress.pushed, NULL,
                                                         memory_order_acquire);
    }
    atomic_store_explicit(&progress.pushed, NULL, memory_order_relaxed);
    return pushed;
}

static inline void push(tunedx_operation_t *operation)
{
    tunedx_operation_t *top =
        atomic_load_explicit(&progress.pushed, memory_order_relaxed);

    operation->next = top;
    if (OPAL_LIKELY(!opal_using_threads())) {
        atomic_store_explicit(&progress.pushed, operation,
                              memory_order_relaxed);
        return;
    }
    while (!atomic_compare_exchange_weak_explicit(
        &progress.pushed, &top, operation, memory_order_release,
        memory_order_relaxed)) {
        operation->next = top;
    }
}

/* Whether the list is this caller's now.  A progress function may be called
 * from inside itself, so that a single thread has to ask as well. */
static inline bool take_list(void)
{
    if (OPAL_LIKELY(!opal_using_threads())) {
        const bool taken =
            atomic_load_explicit(&progress.busy, memory_order_relaxed);

        atomic_store_explicit(&progress.busy, true, memory_order_relaxed);
        return !taken;
    }
    return !atomic_exchange_explicit(&progress.busy, true,
                                     memory_order_acquire);
}

/* Appends what was pushed, the oldest first. */
static inline void take_over(void)
{
    tunedx_operation_t *newest = take_pushed(), *oldest = NULL;

    if (newest == NULL) {
        return;
    }
    while (newest != NULL) {
        tunedx_operation_t *next = newest->next;

        newest->next = oldest;
        oldest = newest;
        newest = next;
    }
    *progress.end = oldest;
    while (*progress.end != NULL) {
        progress.end = &(*progress.end)->next;
    }
}

static int walk(void)
{
    tunedx_operation_t **link = &progress.first;
    int events = 0, rc;

    while (*link != NULL) {
        tunedx_operation_t *operation = *link;

        if (!tunedx_run_advance(&operation->run, &rc)) {
            link = &operation->next;
            continue;
        }
        *link = operation->next;
        if (*link == NULL) {
            progress.end = link;
        }
        count(-1);
        operation->ended(operation, rc);
        events++;
    }
    return events;
}

static int make_progress(void)
{
    int events;

    if (OPAL_LIKELY(atomic_load_explicit(&progress.under_way,
                                         memory_order_relaxed) == 0) ||
        !take_list()) {
        return 0;
    }
    take_over();
    events = walk();
    atomic_store_explicit(&progress.busy, false, memory_order_release);
    return events;
}

void tunedx_progress_add(tunedx_operation_t *operation)
{
    count(1);
    push(operation);
    if (OPAL_UNLIKELY(!atomic_load_explicit(&progress.is_registered,
                                            memory_order_relaxed)) &&
        !atomic_exchange(&progress.is_registered, true)) {
        opal_progress_register(make_progress);
    }
}

void tunedx_progress_stop(void)
{
    if (atomic_exchange(&progress.is_registered, false)) {
        opal_progress_unregister(make_progress);
    }
}
