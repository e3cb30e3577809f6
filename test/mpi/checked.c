/* SPDX-License-Identifier: BSD-3-Clause */
/* See checked.h. */
#include "checked.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "checked_parts.h"

enum { TIME_TAG = 11, STARTS = 2, TESTS = 6, TOGETHER_MAX = 8 };

/* Reductions that user functions may have to serve at the moment. */
static int reductions;

const long *checked_values(operation_t operation, uint32_t seed, int rank,
                           size_t atoms)
{
    static long *values;
    static size_t have;

    if (atoms > have || values == NULL) {
        have = 2 * atoms + 1;
        values = realloc(values, have * sizeof *values);
    }
    for (size_t i = 0; i < atoms; i++) {
        values[i] = operation_value(operation, seed, rank, i);
    }
    return values;
}

size_t checked_units(const flight_t *flight, int from, int to)
{
    const checked_t *what = &flight->what;
    const int last = flight->size - 1;
    bool is_the_one = false;
    int number = 0;

    if (!call_is_irregular(what->collective)) {
        return what->units;
    }
    switch (what->collective) {
    case ALLTOALLV:
    case ALLTOALLW:
        /* In place, as much goes back as comes. */
        number = what->place == PLACE_IN ? from + to : 3 * from + to;
        is_the_one = (from == last && to == 0) ||
                     (what->place == PLACE_IN && from == 0 && to == last);
        break;
    case SCATTERV:
    case REDUCE_SCATTER:
        number = to;
        is_the_one = to == last;
        break;
    default:
        number = from;
        is_the_one = from == last;
    }
    switch (what->spread) {
    case SPREAD_EVEN:
        return what->units;
    case SPREAD_ONE:
        return is_the_one ? what->units : 0;
    case SPREAD_NONE:
        return 0;
    default:
        return what->units * (size_t)((5 * number + 1) % 4);
    }
}

void checked_neglect_buffer(const flight_t *flight, side_t *side)
{
    if (flight->what.neglect == NEGLECT_NULL) {
        side->buffer = NULL;
    } else if (flight->what.neglect == NEGLECT_GARBAGE) {
        side->buffer = (char *)NULL + 24;
    }
}

flight_t *checked_create(const checked_t *what)
{
    flight_t *flight = calloc(1, sizeof *flight);

    flight->what = *what;
    flight->request = MPI_REQUEST_NULL;
    MPI_Comm_rank(what->comm, &flight->rank);
    MPI_Comm_size(what->comm, &flight->size);
    flight->call = (call_t){.collective = what->collective,
                            .form = what->form,
                            .comm = what->comm,
                            .op = what->op,
                            .root = what->root};
    if (call_reduces(what->collective)) {
        checked_reduce_create(flight);
    } else if (what->collective != BARRIER) {
        checked_move_create(flight);
    }
    return flight;
}

void checked_make(flight_t *flight)
{
    check_mpi(call_make(&flight->call, &flight->request),
              call_function(&flight->call));
}

static void watch(const flight_t *flight)
{
    const layout_t *layout = flight->recv.buffer.blocks[0].layout;
    const size_t elements = checked_reduce_elements(flight);

    if (reductions++ == 0) {
        operation_watch(layout, elements);
    } else {
        operation_watch_also(layout, elements);
    }
}

void checked_start(flight_t *flight)
{
    const checked_t *what = &flight->what;
    const uint32_t seed = check_hash(what->seed, 0, (uint32_t)flight->starts++);

    if (call_reduces(what->collective)) {
        checked_reduce_fill(flight, seed);
        watch(flight);
    } else if (what->collective != BARRIER) {
        checked_move_fill(flight, seed);
    } else if (flight->rank == what->root) {
        check_sleep(2e-4);
    }
    flight->entered = check_clock();
    check_mpi(call_start(&flight->call, &flight->request),
              call_function(&flight->call));
}

