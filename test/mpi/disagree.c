/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program whose ranks do not make the same calls, or, as "nothing", do.
 * explain.sh runs it to see that this is noticed.
 *
 *     disagree WHAT
 *
 * Some right calls come first, on MPI_COMM_WORLD and on a part of it.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MOST = 4096 };

static int values[4 * MOST], results[4 * MOST];
static int rank, ranks, last;
static MPI_Comm comm;

static void other_collective(void)
{
    if (rank == last) {
        MPI_Reduce(values, results, 7, MPI_INT, MPI_SUM, 0, comm);
    } else {
        MPI_Bcast(values, 1024, MPI_INT, 0, comm);
    }
}

static void other_root(void)
{
    MPI_Bcast(values, 16, MPI_INT, rank == last ? 1 : 0, comm);
}

static void other_bytes(void)
{
    MPI_Bcast(values, rank == last ? 17 : 16, MPI_INT, 0, comm);
}

static void other_type(void)
{
    MPI_Allreduce(values, results, 16, rank == last ? MPI_FLOAT : MPI_INT,
                  MPI_SUM, comm);
}

static void other_operation(void)
{
    MPI_Allreduce(values, results, 16, MPI_INT,
                  rank == last ? MPI_MAX : MPI_SUM, comm);
}

static void other_place(void)
{
    MPI_Allreduce(rank == last ? MPI_IN_PLACE : values, results, 16, MPI_INT,
                  MPI_SUM, comm);
}

/* Same sum, other blocks, and only beyond the first few. */
static void other_blocks(void)
{
    int counts[64] = {0}, displacements[64] = {0};

    for (int i = 0; i < ranks; i++) {
        counts[i] = 2;
        displacements[i] = 3 * i;
    }
    if (rank == last) {
        counts[ranks - 1]--;
        counts[ranks - 2]++;
    }
    MPI_Allgatherv(values, counts[rank], MPI_INT, results, counts,
                   displacements, MPI_INT, comm);
}

static void other_counts(void)
{
    int counts[64] = {0};

    for (int i = 0; i < ranks; i++) {
        counts[i] = rank == last && i == 0 ? 2 : 1;
    }
    MPI_Reduce_scatter(values, results, counts, MPI_INT, MPI_SUM, comm);
}

/* Lengths of these are no rank's to know, but the root is. */
static void other_root_of_gatherv(void)
{
    int counts[64] = {0}, displacements[64] = {0};

    for (int i = 0; i < ranks; i++) {
        counts[i] = 1;
        displacements[i] = i;
    }
    MPI_Gatherv(values, 1, MPI_INT, results, counts, displacements, MPI_INT,
                rank == last ? 1 : 0, comm);
}

static void alltoallv_or_barrier(void)
{
    int counts[64] = {0}, displacements[64] = {0};

    if (rank == last) {
        MPI_Barrier(comm);
    } else {
        MPI_Alltoallv(values, counts, displacements, MPI_INT, results, counts,
                      displacements, MPI_INT, comm);
    }
}

static void other_info(void)
{
    MPI_Comm other;
    MPI_Info info;

    MPI_Info_create(&info);
    MPI_Info_set(info, "tunedx_bcast", rank == last ? "chain" : "binomial");
    MPI_Comm_dup_with_info(comm, info, &other);
    MPI_Info_free(&info);
    MPI_Bcast(values, 16, MPI_INT, 0, other);
    MPI_Comm_free(&other);
}

/* A rank that waits for nobody: it leaves nothing to compare with until it
 * calls something else. */
static void no_bytes(void)
{
    MPI_Bcast(values, rank == last ? 0 : 16, MPI_INT, 0, comm);
    MPI_Barrier(comm);
}

static void everyone_else(void)
{
    MPI_Bcast(values, rank + 1, MPI_INT, 0, comm);
}

static void nothing(void)
{
    other_collective();
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"collective", other_collective},
    {"root", other_root},
    {"bytes", other_bytes},
    {"type", other_type},
    {"operation", other_operation},
    {"place", other_place},
    {"blocks", other_blocks},
    {"counts", other_counts},
    {"gatherv", other_root_of_gatherv},
    {"alltoallv", alltoallv_or_barrier},
    {"info", other_info},
    {"empty", no_bytes},
    {"everyone", everyone_else},
    {"nothing", nothing},
};

/* Calls that all ranks make alike. */
static void right_calls(MPI_Comm where)
{
    int counts[64] = {0}, displacements[64] = {0}, size, own;

    MPI_Comm_size(where, &size);
    MPI_Comm_rank(where, &own);
    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        displacements[i] = size * i;
    }
    for (int root = 0; root < size; root++) {
        MPI_Bcast(values, 10, MPI_INT, root, where);
        MPI_Reduce(own == root ? MPI_IN_PLACE : results, results, 5, MPI_DOUBLE,
                   MPI_MAX, root, where);
        MPI_Gatherv(values, own + 1, MPI_INT, results, counts, displacements,
                    MPI_INT, root, where);
    }
    MPI_Barrier(where);
    MPI_Exscan(own == 0 ? MPI_IN_PLACE : values, results, 3, MPI_INT, MPI_SUM,
               where);
    MPI_Bcast(values, 0, MPI_INT, 0, where);
    MPI_Allgatherv(values, own + 1, MPI_INT, results, counts, displacements,
                   MPI_INT, where);
}

int main(int argc, char **argv)
{
    MPI_Comm part;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "disagree");
    rank = check_rank();
    ranks = check_ranks();
    comm = MPI_COMM_WORLD;
    last = argc > 1 && strcmp(argv[1], "nothing") == 0 ? -1 : ranks - 1;
    right_calls(MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    right_calls(part);
    MPI_Comm_free(&part);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0] && argc > 1; i++) {
        if (strcmp(cases[i].name, argv[1]) == 0) {
            check_context("%s", cases[i].name);
            cases[i].run();
        }
    }
    return check_finish();
}
