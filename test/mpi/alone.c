/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What must work whichever components are loaded: making communicators of
 * every kind, one-sided windows, dynamic processes, and on each communicator
 * all collectives in all forms.
 *
 *     alone [--dynamic]
 *
 * With the option, processes are spawned and jobs connected as well.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alone.h"
#include "check.h"
#include "trial.h"

/* Every collective, if the rank is in the communicator; then free it. */
static void use(const char *name, MPI_Comm *comm, int side)
{
    if (*comm == MPI_COMM_NULL) {
        return;
    }
    trial_run_all(name, *comm, side, 9);
    check_context("free %s", name);
    check_mpi(MPI_Comm_free(comm), "MPI_Comm_free");
}

static void copies(void)
{
    MPI_Comm comm, other;
    MPI_Request request;

    check_context("MPI_Comm_dup");
    check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &comm), "MPI_Comm_dup");
    use("dup", &comm, 0);
    check_context("MPI_Comm_dup_with_info");
    check_mpi(MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &comm),
              "MPI_Comm_dup_with_info");
    check_context("MPI_Comm_idup");
    check_mpi(MPI_Comm_idup(comm, &other, &request), "MPI_Comm_idup");
    invoke_wait(&request);
    use("idup", &other, 0);
    MPI_Comm_free(&comm);
    check_context("MPI_Comm_dup of MPI_COMM_SELF");
    check_mpi(MPI_Comm_dup(MPI_COMM_SELF, &comm), "MPI_Comm_dup");
    use("dup of MPI_COMM_SELF", &comm, 0);
}

static void parts(void)
{
    const int rank = check_rank(), ranks = check_ranks();
    MPI_Group world, group;
    MPI_Comm comm;

    check_context("MPI_Comm_split");
    check_mpi(MPI_Comm_split(MPI_COMM_WORLD, rank == 1 ? MPI_UNDEFINED : 0,
                             -rank, &comm),
              "MPI_Comm_split");
    use("split", &comm, 0);
    check_context("MPI_Comm_split_type");
    check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0,
                                  MPI_INFO_NULL, &comm),
              "MPI_Comm_split_type");
    use("split_type", &comm, 0);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int last[1][3] = {{ranks - 1, 0, -1}};

    MPI_Group_range_incl(world, 1, last, &group);
    check_context("MPI_Comm_create");
    check_mpi(MPI_Comm_create(MPI_COMM_WORLD, group, &comm), "MPI_Comm_create");
    use("create", &comm, 0);
    MPI_Group_free(&group);

    int even[1][3] = {{0, ranks - 1, 2}};

    MPI_Group_range_incl(world, 1, even, &group);
    if (rank % 2 == 0) {
        check_context("MPI_Comm_create_group");
        check_mpi(MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &comm),
                  "MPI_Comm_create_group");
        use("create_group", &comm, 0);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

static void groups(void)
{
    const int side = check_rank() > 0;
    MPI_Comm local, inter, merged;

    if (check_ranks() < 2) {
        return;
    }
    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &local);
    check_context("MPI_Intercomm_create");
    check_mpi(
        MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, 1 - side, 4, &inter),
        "MPI_Intercomm_create");
    check_context("MPI_Intercomm_merge");
    check_mpi(MPI_Intercomm_merge(inter, side, &merged), "MPI_Intercomm_merge");
    use("intercommunicator", &inter, side);
    use("merged", &merged, 0);
    MPI_Comm_free(&local);
}

static void topologies(void)
{
    const int rank = check_rank(), ranks = check_ranks();
    const int next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
    const int sizes[] = {1, ranks}, periods[] = {1, 0}, keep[] = {0, 1};
    int *index = malloc((size_t)ranks * sizeof *index);
    int *edges = malloc((size_t)ranks * sizeof *edges);
    int weight = 1;
    MPI_Comm comm, line;

    check_context("MPI_Cart_create");
    check_mpi(MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 1, &comm),
              "MPI_Cart_create");
    check_context("MPI_Cart_sub");
    check_mpi(MPI_Cart_sub(comm, keep, &line), "MPI_Cart_sub");
    use("line of a grid", &line, 0);
    use("grid", &comm, 0);
    for (int i = 0; i < ranks; i++) {
        index[i] = i + 1;
        edges[i] = i ^ 1 && (i ^ 1) < ranks ? i ^ 1 : i;
    }
    check_context("MPI_Graph_create");
    check_mpi(MPI_Graph_create(MPI_COMM_WORLD, ranks, index, edges, 0, &comm),
              "MPI_Graph_create");
    use("graph", &comm, 0);
    check_context("MPI_Dist_graph_create_adjacent");
    check_mpi(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &last, &weight,
                                             1, &next, &weight, MPI_INFO_NULL,
                                             0, &comm),
              "MPI_Dist_graph_create_adjacent");
    use("adjacent graph", &comm, 0);
    check_context("MPI_Dist_graph_create");
    const int degree = 1;

    check_mpi(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, &next,
                                    &weight, MPI_INFO_NULL, 0, &comm),
              "MPI_Dist_graph_create");
    use("distributed graph", &comm, 0);
    free(index);
    free(edges);
}

/* Each rank puts a number into the next one's window. */
static void put_around(const char *name, MPI_Win window, const int *memory)
{
    const int rank = check_rank(), ranks = check_ranks();
    const int value = 1000 + rank;

    check_context("%s", name);
    check_mpi(MPI_Win_fence(0, window), "MPI_Win_fence");
    check_mpi(
        MPI_Put(&value, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, window),
        "MPI_Put");
    check_mpi(MPI_Win_fence(0, window), "MPI_Win_fence");
    if (*memory != 1000 + (rank + ranks - 1) % ranks) {
        check_fail("the window holds %d", *memory);
    }
    check_mpi(MPI_Win_free(&window), "MPI_Win_free");
}

static void windows(void)
{
    int own = 0, *memory;
    MPI_Win window;

    check_context("MPI_Win_create");
    check_mpi(MPI_Win_create(&own, sizeof own, sizeof own, MPI_INFO_NULL,
                             MPI_COMM_WORLD, &window),
              "MPI_Win_create");
    put_around("MPI_Win_create", window, &own);
    check_context("MPI_Win_allocate");
    check_mpi(MPI_Win_allocate(sizeof own, sizeof own, MPI_INFO_NULL,
                               MPI_COMM_WORLD, &memory, &window),
              "MPI_Win_allocate");
    put_around("MPI_Win_allocate", window, memory);
    check_context("MPI_Win_allocate_shared");
    check_mpi(MPI_Win_allocate_shared(sizeof own, sizeof own, MPI_INFO_NULL,
                                      MPI_COMM_WORLD, &memory, &window),
              "MPI_Win_allocate_shared");
    put_around("MPI_Win_allocate_shared", window, memory);
}

int main(int argc, char **argv)
{
    check_start(&argc, &argv, MPI_THREAD_SINGLE, "alone");
    if (argc > 1 && strcmp(argv[1], CHILD) == 0) {
        alone_child();
        return check_finish();
    }
    trial_run_all("MPI_COMM_WORLD", MPI_COMM_WORLD, 0, 1);
    trial_run_all("MPI_COMM_SELF", MPI_COMM_SELF, 0, 2);
    copies();
    parts();
    groups();
    topologies();
    if (check_ranks() > 1) {
        /* Open MPI 4.1 has no windows for a single rank here. */
        windows();
    }
    if (argc > 1 && strcmp(argv[1], "--dynamic") == 0) {
        alone_spawn(argv[0]);
        alone_connect();
    }
    return check_finish();
}
