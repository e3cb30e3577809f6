/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Nothing to do: count 0 with NULL buffers, and any count of an empty type.
 * Every collective must succeed, touch nothing and leave no message behind
 * that a later call could take for its own.
 */
#include <stdlib.h>

#include "check.h"
#include "layout.h"
#include "operation.h"
#include "simple.h"

/*
 * Open MPI refuses equal buffers for a reduction of elements, even empty ones.
 */
static unsigned char nowhere[2] = {0x5a, 0xa5};

static void *buffer_for(int count, int which)
{
    return count == 0 ? NULL : &nowhere[which];
}

static void all_rooted(MPI_Comm comm, int count, MPI_Datatype type, MPI_Op op)
{
    void *send = buffer_for(count, 0), *recv = buffer_for(count, 1);
    int size, rank;

    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    for (int root = 0; root < size; root++) {
        check_mpi(MPI_Bcast(NULL, count, type, root, comm), "MPI_Bcast");
        check_mpi(MPI_Reduce(send, recv, count, type, op, root, comm),
                  "MPI_Reduce");
        check_mpi(MPI_Reduce(rank == root ? MPI_IN_PLACE : send, recv, count,
                             type, op, root, comm),
                  "MPI_Reduce in place");
    }
}

static void all_others(MPI_Comm comm, int count, MPI_Datatype type, MPI_Op op)
{
    int size;

    MPI_Comm_size(comm, &size);
    int *counts = calloc(2 * (size_t)size, sizeof *counts);
    int *displacements = counts + size;

    for (int i = 0; i < size; i++) {
        counts[i] = count;
        displacements[i] = size - i;
    }
    check_mpi(MPI_Allreduce(buffer_for(count, 0), buffer_for(count, 1), count,
                            type, op, comm),
              "MPI_Allreduce");
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, NULL, count, type, op, comm),
              "MPI_Allreduce in place");
    check_mpi(MPI_Allgather(NULL, count, type, NULL, count, type, comm),
              "MPI_Allgather");
    check_mpi(MPI_Allgather(MPI_IN_PLACE, 0, type, NULL, count, type, comm),
              "MPI_Allgather in place");
    check_mpi(MPI_Allgatherv(NULL, count, type, NULL, counts, displacements,
                             type, comm),
              "MPI_Allgatherv");
    check_mpi(MPI_Allgatherv(MPI_IN_PLACE, 0, type, NULL, counts, displacements,
                             type, comm),
              "MPI_Allgatherv in place");
    check_mpi(MPI_Alltoall(NULL, count, type, NULL, count, type, comm),
              "MPI_Alltoall");
    check_mpi(MPI_Alltoall(MPI_IN_PLACE, 0, type, NULL, count, type, comm),
              "MPI_Alltoall in place");
    free(counts);
}

/* Calls with data between the empty ones, so that mixed up messages show. */
static void with_data(MPI_Comm comm)
{
    for (simple_t k = SIMPLE_BARRIER; k < SIMPLE_COUNT; k++) {
        check_mpi(simple_run(k, comm, 5, 0), simple_name(k));
    }
}

static void run(MPI_Comm comm, int count, const layout_t *layout,
                operation_t operation)
{
    check_context("%d x %s, %s", count, layout->name,
                  operation_name(operation));
    operation_watch(layout, (size_t)count);
    all_rooted(comm, count, layout->type, operation_handle(operation));
    all_others(comm, count, layout->type, operation_handle(operation));
    with_data(comm);
    check_context("%d x %s, %s: user function", count, layout->name,
                  operation_name(operation));
    if (nowhere[0] != 0x5a || nowhere[1] != 0xa5) {
        check_fail("something was written");
    }
    if (operation_fault() != NULL) {
        check_fail("%s", operation_fault());
    }
}

int main(int argc, char **argv)
{
    MPI_Comm reversed;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "zero");
    MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank(), &reversed);
    layout_create();
    operation_create();
    for (int f = 0; f < FAMILIES; f++) {
        for (int l = 0; l < layout_families[f].count; l++) {
            for (operation_t o = OPERATION_USER_SUM; o < OPERATIONS; o++) {
                const layout_t *layout = &layout_families[f].layouts[l];

                run(reversed, 0, layout, o);
                if (layout->atoms == 0) {
                    run(MPI_COMM_WORLD, 1000, layout, o);
                }
            }
        }
    }
    run(MPI_COMM_WORLD, 0, &layout_families[0].layouts[0], OPERATION_SUM);
    operation_destroy();
    layout_destroy();
    MPI_Comm_free(&reversed);
    return check_finish();
}
