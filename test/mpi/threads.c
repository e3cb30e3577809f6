/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI_THREAD_MULTIPLE: four threads, each with a communicator of its own, call
 * every collective in every form at the same time; then one thread issues
 * nonblocking calls on one communicator and the others wait for them.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"
#include "simple.h"
#include "trial.h"

enum { THREADS = 4, ROUNDS = 20, CALLS = 200 };

typedef struct {
    int number;
    long rounds;
    MPI_Comm comm;
} job_t;

/* ---- each thread on its own ---- */

static void run_blocking(const job_t *job, int round, int size)
{
    static const int counts[] = {0, 1, 30, 4000};

    /* Threads walk through the collectives with different offsets. */
    for (int i = 0; i < SIMPLE_COUNT; i++) {
        const simple_t k = (simple_t)((i + job->number) % SIMPLE_COUNT);
        const int count = counts[(round + i) % 4];

        check_context("thread %d, round %d, %s of %d ints", job->number, round,
                      simple_name(k), count);
        check_mpi(simple_run(k, job->comm, count, round % size),
                  simple_name(k));
    }
}

static void run_any_form(const job_t *job, int round, int size)
{
    static const size_t counts[] = {1, 0, 2000, 30};
    const int forms = invoke_forms();

    for (int i = 0; i < INVOKE_COLLECTIVES; i++) {
        const invoke_t which =
            (invoke_t)((i + 3 * job->number) % INVOKE_COLLECTIVES);
        const invoke_form_t form =
            (invoke_form_t)((round + i + job->number) % forms);
        const plan_t plan =
            trial_plan(which, job->comm, counts[(round + i) % 4], round % size);

        check_context("thread %d, round %d, %s %s of %zu ints", job->number,
                      round, invoke_form_name(form), invoke_name(which),
                      plan.counts[0]);
        trial_run(&plan, form, (uint32_t)(round + i));
    }
}

static void *work(void *argument)
{
    const job_t *job = argument;
    int size;

    MPI_Comm_size(job->comm, &size);
    for (int round = 0; round < job->rounds; round++) {
        run_blocking(job, round, size);
        run_any_form(job, round, size);
    }
    return NULL;
}

/* ---- one issues, the others wait ---- */

static struct {
    MPI_Comm comm;
    trial_t trials[CALLS];
    MPI_Request requests[CALLS];
    atomic_int issued; /* calls */
    atomic_int taken;  /* by the threads that wait */
} shared;

static void *issue_calls(void *argument)
{
    (void)argument;
    for (int i = 0; i < CALLS; i++) {
        const plan_t plan =
            trial_plan((invoke_t)(i % INVOKE_COLLECTIVES), shared.comm,
                       1 + (size_t)(i * 37 % 900), i % check_ranks());

        check_context("issue call %d, %s", i, invoke_name(plan.which));
        trial_create(&shared.trials[i], &plan);
        trial_fill(&shared.trials[i], (uint32_t)i);
        trial_issue(&shared.trials[i], FORM_NONBLOCKING, &shared.requests[i]);
        atomic_store(&shared.issued, i + 1);
    }
    return NULL;
}

/* Half of the calls are waited for, the others tested. */
static void complete(int call)
{
    int is_complete = 0;

    check_context("wait for call %d, %s", call,
                  invoke_name(shared.trials[call].plan.which));
    if (call % 2 == 0) {
        invoke_wait(&shared.requests[call]);
    }
    while (call % 2 == 1 && !is_complete) {
        check_mpi(
            MPI_Test(&shared.requests[call], &is_complete, MPI_STATUS_IGNORE),
            "MPI_Test");
        sched_yield();
    }
    trial_check(&shared.trials[call]);
    trial_destroy(&shared.trials[call]);
}

static void *complete_calls(void *argument)
{
    int call = atomic_fetch_add(&shared.taken, 1);

    (void)argument;
    while (call < CALLS) {
        while (atomic_load(&shared.issued) <= call) {
            sched_yield();
        }
        complete(call);
        call = atomic_fetch_add(&shared.taken, 1);
    }
    return NULL;
}

/* ---- all of it ---- */

static void run_threads(void *(*first)(void *), void *(*other)(void *),
                        job_t *jobs)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, i == 0 ? first : other,
                           &jobs[i]) != 0) {
            check_fail("no thread %d", i);
            return;
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* Buffers have something to set up that threads must not do together. */
static void make_first_trial(void)
{
    const plan_t plan = trial_plan(INVOKE_BCAST, MPI_COMM_SELF, 1, 0);
    trial_t trial;

    trial_create(&trial, &plan);
    trial_destroy(&trial);
}

int main(int argc, char **argv)
{
    job_t jobs[THREADS];

    check_start(&argc, &argv, MPI_THREAD_MULTIPLE, "threads");
    const long rounds = check_environment("TUNEDX_TEST_ROUNDS", ROUNDS);

    make_first_trial();
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job_t){.number = i, .rounds = rounds};
        MPI_Comm_dup(MPI_COMM_WORLD, &jobs[i].comm);
    }
    run_threads(work, work, jobs);
    if (invoke_forms() > FORM_NONBLOCKING) {
        shared.comm = jobs[0].comm;
        run_threads(issue_calls, complete_calls, jobs);
    }
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_free(&jobs[i].comm);
    }
    return check_finish();
}
