/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Errors of the message layer inside a collective.
 *
 *     errors all           every call of the layer fails on every rank: each
 *                          collective must return an error, and the same
 *                          communicator must work afterwards
 *     errors AFTER VICTIM  eight groups of ranks, one per collective; in each
 *                          the layer fails on the victim, after so many calls
 *
 * In the second form the victim must return an error although its peers send
 * to it and wait for it, and then leave the caller's buffer alone whatever
 * arrives late.  As its peers cannot be saved, the program ends with WANTED
 * through _exit; it has passed if every victim wrote "as wanted".
 *
 * Fails through the table of functions that libmpi exports for the layer.
 */
#include "pml.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "simple.h"

enum { WANTED = 42, COUNT = 5000 };

static mca_pml_base_module_t real;
static long allowed, calls;

static int is_broken(void)
{
    return calls++ >= allowed;
}

static int failing_isend(const void *buffer, size_t count, MPI_Datatype type,
                         int peer, int tag, mca_pml_base_send_mode_t mode,
                         MPI_Comm comm, MPI_Request *request)
{
    if (is_broken()) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    return real.pml_isend(buffer, count, type, peer, tag, mode, comm, request);
}

static int failing_send(const void *buffer, size_t count, MPI_Datatype type,
                        int peer, int tag, mca_pml_base_send_mode_t mode,
                        MPI_Comm comm)
{
    if (is_broken()) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    return real.pml_send(buffer, count, type, peer, tag, mode, comm);
}

static int failing_irecv(void *buffer, size_t count, MPI_Datatype type,
                         int peer, int tag, MPI_Comm comm, MPI_Request *request)
{
    if (is_broken()) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    return real.pml_irecv(buffer, count, type, peer, tag, comm, request);
}

static int failing_recv(void *buffer, size_t count, MPI_Datatype type, int peer,
                        int tag, MPI_Comm comm, MPI_Status *status)
{
    if (is_broken()) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    return real.pml_recv(buffer, count, type, peer, tag, comm, status);
}

static void break_layer(long after)
{
    allowed = after;
    calls = 0;
    real = mca_pml;
    mca_pml.pml_isend = failing_isend;
    mca_pml.pml_send = failing_send;
    mca_pml.pml_irecv = failing_irecv;
    mca_pml.pml_recv = failing_recv;
}

static void mend_layer(void)
{
    mca_pml = real;
}

/* Let messages arrive for a while. */
static void progress(double seconds)
{
    const double end = check_clock() + seconds;
    int is_there;

    while (check_clock() < end) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &is_there,
                   MPI_STATUS_IGNORE);
    }
}

static int fail_everywhere(void)
{
    for (simple_t k = SIMPLE_BARRIER; k < SIMPLE_COUNT; k++) {
        check_context("%s with every call failing", simple_name(k));
        break_layer(0);
        const int code = simple_run(k, MPI_COMM_WORLD, COUNT, 0);

        mend_layer();
        if (code == MPI_SUCCESS && calls > 0) {
            check_fail("success although %ld calls failed", calls);
        }
        if (calls == 0) {
            check_fail("made no call");
        }
    }
    for (simple_t k = SIMPLE_BARRIER; k < SIMPLE_COUNT; k++) {
        check_context("%s after the failures", simple_name(k));
        check_mpi(simple_run(k, MPI_COMM_WORLD, COUNT, 0), simple_name(k));
    }
    return check_finish();
}

/* While the victim still has its buffers, late messages come in. */
static void mend_and_linger(void)
{
    mend_layer();
    progress(0.5);
}

/* The collective on this rank, whose layer fails. */
static void be_victim(simple_t which, MPI_Comm comm, long after)
{
    char verdict[100];

    check_context("%s, failing after %ld calls", simple_name(which), after);
    simple_on_error(mend_and_linger);
    break_layer(after);
    const int code = simple_run(which, comm, COUNT, 0);

    mend_layer();
    if (check_failures() == 0 && (code != MPI_SUCCESS || calls <= after)) {
        snprintf(verdict, sizeof verdict, "errors: %s, %ld of %ld: as wanted\n",
                 simple_name(which), calls, after);
    } else {
        snprintf(verdict, sizeof verdict, "errors: %s, %ld of %ld: FAILED\n",
                 simple_name(which), calls, after);
    }
    fputs(verdict, stderr);
    progress(1.5);
    _exit(WANTED);
}

int main(int argc, char **argv)
{
    MPI_Comm group;
    int rank;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "errors");
    if (argc == 2 && strcmp(argv[1], "all") == 0) {
        return fail_everywhere();
    }
    if (argc != 3 || check_ranks() % SIMPLE_COUNT != 0) {
        return 2;
    }
    const simple_t which = (simple_t)(check_rank() % SIMPLE_COUNT);

    MPI_Comm_split(MPI_COMM_WORLD, (int)which, check_rank(), &group);
    MPI_Comm_set_errhandler(group, MPI_ERRORS_RETURN);
    MPI_Comm_rank(group, &rank);
    check_mpi(simple_run(which, group, COUNT, 0), simple_name(which));
    if (rank == strtol(argv[2], NULL, 10)) {
        be_victim(which, group, strtol(argv[1], NULL, 10));
    }
    check_context("peer of a victim");
    progress(0.2);
    simple_run(which, group, COUNT, 0);
    progress(60);
    return check_finish();
}