void checked_complete(flight_t *flight, int tests)
{
    const bool stays = flight->what.form == PERSISTENT;
    const char *function = call_function(&flight->call);

    check_mpi(call_wait(&flight->call, &flight->request, tests), function);
    flight->left = check_clock();
    if ((flight->request != MPI_REQUEST_NULL) != stays) {
        check_fail("%s: the request %s", function,
                   stays ? "is no more" : "is still there");
    }
    if (call_reduces(flight->what.collective)) {
        reductions--;
        if (operation_fault() != NULL) {
            check_fail("%s: %s", function, operation_fault());
        }
    }
}

/*
 * Nobody may leave a barrier before everybody has entered it.  One rank comes
 * late; the first rank collects the times, which one clock gives.
 */
static void verify_barrier(const flight_t *flight)
{
    const MPI_Comm comm = flight->what.comm;
    double times[2] = {flight->entered, flight->left};

    if (flight->rank != 0) {
        MPI_Send(times, 2, MPI_DOUBLE, 0, TIME_TAG, comm);
        return;
    }
    double last_entry = times[0], first_exit = times[1];

    for (int peer = 1; peer < flight->size; peer++) {
        MPI_Recv(times, 2, MPI_DOUBLE, peer, TIME_TAG, comm, MPI_STATUS_IGNORE);
        last_entry = times[0] > last_entry ? times[0] : last_entry;
        first_exit = times[1] < first_exit ? times[1] : first_exit;
    }
    if (first_exit < last_entry) {
        check_fail("%s: a rank left %g us before the last one came",
                   call_function(&flight->call),
                   1e6 * (last_entry - first_exit));
    }
}

static void verify_buffer(const flight_t *flight, buffer_t *buffer,
                          const char *name)
{
    char text[100];

    if (buffer->count == 0) {
        return;
    }
    snprintf(text, sizeof text, "%s, start %d: %s",
             call_function(&flight->call), flight->starts, name);
    buffer_check(buffer, text);
}

void checked_verify(flight_t *flight)
{
    if (flight->what.collective == BARRIER) {
        verify_barrier(flight);
        return;
    }
    if (call_reduces(flight->what.collective)) {
        checked_reduce_forgive(flight);
    }
    verify_buffer(flight, &flight->recv.buffer, "receive buffer");
    verify_buffer(flight, &flight->send.buffer, "send buffer");
}

static void destroy_end(end_t *end)
{
    free(end->counts);
    free(end->displacements);
    free(end->types);
    buffer_destroy(&end->buffer);
}

void checked_destroy(flight_t *flight)
{
    check_mpi(call_free(&flight->call, &flight->request), "MPI_Request_free");
    destroy_end(&flight->send);
    destroy_end(&flight->recv);
    free(flight);
}

/* Complete them in a random order. */
static void complete_all(flight_t **flights, int count, uint64_t *random)
{
    flight_t *left[TOGETHER_MAX];

    for (int i = 0; i < count; i++) {
        left[i] = flights[i];
    }
    while (count > 0) {
        const int next = (int)(check_random(random) % (unsigned)count);

        checked_complete(left[next], (int)(check_random(random) % TESTS));
        left[next] = left[--count];
    }
}

void checked_together(const checked_t *calls, int count, uint64_t seed)
{
    flight_t *flights[TOGETHER_MAX];
    int starts = 1;

    for (int i = 0; i < count; i++) {
        flights[i] = checked_create(&calls[i]);
        checked_make(flights[i]);
        if (calls[i].form == PERSISTENT) {
            starts = STARTS;
        }
    }
    while (starts-- > 0) {
        for (int i = 0; i < count; i++) {
            checked_start(flights[i]);
        }
        complete_all(flights, count, &seed);
        for (int i = 0; i < count; i++) {
            checked_verify(flights[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        checked_destroy(flights[i]);
    }
}

void checked_run(const checked_t *what)
{
    checked_together(what, 1, what->seed);
}
