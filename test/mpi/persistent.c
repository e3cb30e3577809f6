/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Persistent operations: of all collectives, started again and again with
 * other data, many at once and in an order that each rank chooses for itself,
 * waited for together with inactive ones, freed in another order than made.
 *
 *     persistent [--freed]
 *
 * With the option, the communicator is freed while the requests exist.
 */
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "trial.h"

enum { STARTS = 100, COPIES = 3, CALLS = COPIES * INVOKE_COLLECTIVES };

static bool is_freed;
static trial_t trials[CALLS];
static MPI_Request requests[CALLS];

static void shuffle(int *order, int count, uint64_t *state)
{
    for (int i = 0; i < count; i++) {
        order[i] = i;
    }
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)(check_random(state) % (uint64_t)(i + 1));
        const int kept = order[i];

        order[i] = order[j];
        order[j] = kept;
    }
}

static void make(trial_t *trial, MPI_Request *request, MPI_Comm comm,
                 int number)
{
    static const size_t counts[] = {4, 1, 1500};
    plan_t plan = trial_plan((invoke_t)(number % INVOKE_COLLECTIVES), comm,
                             counts[number / INVOKE_COLLECTIVES % 3],
                             number % check_ranks());

    check_context("make %d: %s", number, invoke_name(plan.which));
    if (number % 2 == 1) {
        plan.layout = &layout_families[0].layouts[4];
        plan.operation = OPERATION_USER_COMPOSE;
        plan.op = operation_handle(plan.operation);
    }
    trial_create(trial, &plan);
    trial_issue(trial, FORM_PERSISTENT, request);
}

/* ---- one at a time ---- */

static void run_one(int number, long starts)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;
    trial_t trial;

    if (is_freed) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    }
    make(&trial, &request, comm, number);
    if (is_freed) {
        MPI_Comm_free(&comm);
    }
    for (long start = 0; start < starts; start++) {
        check_context("%s, start %ld", invoke_name(trial.plan.which), start);
        trial_fill(&trial, (uint32_t)start);
        check_mpi(MPI_Start(&request), "MPI_Start");
        invoke_wait(&request);
        if (request == MPI_REQUEST_NULL) {
            check_fail("MPI_Wait freed a persistent request");
            return;
        }
        trial_check(&trial);
    }
    check_mpi(MPI_Request_free(&request), "MPI_Request_free");
    trial_destroy(&trial);
}

/* ---- many at once ---- */

/* An inactive request is complete, and its status is empty. */
static void check_inactive(MPI_Request *request)
{
    MPI_Status status;
    int is_complete = 0, count = -1;

    check_mpi(MPI_Test(request, &is_complete, &status), "MPI_Test");
    MPI_Get_count(&status, MPI_INT, &count);
    if (!is_complete || status.MPI_SOURCE != MPI_ANY_SOURCE ||
        status.MPI_TAG != MPI_ANY_TAG || count != 0) {
        check_fail("MPI_Test of an inactive request");
    }
    if (*request == MPI_REQUEST_NULL) {
        check_fail("MPI_Test freed an inactive request");
    }
}

static void check_all_inactive(void)
{
    int which = 0;

    for (int i = 0; i < CALLS; i++) {
        check_inactive(&requests[i]);
    }
    check_mpi(MPI_Waitany(CALLS, requests, &which, MPI_STATUS_IGNORE),
              "MPI_Waitany");
    if (which != MPI_UNDEFINED) {
        check_fail("MPI_Waitany of inactive requests");
    }
}

/*
 * In each round all ranks start the same operations, one in three at the first
 * round and all at the last; the order is each rank's own.
 */
static bool takes_part(int call, int round)
{
    return round % 3 == 2 || (call + round) % 3 == 0;
}

static void start_some(int round, uint64_t *own)
{
    int order[CALLS];

    shuffle(order, CALLS, own);
    for (int i = 0; i < CALLS; i++) {
        const int call = order[i];

        if (takes_part(call, round)) {
            trial_fill(&trials[call], (uint32_t)(100 * round + call));
            check_context("round %d, start of %s", round,
                          invoke_name(trials[call].plan.which));
            check_mpi(MPI_Start(&requests[call]), "MPI_Start");
        }
    }
}

static void run_many(int rounds, uint64_t *own)
{
    MPI_Comm comm;
    int order[CALLS];

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < CALLS; i++) {
        make(&trials[i], &requests[i], comm, i);
    }
    if (is_freed) {
        MPI_Comm_free(&comm);
    }
    for (int round = 0; round < rounds; round++) {
        check_context("round %d, inactive requests", round);
        check_all_inactive();
        start_some(round, own);
        if (!is_freed) {
            /* Others may be under way at the same time. */
            const plan_t plan =
                trial_plan((invoke_t)(round % INVOKE_COLLECTIVES), comm, 20, 0);

            trial_run(&plan, (invoke_form_t)(round % 2), (uint32_t)round);
        }
        check_context("round %d, MPI_Waitall", round);
        check_mpi(MPI_Waitall(CALLS, requests, MPI_STATUSES_IGNORE),
                  "MPI_Waitall");
        for (int i = 0; i < CALLS; i++) {
            check_context("round %d, call %d: %s", round, i,
                          invoke_name(trials[i].plan.which));
            if (takes_part(i, round)) {
                trial_check(&trials[i]);
            }
        }
    }
    shuffle(order, CALLS, own);
    for (int i = 0; i < CALLS; i++) {
        check_context("free call %d", order[i]);
        check_mpi(MPI_Request_free(&requests[order[i]]), "MPI_Request_free");
        trial_destroy(&trials[order[i]]);
    }
    if (!is_freed) {
        MPI_Comm_free(&comm);
    }
}

int main(int argc, char **argv)
{
    check_start(&argc, &argv, MPI_THREAD_SINGLE, "persistent");
    const long starts = check_environment("TUNEDX_TEST_ROUNDS", STARTS);
    uint64_t own = (uint64_t)check_rank() + 5;

    is_freed = argc > 1 && strcmp(argv[1], "--freed") == 0;
    layout_create();
    operation_create();
    operation_watch(&layout_families[0].layouts[4], 1 << 20);
    for (int number = 0; number < CALLS - INVOKE_COLLECTIVES; number++) {
        run_one(number, starts);
    }
    run_many(12, &own);
    check_context("all rounds");
    if (operation_fault() != NULL) {
        check_fail("%s", operation_fault());
    }
    operation_destroy();
    layout_destroy();
    return check_finish();
}
