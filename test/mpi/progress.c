/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Progress.  While a rank waits in a collective, others lock its windows and
 * fetch its long messages; a call completes in MPI_Wait after a computation in
 * which nobody called MPI, and by MPI_Test alone.
 */
#include <stdlib.h>

#include "check.h"
#include "trial.h"

enum { MESSAGE_INTS = 1 << 19, MESSAGE_TAG = 41, TOLD_TAG = 42 };

static void begin(trial_t *trial, invoke_t which, size_t count, int root,
                  invoke_form_t form, MPI_Request *request)
{
    const plan_t plan = trial_plan(which, MPI_COMM_WORLD, count, root);

    trial_create(trial, &plan);
    trial_fill(trial, (uint32_t)which + 1);
    trial_issue(trial, form, request);
    if (form == FORM_PERSISTENT) {
        check_mpi(MPI_Start(request), "MPI_Start");
    }
}

static void finish(trial_t *trial, MPI_Request *request)
{
    trial_check(trial);
    trial_destroy(trial);
    if (*request != MPI_REQUEST_NULL) {
        check_mpi(MPI_Request_free(request), "MPI_Request_free");
    }
}

static void run(invoke_t which, invoke_form_t form, int root)
{
    MPI_Request request;
    trial_t trial;

    begin(&trial, which, 50, root, form, &request);
    invoke_wait(&request);
    finish(&trial, &request);
}

/* ---- one-sided ---- */

/* Put a value into the windows of all others, which are in a collective. */
static void put_everywhere(MPI_Win window, int value)
{
    for (int target = 1; target < check_ranks(); target++) {
        check_mpi(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window),
                  "MPI_Win_lock");
        check_mpi(MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, window),
                  "MPI_Put");
        check_mpi(MPI_Win_unlock(target, window), "MPI_Win_unlock");
    }
}

