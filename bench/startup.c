/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What it costs to start a job and to make communicators, with whatever
 * collectives Open MPI selects: startup.sh runs it with tunedx and without.
 *
 * Prints lines `name value`, each the largest over all ranks.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/served.h"
#include "bench/statistics.h"

enum { REPETITIONS = 300, COMMUNICATORS = 1000, WARM = 20 };

static const char help[] =
    "usage: mpirun -n RANKS startup init | communicators\n"
    "\n"
    "  init           microseconds of MPI_Init and MPI_Finalize\n"
    "  communicators  microseconds to make and free communicators and of the\n"
    "                 first calls on one; bytes that one takes\n";

static double microseconds_since(uint64_t begin)
{
    return 1e-3 * (double)(bench_now() - begin);
}

static int my_rank(void)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

/* Prints the largest value of all ranks. */
static void say(const char *name, double value)
{
    double largest;

    MPI_Reduce(&value, &largest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (my_rank() == 0) {
        printf("%s %.3f\n", name, largest);
    }
}

/* Lines of rank 0: what serves the collectives. */
static void say_served(void)
{
    char component[BENCH_COMPONENT_LENGTH];

    bench_served_by(BENCH_ALLREDUCE, BENCH_BLOCKING, MPI_COMM_WORLD, component);
    if (my_rank() == 0) {
        printf("served_by %s\n", component);
    }
}

/* ---- communicators ---- */

typedef struct life {
    double making[REPETITIONS], first[REPETITIONS], second[REPETITIONS],
        freeing[REPETITIONS];
} life_t;

static void allreduce(MPI_Comm communicator)
{
    double one = 1, sum;

    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, communicator);
}

/* Makes a communicator, uses it twice and frees it, again and again. */
static void live(life_t *life, bool split)
{
    const int rank = my_rank();

    for (int i = -WARM; i < REPETITIONS; i++) {
        const int place = i < 0 ? 0 : i;
        MPI_Comm communicator;

        MPI_Barrier(MPI_COMM_WORLD);
        uint64_t begin = bench_now();
        if (split) {
            MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &communicator);
        } else {
            MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
        }
        life->making[place] = microseconds_since(begin);
        MPI_Barrier(MPI_COMM_WORLD);
        begin = bench_now();
        allreduce(communicator);
        life->first[place] = microseconds_since(begin);
        MPI_Barrier(MPI_COMM_WORLD);
        begin = bench_now();
        allreduce(communicator);
        life->second[place] = microseconds_since(begin);
        MPI_Barrier(MPI_COMM_WORLD);
        begin = bench_now();
        MPI_Comm_free(&communicator);
        life->freeing[place] = microseconds_since(begin);
    }
}

/* The median over repetitions of the slowest rank. */
static void say_median(const char *name, double *values)
{
    double slowest[REPETITIONS];

    MPI_Reduce(values, slowest, REPETITIONS, MPI_DOUBLE, MPI_MAX, 0,
               MPI_COMM_WORLD);
    if (my_rank() == 0) {
        printf("%s %.3f\n", name, bench_summarize(slowest, REPETITIONS).median);
    }
}

static void say_lives(void)
{
    static life_t life;

    live(&life, false);
    say_median("dup_us", life.making);
    say_median("dup_first_allreduce_us", life.first);
    say_median("dup_second_allreduce_us", life.second);
    say_median("dup_free_us", life.freeing);
    live(&life, true);
    say_median("split_us", life.making);
    say_median("split_free_us", life.freeing);
}

/* Resident memory of this process. */
static double resident_bytes(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long kilobytes = 0;

    if (file == NULL) {
        return 0;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0) {
            kilobytes = strtol(line + 6, NULL, 10);
        }
    }
    fclose(file);
    return 1024.0 * (double)kilobytes;
}

/* Growth for each of many communicators, unused and used. */
static void say_memory(void)
{
    static MPI_Comm all[COMMUNICATORS];
    const double begin = resident_bytes();

    for (int i = 0; i < COMMUNICATORS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &all[i]);
    }
    const double made = resident_bytes();
    for (int i = 0; i < COMMUNICATORS; i++) {
        allreduce(all[i]);
    }
    const double used = resident_bytes();
    for (int i = 0; i < COMMUNICATORS; i++) {
        MPI_Comm_free(&all[i]);
    }
    say("unused_bytes", (made - begin) / COMMUNICATORS);
    say("used_bytes", (used - begin) / COMMUNICATORS);
}

static void run(bool init, double taken)
{
    say_served();
    if (init) {
        say("init_us", taken);
    } else {
        say_memory();
        say_lives();
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    const uint64_t begin = bench_now();
    MPI_Init(&argc, &argv);
    const double taken = microseconds_since(begin);
    const char *what = argc == 2 ? argv[1] : "";
    const bool init = strcmp(what, "init") == 0;
    const bool asked = strcmp(what, "--help") == 0;
    const bool is_first = my_rank() == 0;
    int status = 0;

    if (init || strcmp(what, "communicators") == 0) {
        run(init, taken);
    } else if (is_first) {
        status = asked ? 0 : 2;
        fputs(asked ? help : "startup: takes one word: init or communicators\n",
              asked ? stdout : stderr);
    }
    const uint64_t end = bench_now();
    MPI_Finalize();
    if (init && is_first) {
        printf("finalize_us %.3f\n", microseconds_since(end));
    }
    return status;
}
