/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See progress.h.
 *
 * New operations are pushed on a stack without a lock: a lock could be held by
 * a thread that is in the middle of a long reduction, or by this very thread
 * when a transfer made progress by itself and something in there started an
 * operation.  Whoever gets hold of `busy` takes over what was pushed and walks
 * the list, which is his alone meanwhile.
 */
#include "runtime/progress.h"

#include <stdatomic.h>

static struct {
    atomic_size_t under_way; /* pushed or in the list */
    _Atomic(tunedx_operation_t *) pushed;
    atomic_flag busy;
    atomic_bool is_registered;
    tunedx_operation_t *first, **end; /* in the order of their starts */
} progress = {.busy = ATOMIC_FLAG_INIT, .end = &progress.first};

/* Appends what was pushed, the oldest first. */
static void take_over(void)
{
    tunedx_operation_t *newest = atomic_exchange_explicit(
                           &progress.pushed, NULL, memory_order_acquire),
                       *oldest = NULL;

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
        atomic_fetch_sub_explicit(&progress.under_way, 1, memory_order_relaxed);
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
        atomic_flag_test_and_set_explicit(&progress.busy,
                                          memory_order_acquire)) {
        return 0;
    }
    if (atomic_load_explicit(&progress.pushed, memory_order_relaxed) != NULL) {
        take_over();
    }
    events = walk();
    atomic_flag_clear_explicit(&progress.busy, memory_order_release);
    return events;
}

void tunedx_progress_add(tunedx_operation_t *operation)
{
    tunedx_operation_t *top =
        atomic_load_explicit(&progress.pushed, memory_order_relaxed);

    atomic_fetch_add_explicit(&progress.under_way, 1, memory_order_relaxed);
    do {
        operation->next = top;
    } while (!atomic_compare_exchange_weak_explicit(
        &progress.pushed, &top, operation, memory_order_release,
        memory_order_relaxed));
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