static void check_own(MPI_Win window, const int *memory, int value)
{
    int told = 0;

    MPI_Recv(&told, 1, MPI_INT, 0, TOLD_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_mpi(MPI_Win_lock(MPI_LOCK_SHARED, check_rank(), 0, window),
              "MPI_Win_lock");
    if (*memory != value) {
        check_fail("the window holds %d, expected %d", *memory, value);
    }
    check_mpi(MPI_Win_unlock(check_rank(), window), "MPI_Win_unlock");
    MPI_Send(&told, 1, MPI_INT, 0, TOLD_TAG, MPI_COMM_WORLD);
}

/* After which they look at it, before the next value comes. */
static void tell_everybody(int value)
{
    int answer = 0;

    for (int target = 1; target < check_ranks(); target++) {
        MPI_Send(&value, 1, MPI_INT, target, TOLD_TAG, MPI_COMM_WORLD);
        MPI_Recv(&answer, 1, MPI_INT, target, TOLD_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

/*
 * Rank 0 comes to the collective after it has written to everybody.  It is the
 * root where data come from the root, so that the others wait for it.
 */
static void lock_while_waiting(MPI_Win window, const int *memory,
                               invoke_t which, invoke_form_t form)
{
    const int value = 1 + INVOKE_FORMS * (int)which + (int)form;
    const int root = which == INVOKE_GATHER || which == INVOKE_GATHERV ||
                             which == INVOKE_REDUCE
                         ? 1
                         : 0;

    check_context("locks during %s %s", invoke_form_name(form),
                  invoke_name(which));
    if (check_rank() == 0) {
        check_sleep(0.001);
        put_everywhere(window, value);
    }
    run(which, form, root);
    if (check_rank() == 0) {
        tell_everybody(value);
    } else {
        check_own(window, memory, value);
    }
}

static void one_sided(void)
{
    int *memory;
    MPI_Win window;

    check_context("MPI_Win_create");
    MPI_Alloc_mem(sizeof *memory, MPI_INFO_NULL, &memory);
    *memory = 0;
    check_mpi(MPI_Win_create(memory, sizeof *memory, sizeof *memory,
                             MPI_INFO_NULL, MPI_COMM_WORLD, &window),
              "MPI_Win_create");
    for (int i = 0; i < INVOKE_COLLECTIVES * invoke_forms(); i++) {
        lock_while_waiting(window, memory, (invoke_t)(i % INVOKE_COLLECTIVES),
                           (invoke_form_t)(i / INVOKE_COLLECTIVES));
    }
    check_context("MPI_Win_free");
    MPI_Win_free(&window);
    MPI_Free_mem(memory);
}

/* ---- long messages ---- */

/*
 * Rank 1 enters the collective with a long message to rank 0 under way, and
 * rank 0 only when it has got the message.
 */
static void fetch_while_waiting(invoke_t which, invoke_form_t form,
                                int *message)
{
    MPI_Request request = MPI_REQUEST_NULL;

    check_context("a long message during %s %s", invoke_form_name(form),
                  invoke_name(which));
    for (int i = 0; i < MESSAGE_INTS; i += MESSAGE_INTS / 8) {
        message[i] = check_rank() == 1 ? i + (int)which : -1;
    }
    if (check_rank() == 1) {
        MPI_Isend(message, MESSAGE_INTS, MPI_INT, 0, MESSAGE_TAG,
                  MPI_COMM_WORLD, &request);
    } else if (check_rank() == 0) {
        MPI_Recv(message, MESSAGE_INTS, MPI_INT, 1, MESSAGE_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        for (int i = 0; i < MESSAGE_INTS; i += MESSAGE_INTS / 8) {
            if (message[i] != i + (int)which) {
                check_fail("int %d of the message is %d", i, message[i]);
            }
        }
    }
    run(which, form, 0);
    invoke_wait(&request);
}

static void long_messages(void)
{
    int *message = calloc(MESSAGE_INTS, sizeof *message);

    for (int i = 0; i < INVOKE_COLLECTIVES * invoke_forms(); i++) {
        fetch_while_waiting((invoke_t)(i % INVOKE_COLLECTIVES),
                            (invoke_form_t)(i / INVOKE_COLLECTIVES), message);
    }
    free(message);
}

/* ---- overlap ---- */

static void compute(double seconds)
{
    const double end = check_clock() + seconds;

    while (check_clock() < end) {
    }
}

/* Each rank computes for another while. */
static void overlap(invoke_t which, invoke_form_t form, size_t count)
{
    MPI_Request request;
    trial_t trial;

    check_context("%s %s of %zu ints during a computation",
                  invoke_form_name(form), invoke_name(which), count);
    begin(&trial, which, count, 0, form, &request);
    compute(0.0005 * (check_rank() % 4));
    invoke_wait(&request);
    finish(&trial, &request);
}

/* Nothing but MPI_Test, with idle time between. */
static void test_only(invoke_t which, invoke_form_t form, size_t count)
{
    MPI_Request request;
    trial_t trial;
    int is_complete = 0;

    check_context("%s %s of %zu ints by MPI_Test", invoke_form_name(form),
                  invoke_name(which), count);
    begin(&trial, which, count, 0, form, &request);
    while (!is_complete) {
        check_mpi(MPI_Test(&request, &is_complete, MPI_STATUS_IGNORE),
                  "MPI_Test");
        check_sleep(0.00001);
    }
    finish(&trial, &request);
}

int main(int argc, char **argv)
{
    static const size_t counts[] = {1, 3000, 40000};

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "progress");
    one_sided();
    long_messages();
    for (int form = FORM_NONBLOCKING; form < invoke_forms(); form++) {
        for (int i = 0; i < 3 * INVOKE_COLLECTIVES; i++) {
            overlap((invoke_t)(i / 3), (invoke_form_t)form, counts[i % 3]);
            test_only((invoke_t)(i / 3), (invoke_form_t)form, counts[i % 3]);
        }
    }
    return check_finish();
}
