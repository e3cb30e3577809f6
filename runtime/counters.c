/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See counters.h.
 */
#include "runtime/counters.h"

#include <stdatomic.h>
#include <stdio.h>

#include "runtime/counting.h"

enum { MOST_ALGORITHMS = 64 };

typedef atomic_ullong counter_t;

static struct counters {
    counter_t calls[TUNEDX_COLLECTIVES][MOST_ALGORITHMS];
    counter_t refusals[TUNEDX_COLLECTIVES][MOST_ALGORITHMS];
    counter_t hits, misses;
} counters;

static void count(counter_t *counter)
{
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

/* The algorithm's place in the registry; MOST_ALGORITHMS: none here. */
static size_t place_of(tunedx_collective_t collective,
                       const tunedx_algorithm_t *algorithm)
{
    size_t known, i = 0;
    const tunedx_algorithm_t *const *all =
        tunedx_algorithms_of(collective, &known);

    while (i < known && all[i] != algorithm) {
        i++;
    }
    return i < known && i < MOST_ALGORITHMS ? i : MOST_ALGORITHMS;
}

void tunedx_counters_add(tunedx_collective_t collective,
                         const tunedx_choice_t *choice)
{
    if (choice->method == NULL) {
        return;
    }
    const size_t place = place_of(collective, choice->method->algorithm);

    if (place < MOST_ALGORITHMS) {
        count(&counters.calls[collective][place]);
    }
    if (choice->refusal.method != NULL) {
        const size_t refused =
            place_of(collective, choice->refusal.method->algorithm);

        if (refused < MOST_ALGORITHMS) {
            count(&counters.refusals[collective][refused]);
        }
    }
}

void tunedx_counters_add_search(bool found)
{
    count(found ? &counters.hits : &counters.misses);
}

void tunedx_counters_searches(uint64_t *found, uint64_t *missed)
{
    *found = atomic_load(&counters.hits);
    *missed = atomic_load(&counters.misses);
}

/* ---- for MPI_T ---- */

static int get(const mca_base_pvar_t *variable, void *value, void *object)
{
    const counter_t *counter = variable->ctx;

    (void)object;
    *(unsigned long long *)value = atomic_load(counter);
    return OMPI_SUCCESS;
}

/* Handles of all counters, and those that run; Open MPI holds its lock. */
static int bound, running;

/* Calls take the long way while a counter runs.  A handle that is freed with
 * its session is never stopped, and nobody says whether it runs: there cannot
 * be more that run than there are. */
static int notify(mca_base_pvar_t *variable, mca_base_pvar_event_t event,
                  void *object, int *values)
{
    (void)variable;
    (void)object;
    switch (event) {
    case MCA_BASE_PVAR_HANDLE_BIND:
        bound++;
        *values = 1;
        break;
    case MCA_BASE_PVAR_HANDLE_START:
        running++;
        tunedx_counting_begin();
        break;
    case MCA_BASE_PVAR_HANDLE_STOP:
        running--;
        tunedx_counting_end();
        break;
    case MCA_BASE_PVAR_HANDLE_UNBIND:
        bound--;
        if (running > bound) {
            running = bound;
            tunedx_counting_end();
        }
        break;
    }
    return OMPI_SUCCESS;
}

static int add_variable(const mca_base_component_t *component, const char *name,
                        const char *help, counter_t *counter)
{
    return mca_base_component_pvar_register(
        component, name, help, OPAL_INFO_LVL_4, MCA_BASE_PVAR_CLASS_COUNTER,
        MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, NULL, MCA_BASE_VAR_BIND_NO_OBJECT,
        MCA_BASE_PVAR_FLAG_READONLY, get, NULL, notify, counter);
}

static int add_algorithm(const mca_base_component_t *component,
                         tunedx_collective_t collective, size_t place,
                         const tunedx_algorithm_t *algorithm)
{
    const char *what = tunedx_collective_name(collective);
    char name[128], help[256];

    snprintf(name, sizeof name, "%s_%s_calls", what, algorithm->name);
    snprintf(help, sizeof help, "Calls of %s that %s has served", what,
             algorithm->name);
    const int index =
        add_variable(component, name, help, &counters.calls[collective][place]);
    if (index < 0) {
        return index;
    }
    snprintf(name, sizeof name, "%s_%s_refusals", what, algorithm->name);
    snprintf(help, sizeof help,
             "Calls of %s for which %s was asked for by info key, parameter "
             "or rules file and could not serve%s%s",
             what, algorithm->name,
             algorithm->needs == NULL ? "" : ": it needs ",
             algorithm->needs == NULL ? "" : algorithm->needs);
    return add_variable(component, name, help,
                        &counters.refusals[collective][place]);
}

int tunedx_counters_register(const mca_base_component_t *component)
{
    int index = add_variable(component, "cache_hits",
                             "Calls whose program was in the cache of their "
                             "communicator",
                             &counters.hits);

    if (index >= 0) {
        index = add_variable(component, "cache_misses",
                             "Calls whose program was built", &counters.misses);
    }
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        size_t known;
        const tunedx_algorithm_t *const *all =
            tunedx_algorithms_of(collective, &known);

        for (size_t k = 0; k < known && k < MOST_ALGORITHMS && index >= 0;
             k++) {
            index = add_algorithm(component, collective, k, all[k]);
        }
    }
    return index < 0 ? index : OMPI_SUCCESS;
}
