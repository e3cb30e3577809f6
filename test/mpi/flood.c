/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rank that never waits, and one that comes late: 200,000 broadcasts of
 * eight bytes, then as many reductions, then irregular calls in which a single
 * rank gets anything.  What piles up at the late rank must stay small.
 */
#include "check.h"

#include <mpi.h>
#include <stdlib.h>

/* 4,096 messages may wait for a rank that gets no processor for a while, and
 * each can take two pages of the transport's memory. */
enum { CALLS = 200000, GROWTH_KIB = 4096 * 10 };

static const double nap = 0.4; /* seconds, of perhaps 10^5 calls elsewhere */

/*
 * Be late, but let messages in: what MPI takes from the transport and cannot
 * deliver yet is what piles up.
 */
static void be_late(void)
{
    const double end = check_clock() + nap;
    int is_there;

    while (check_clock() < end) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &is_there,
                   MPI_STATUS_IGNORE);
    }
}

static void bcasts(long calls, int late)
{
    for (long call = 0; call < calls; call++) {
        double value = check_rank() == 0 ? (double)call : -1;

        if (check_rank() == late && call == calls / 2) {
            be_late();
        }
        if (MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD) !=
            MPI_SUCCESS) {
            check_fail("MPI_Bcast failed");
        }
        if (value != (double)call) {
            check_fail("call %ld got %g", call, value);
        }
    }
}

static void reduces(long calls, int late)
{
    const double ranks = check_ranks();

    for (long call = 0; call < calls; call++) {
        const double own = (double)call;
        double sum = 0;

        if (check_rank() == late && call == calls / 2) {
            be_late();
        }
        if (MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD) !=
            MPI_SUCCESS) {
            check_fail("MPI_Reduce failed");
        }
        if (check_rank() == 0 && sum != ranks * (double)call) {
            check_fail("call %ld got %g", call, sum);
        }
    }
}

static int *allocate(size_t bytes)
{
    int *memory = calloc(1, bytes);

    if (memory == NULL) {
        check_fail("memory is short");
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* All blocks but that of rank 0 are empty, so that the others only send. */
static void reduce_scatters(long calls, int late)
{
    const double ranks = check_ranks();
    int *counts = allocate((size_t)check_ranks() * sizeof *counts);

    counts[0] = 1;
    for (long call = 0; call < calls; call++) {
        const double own = (double)call;
        double sum = 0;

        if (check_rank() == late && call == calls / 2) {
            be_late();
        }
        if (MPI_Reduce_scatter(&own, &sum, counts, MPI_DOUBLE, MPI_SUM,
                               MPI_COMM_WORLD) != MPI_SUCCESS) {
            check_fail("MPI_Reduce_scatter failed");
        }
        if (check_rank() == 0 && sum != ranks * (double)call) {
            check_fail("call %ld got %g", call, sum);
        }
    }
    free(counts);
}

/* Only rank 0 gets anything, from rank 1. */
static void alltoallvs(long calls, int late)
{
    const size_t bytes = (size_t)check_ranks() * sizeof(int);
    int *to = allocate(bytes), *from = allocate(bytes);
    int *at = allocate(bytes);

    to[0] = check_rank() == 1;
    from[1] = check_rank() == 0;
    for (long call = 0; call < calls; call++) {
        const double own = (double)call;
        double got = -1;

        if (check_rank() == late && call == calls / 2) {
            be_late();
        }
        if (MPI_Alltoallv(&own, to, at, MPI_DOUBLE, &got, from, at, MPI_DOUBLE,
                          MPI_COMM_WORLD) != MPI_SUCCESS) {
            check_fail("MPI_Alltoallv failed");
        }
        if (check_rank() == 0 && got != own) {
            check_fail("call %ld got %g", call, got);
        }
    }
    free(at);
    free(from);
    free(to);
}

static void bounded(const char *what, void (*run)(long, int), long calls,
                    int late)
{
    check_context("%s, rank %d late", what, late);
    run(1000, late);
    const long before = check_memory("VmHWM");

    run(calls, late);
    const long growth = check_memory("VmHWM") - before;

    check_growth(growth, GROWTH_KIB);
}

int main(int argc, char **argv)
{
    check_start(&argc, &argv, MPI_THREAD_SINGLE, "flood");
    const long calls = check_environment("TUNEDX_TEST_CALLS", CALLS);

    bounded("bcast", bcasts, calls, check_ranks() - 1);
    bounded("reduce", reduces, calls, 0);
    bounded("reduce_scatter", reduce_scatters, calls, 0);
    bounded("alltoallv", alltoallvs, calls, 0);
    return check_finish();
}
