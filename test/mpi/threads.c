/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI_THREAD_MULTIPLE: four threads, each with a communicator of its own, call
 * every collective at the same time.
 */
#include <pthread.h>

#include "check.h"
#include "simple.h"

enum { THREADS = 4, ROUNDS = 60 };

typedef struct {
    int number;
    long rounds;
    MPI_Comm comm;
} job_t;

static void *work(void *argument)
{
    static const int counts[] = {0, 1, 30, 4000};
    const job_t *job = argument;
    int size;

    MPI_Comm_size(job->comm, &size);
    for (int round = 0; round < job->rounds; round++) {
        /* Threads walk through the collectives with different offsets. */
        for (int i = 0; i < SIMPLE_COUNT; i++) {
            const simple_t k = (simple_t)((i + job->number) % SIMPLE_COUNT);
            const int count = counts[(round + i) % 4];

            check_context("thread %d, round %d, %s of %d ints", job->number,
                          round, simple_name(k), count);
            check_mpi(simple_run(k, job->comm, count, round % size),
                      simple_name(k));
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    job_t jobs[THREADS];

    check_start(&argc, &argv, MPI_THREAD_MULTIPLE, "threads");
    const long rounds = check_environment("TUNEDX_TEST_ROUNDS", ROUNDS);

    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job_t){.number = i, .rounds = rounds};
        MPI_Comm_dup(MPI_COMM_WORLD, &jobs[i].comm);
    }
    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, work, &jobs[i]) != 0) {
            check_fail("no thread %d", i);
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_free(&jobs[i].comm);
    }
    return check_finish();
}
