/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hundreds of nonblocking operations under way at once, on one communicator
 * and on several, with blocking ones between them, completed in an order that
 * each rank chooses for itself.
 *
 *     pending [--freed]
 *
 * With the option, communicators, datatypes and operations are freed as soon
 * as the calls are made.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "trial.h"

enum { CALLS = 300, COMMS = 4, ROUNDS = 4, ALL_ELEMENTS = 1 << 20 };

typedef struct {
    trial_t trial;
    layout_t layout; /* with a datatype of its own */
} call_t;

static bool is_freed;
static call_t calls[CALLS];
static MPI_Request requests[CALLS];

static void make_comms(MPI_Comm comms[COMMS], int count)
{
    const int rank = check_rank();

    for (int i = 0; i < count; i++) {
        if (i < 2) {
            MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        } else {
            MPI_Comm_split(MPI_COMM_WORLD, rank % i, -rank, &comms[i]);
        }
    }
}

static void free_comms(MPI_Comm comms[COMMS], int count)
{
    for (int i = 0; i < count; i++) {
        MPI_Comm_free(&comms[i]);
    }
}

/*
 * A call that all ranks choose alike.  Operations that do not commute have the
 * layout that they watch, and no empty blocks: Open MPI's components call them
 * with a length of zero there.
 */
static plan_t choose(MPI_Comm comm, uint64_t *state, call_t *call)
{
    static const size_t counts[] = {0, 1, 7, 100, 3000};
    const uint64_t r = check_random(state);
    plan_t plan = trial_plan((invoke_t)(r % INVOKE_COLLECTIVES), comm,
                             counts[(r >> 8) % 5], 0);
    int size;

    MPI_Comm_size(comm, &size);
    plan.root = (int)((r >> 16) % (uint64_t)size);
    if ((r >> 32) % 3 == 0 && plan.counts[0] > 0 &&
        plan.which != INVOKE_REDUCE_SCATTER) {
        plan.layout = &layout_families[0].layouts[3];
        plan.operation = OPERATION_USER_COMPOSE;
        plan.op = operation_handle(plan.operation);
    }
    if (is_freed && plan.operation == OPERATION_SUM &&
        (plan.which == INVOKE_BCAST || plan.which == INVOKE_ALLGATHERV ||
         plan.which == INVOKE_ALLTOALLW || plan.which == INVOKE_SCATTER)) {
        call->layout = layout_families[0].layouts[5];
        MPI_Type_dup(layout_families[0].layouts[5].type, &call->layout.type);
        plan.layout = &call->layout;
    }
    return plan;
}

static void issue(call_t *call, MPI_Request *request, MPI_Comm comm,
                  uint64_t *state, int number)
{
    const invoke_form_t form =
        number % 10 == 9 ? FORM_BLOCKING : FORM_NONBLOCKING;
    plan_t plan = choose(comm, state, call);

    if (is_freed && plan.operation == OPERATION_USER_COMPOSE) {
        MPI_Op_create(operation_function(plan.operation), 0, &plan.op);
    }
    check_context("call %d: %s %s of %zu x %s", number, invoke_form_name(form),
                  invoke_name(plan.which), plan.counts[0], plan.layout->name);
    trial_create(&call->trial, &plan);
    trial_fill(&call->trial, (uint32_t)number);
    trial_issue(&call->trial, form, request);
    if (is_freed && plan.operation == OPERATION_USER_COMPOSE) {
        MPI_Op_free(&plan.op);
    }
    if (plan.layout == &call->layout) {
        MPI_Type_free(&call->layout.type);
    }
}

static void check_call(int number)
{
    check_context("call %d: %s", number,
                  invoke_name(calls[number].trial.plan.which));
    if (operation_fault() != NULL) {
        /* The function does nothing from then on. */
        check_fail("%s", operation_fault());
        return;
    }
    trial_check(&calls[number].trial);
}

static int complete_any(void)
{
    int which;

    check_mpi(MPI_Waitany(CALLS, requests, &which, MPI_STATUS_IGNORE),
              "MPI_Waitany");
    if (which == MPI_UNDEFINED) {
        return 0;
    }
    check_call(which);
    return 1;
}

static int complete_some(void)
{
    int count, which[CALLS];

    check_mpi(MPI_Testsome(CALLS, requests, &count, which, MPI_STATUSES_IGNORE),
              "MPI_Testsome");
    for (int i = 0; count != MPI_UNDEFINED && i < count; i++) {
        check_call(which[i]);
    }
    return count == MPI_UNDEFINED ? 0 : count;
}

static int complete_one(uint64_t *own)
{
    const int which = (int)(check_random(own) % CALLS);

    if (requests[which] == MPI_REQUEST_NULL) {
        return 0;
    }
    invoke_wait(&requests[which]);
    check_call(which);
    return 1;
}

/* All of the requests; the last ones at once. */
static void complete(int left, uint64_t *own)
{
    bool is_pending[CALLS];

    while (left > CALLS / 6) {
        check_context("%d calls left", left);
        switch (check_random(own) % 3) {
        case 0:
            left -= complete_any();
            break;
        case 1:
            left -= complete_some();
            break;
        default:
            left -= complete_one(own);
        }
    }
    for (int i = 0; i < CALLS; i++) {
        is_pending[i] = requests[i] != MPI_REQUEST_NULL;
    }
    check_context("MPI_Waitall of %d calls", left);
    check_mpi(MPI_Waitall(CALLS, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
    for (int i = 0; i < CALLS; i++) {
        if (is_pending[i]) {
            check_call(i);
        }
    }
}

static void run(int round, int comm_count, uint64_t *own)
{
    uint64_t state = (uint64_t)round;
    MPI_Comm comms[COMMS];
    int left = 0;

    check_context("round %d, communicators", round);
    make_comms(comms, comm_count);
    for (int i = 0; i < CALLS; i++) {
        const int which = (int)(check_random(&state) % (uint64_t)comm_count);
        uint64_t of_call = 1000 * (uint64_t)round + (uint64_t)i;

        issue(&calls[i], &requests[i], comms[which], &of_call, i);
        left += requests[i] != MPI_REQUEST_NULL;
        if (i % 10 == 9) {
            check_call(i);
        }
    }
    if (is_freed) {
        check_context("round %d, free", round);
        free_comms(comms, comm_count);
    }
    complete(left, own);
    for (int i = 0; i < CALLS; i++) {
        trial_destroy(&calls[i].trial);
    }
    if (!is_freed) {
        free_comms(comms, comm_count);
    }
}

int main(int argc, char **argv)
{
    check_start(&argc, &argv, MPI_THREAD_SINGLE, "pending");
    const long rounds = check_environment("TUNEDX_TEST_ROUNDS", ROUNDS);
    uint64_t own = (uint64_t)check_rank() + 17;

    is_freed = argc > 1 && strcmp(argv[1], "--freed") == 0;
    layout_create();
    operation_create();
    for (int round = 0; round < rounds; round++) {
        operation_watch(&layout_families[0].layouts[3], ALL_ELEMENTS);
        run(round, round % 2 == 0 ? 1 : COMMS, &own);
    }
    operation_destroy();
    layout_destroy();
    return check_finish();
}
