/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A root that never waits, and a rank that comes late: 200,000 broadcasts of
 * eight bytes, then as many reductions.  What piles up at the late rank, or at
 * the root of the reductions, must stay small.
 */
#include "check.h"

#include <mpi.h>

enum { CALLS = 200000, GROWTH_KIB = 4096, NAPS = 3 };

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

        if (check_rank() == late && call % (calls / NAPS) == 0) {
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

        if (check_rank() == late && call % (calls / NAPS) == 0) {
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
    return check_finish();
}
