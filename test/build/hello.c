/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The smallest job that shows a working plugin: one allreduce, one barrier.
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int size;
    int sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    if (sum != size * (size - 1) / 2) {
        fprintf(stderr, "rank %d: sum is %d\n", rank, sum);
        return 1;
    }
    return 0;
}
