/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communicators created, used and freed a thousand times: the memory they took
 * comes back.  Each serves a few of the collectives in each form.
 */
#include "check.h"
#include "simple.h"
#include "trial.h"

enum {
    ROUNDS = 1000,
    SETTLED = 300,    /* rounds until pools and caches have their size */
    GROWTH_KIB = 1024 /* a page per communicator would be 2,800 KiB */
};

static MPI_Comm make(int round)
{
    const int rank = check_rank();
    MPI_Comm comm;

    if (round % 2 == 0) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    } else {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm);
    }
    return comm;
}

static void use(MPI_Comm comm, int round)
{
    int size;

    MPI_Comm_size(comm, &size);
    for (simple_t k = SIMPLE_BARRIER; k < SIMPLE_COUNT; k++) {
        check_context("communicator %d, %s", round, simple_name(k));
        check_mpi(simple_run(k, comm, 1 + round % 7, round % size),
                  simple_name(k));
        check_mpi(simple_run(k, comm, 1000, round % size), simple_name(k));
    }
    for (int i = 0; i < 2 * invoke_forms(); i++) {
        const invoke_form_t form = (invoke_form_t)(i / 2);
        const invoke_t which = (invoke_t)((2 * round + i) % INVOKE_COLLECTIVES);
        const plan_t plan =
            trial_plan(which, comm, 1 + (size_t)round % 50, round % size);

        check_context("communicator %d, %s %s", round, invoke_form_name(form),
                      invoke_name(which));
        trial_run(&plan, form, (uint32_t)round);
    }
}

int main(int argc, char **argv)
{
    long before = 0;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "many_comms");
    const long rounds = check_environment("TUNEDX_TEST_ROUNDS", ROUNDS);

    for (int round = 0; round < rounds; round++) {
        MPI_Comm comm = make(round);

        use(comm, round);
        MPI_Comm_free(&comm);
        if (round == SETTLED) {
            before = check_memory("VmRSS");
        }
    }
    const long growth = check_memory("VmRSS") - before;

    check_context("%ld communicators", rounds);
    if (rounds > SETTLED) {
        check_growth(growth, GROWTH_KIB);
    }
    return check_finish();
}
