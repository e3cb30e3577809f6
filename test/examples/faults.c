/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Faults for the programs of examples/, which have to notice them: run.sh
 * preloads this, and TUNEDX_EXAMPLE_FAULT names the function that goes wrong.
 *
 *     Allreduce, Allgatherv   add 1 to the first number of the result, of two
 *                             or more, on all ranks
 *     Allreduce_on_one        the same on rank 1 alone
 *     Scatterv, Gatherv       the same on rank 0 alone
 *     Iallreduce, Ibcast      the same to what rank 0 gives
 *     Start                   does nothing
 */
#include <mpi.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool wanted(const char *fault)
{
    const char *value = getenv("TUNEDX_EXAMPLE_FAULT");

    return value != NULL && strcmp(value, fault) == 0;
}

static bool is_rank(int rank, MPI_Comm comm)
{
    int mine;

    MPI_Comm_rank(comm, &mine);
    return mine == rank;
}

static void add_one(void *data, int count, MPI_Datatype type)
{
    if (type == MPI_DOUBLE && count > 1) {
        *(double *)data += 1;
    }
}

int MPI_Allreduce(const void *send, void *recv, int count, MPI_Datatype type,
                  MPI_Op op, MPI_Comm comm)
{
    const int rc = PMPI_Allreduce(send, recv, count, type, op, comm);

    if (wanted("Allreduce") ||
        (wanted("Allreduce_on_one") && is_rank(1, comm))) {
        add_one(recv, count, type);
    }
    return rc;
}

int MPI_Allgatherv(const void *send, int send_count, MPI_Datatype send_type,
                   void *recv, const int *counts, const int *displacements,
                   MPI_Datatype recv_type, MPI_Comm comm)
{
    const int rc = PMPI_Allgatherv(send, send_count, send_type, recv, counts,
                                   displacements, recv_type, comm);

    if (wanted("Allgatherv")) {
        add_one(recv, counts[0], recv_type);
    }
    return rc;
}

int MPI_Scatterv(const void *send, const int *counts, const int *displacements,
                 MPI_Datatype send_type, void *recv, int recv_count,
                 MPI_Datatype recv_type, int root, MPI_Comm comm)
{
    const int rc = PMPI_Scatterv(send, counts, displacements, send_type, recv,
                                 recv_count, recv_type, root, comm);

    if (wanted("Scatterv") && is_rank(0, comm)) {
        add_one(recv, recv_count, recv_type);
    }
    return rc;
}

int MPI_Gatherv(const void *send, int send_count, MPI_Datatype send_type,
                void *recv, const int *counts, const int *displacements,
                MPI_Datatype recv_type, int root, MPI_Comm comm)
{
    const int rc = PMPI_Gatherv(send, send_count, send_type, recv, counts,
                                displacements, recv_type, root, comm);

    if (wanted("Gatherv") && is_rank(0, comm)) {
        add_one(recv, counts[0], recv_type);
    }
    return rc;
}

/* The examples own what they send, and it may be changed. */
int MPI_Iallreduce(const void *send, void *recv, int count, MPI_Datatype type,
                   MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    if (wanted("Iallreduce") && is_rank(0, comm)) {
        add_one(send == MPI_IN_PLACE ? recv : (void *)send, count, type);
    }
    return PMPI_Iallreduce(send, recv, count, type, op, comm, request);
}

int MPI_Ibcast(void *data, int count, MPI_Datatype type, int root,
               MPI_Comm comm, MPI_Request *request)
{
    if (wanted("Ibcast") && is_rank(0, comm)) {
        add_one(data, count, type);
    }
    return PMPI_Ibcast(data, count, type, root, comm, request);
}

int MPI_Start(MPI_Request *request)
{
    return wanted("Start") ? MPI_SUCCESS : PMPI_Start(request);
}
