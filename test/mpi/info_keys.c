/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program that asks for a method by an info key.  explain.sh runs it to see
 * what the report and the messages say.
 *
 *     info_keys dup|split|set|inherit KEY VALUE
 *
 * The communicator that is used is made with the info; or it gets the info only
 * afterwards; or it is made from one that has it.
 */
#include <mpi.h>
#include <string.h>

#include "check.h"
#include "checked.h"
#include "simple.h"

static MPI_Comm make(const char *how, MPI_Info info)
{
    MPI_Comm made, first;

    if (strcmp(how, "dup") == 0) {
        check_mpi(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &made), "dup");
    } else if (strcmp(how, "split") == 0) {
        check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0,
                                      info, &made),
                  "split");
    } else if (strcmp(how, "set") == 0) {
        check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &made), "dup");
        check_mpi(MPI_Comm_set_info(made, info), "set");
    } else {
        check_mpi(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &first), "dup");
        check_mpi(MPI_Comm_dup(first, &made), "dup of a dup");
        check_mpi(MPI_Comm_free(&first), "free");
    }
    return made;
}

/* What an earlier rank has. */
static void first(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    memcpy(inout, in, (size_t)*count * sizeof(int));
}

/* Twice an allreduce whose operation does not commute. */
static void run_ordered(MPI_Comm comm)
{
    int values[100], results[100];
    MPI_Op op;

    for (int i = 0; i < 100; i++) {
        values[i] = 100 * check_rank() + i;
    }
    MPI_Op_create(first, 0, &op);
    for (int round = 0; round < 2; round++) {
        check_mpi(MPI_Allreduce(values, results, 100, MPI_INT, op, comm),
                  "allreduce that does not commute");
        for (int i = 0; i < 100; i++) {
            if (results[i] != i) {
                check_fail("place %d: got %d", i, results[i]);
            }
        }
    }
    MPI_Op_free(&op);
}

int main(int argc, char **argv)
{
    check_start(&argc, &argv, MPI_THREAD_SINGLE, "info_keys");
    if (argc == 4) {
        MPI_Info info;

        check_context("info_keys %s %s", argv[1], argv[2]);
        MPI_Info_create(&info);
        MPI_Info_set(info, argv[2], argv[3]);
        MPI_Comm comm = make(argv[1], info);
        MPI_Info_free(&info);
        for (int round = 0; round < 3; round++) {
            check_mpi(simple_run(SIMPLE_BCAST, comm, 100, 0), "bcast");
            check_mpi(simple_run(SIMPLE_ALLREDUCE, comm, 100, 0), "allreduce");
        }
        run_ordered(comm);
        check_mpi(MPI_Comm_free(&comm), "free");
    } else {
        check_fail("usage: info_keys dup|split|set|inherit KEY VALUE");
    }
    return check_finish();
}
