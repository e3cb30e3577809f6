/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How much of a nonblocking collective hides behind computation, with tunedx
 * and without: `mpirun -n RANKS overlap --help`.
 *
 * The method of the OSU benchmarks and of IMB: the time of the communication
 * alone, of a computation made about as long, and of both at once.  All ranks
 * meet before each measurement, and each counts as long as the slowest rank.
 * The two sides and the kinds of measurement take turns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/contents.h"
#include "bench/served.h"
#include "bench/statistics.h"

enum { DEFAULT_REPETITIONS = 101, MOST_REPETITIONS = 1001, WARM = 5 };

static const size_t smallest = 1024, largest = 4u << 20, factor = 4;

/* Between two calls of MPI_Test, where there are any; but at least two. */
static const double test_interval_us = 5;

static const char help[] =
    "usage: mpirun -n RANKS overlap [REPETITIONS]\n"
    "\n"
    "Prints how much of MPI_Iallreduce and MPI_Ibcast (root 0) is hidden\n"
    "behind computation: the part of the communication's time that computing\n"
    "meanwhile does not add to the computation's, in percent.\n";

typedef enum kind {
    COMMUNICATION,
    COMPUTATION,
    BOTH,
    BOTH_TESTING, /* with calls of MPI_Test in between */
    KINDS
} kind_t;

enum { TUNEDX, WITHOUT, SIDES };

/* A side of a row of the table. */
typedef struct trial {
    bench_operation_t operation;
    MPI_Comm meeting; /* where ranks meet; the same for both sides */
    int tests;        /* of the request, in a computation */
    long steps;       /* of computation before each */
    double times[KINDS][MOST_REPETITIONS]; /* microseconds */
    double median[KINDS];
} trial_t;

static double microseconds_since(uint64_t begin)
{
    return 1e-3 * (double)(bench_now() - begin);
}

/* ---- computing ---- */

/* Each step needs the one before it, so they take their time; no memory is
 * touched. */
static double compute(double value, long steps)
{
    for (long i = 0; i < steps; i++) {
        value = value * 0.999 + 0.001;
    }
    return value;
}

/* Keeps the compiler from leaving the computation out. */
static volatile double computed = 0.5;

/* Microseconds of a step, the least of some trials. */
static double time_step(void)
{
    enum { TRIALS = 20, STEPS = 100000 };
    double least = 1e9;

    for (int i = 0; i < TRIALS; i++) {
        const uint64_t begin = bench_now();

        computed = compute(computed, STEPS);
        const double taken = microseconds_since(begin) / STEPS;
        least = taken < least ? taken : least;
    }
    return least;
}

static void work(const trial_t *trial, MPI_Request *request)
{
    double value = computed;
    int done;

    for (int i = 0; i <= trial->tests; i++) {
        value = compute(value, trial->steps);
        if (request != NULL && i < trial->tests) {
            MPI_Test(request, &done, MPI_STATUS_IGNORE);
        }
    }
    computed = value;
}

/* ---- measuring ---- */

static double time_once(const trial_t *trial, kind_t kind)
{
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Barrier(trial->meeting);
    const uint64_t begin = bench_now();
    if (kind != COMPUTATION) {
        bench_start(&trial->operation, 0, &request);
    }
    if (kind != COMMUNICATION) {
        work(trial, kind == BOTH_TESTING ? &request : NULL);
    }
    if (kind != COMPUTATION) {
        /* NOLINTNEXTLINE(*MPI-Checker): another function starts it. */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return microseconds_since(begin);
}

/* Makes the computation as long as the communication, alike on all ranks. */
static void choose_work(trial_t *trial, double step_us)
{
    enum { TRIALS = 21 };
    double times[TRIALS];

    for (int i = -WARM; i < TRIALS; i++) {
        times[i < 0 ? 0 : i] = time_once(trial, COMMUNICATION);
    }
    MPI_Allreduce(MPI_IN_PLACE, times, TRIALS, MPI_DOUBLE, MPI_MAX,
                  trial->meeting);
    const double target = bench_summarize(times, TRIALS).median;
    const double tests = target / test_interval_us;

    trial->tests = tests < 2 ? 2 : (int)tests;
    trial->steps = (long)(target / step_us / (trial->tests + 1)) + 1;
}

/* The median over repetitions of the slowest rank, known to rank 0. */
static void sum_up(trial_t *trial, int repetitions)
{
    int rank;

    MPI_Comm_rank(trial->meeting, &rank);
    for (int kind = 0; kind < KINDS; kind++) {
        double *times = trial->times[kind];

        MPI_Reduce(rank == 0 ? MPI_IN_PLACE : times, times, repetitions,
                   MPI_DOUBLE, MPI_MAX, 0, trial->meeting);
        trial->median[kind] =
            bench_summarize(times, (size_t)repetitions).median;
    }
}

static void measure(trial_t trials[SIDES], int repetitions, double step_us)
{
    for (int side = 0; side < SIDES; side++) {
        choose_work(&trials[side], step_us);
    }
    for (int i = 0; i < repetitions; i++) {
        for (int kind = 0; kind < KINDS; kind++) {
            for (int k = 0; k < SIDES; k++) {
                trial_t *trial = &trials[(i + k) % SIDES];

                trial->times[kind][i] = time_once(trial, (kind_t)kind);
            }
        }
    }
    for (int side = 0; side < SIDES; side++) {
        sum_up(&trials[side], repetitions);
    }
}

/* ---- the table ---- */

/* What the communication adds to the computation, and how much of it that
 * leaves hidden. */
static double left_over(const trial_t *trial, kind_t both)
{
    return trial->median[both] - trial->median[COMPUTATION];
}

static double overlap(const trial_t *trial, kind_t both)
{
    const double percent =
        100 * (1 - left_over(trial, both) / trial->median[COMMUNICATION]);

    return percent < 0 ? 0 : percent;
}

static void print_row(const trial_t *trial, const char *component)
{
    const double *median = trial->median;

    printf("%-9s %8zu %-8s %9.2f %9.2f %9.2f %4.0f %6d %9.2f %4.0f\n",
           bench_collective_name(trial->operation.collective),
           trial->operation.bytes, component, median[COMMUNICATION],
           median[COMPUTATION], left_over(trial, BOTH), overlap(trial, BOTH),
           trial->tests, left_over(trial, BOTH_TESTING),
           overlap(trial, BOTH_TESTING));
}

static void print_head(int size, int repetitions)
{
    printf("# %d ranks, root 0, medians of %d repetitions, us, slowest rank\n"
           "# alone: the communication; compute: the computation alone\n"
           "# left: what the communication adds to the computation; %%: the "
           "rest of it, which is\n# hidden; first without a call of MPI in the "
           "computation, then with so many calls of\n# MPI_Test, about one "
           "every %.0f us\n",
           size, repetitions, test_interval_us);
    printf("%-9s %8s %-8s %9s %9s %9s %4s %6s %9s %4s\n", "#", "bytes", "by",
           "alone", "compute", "left", "%", "tests", "left", "%");
}

/* The program's part between its arguments and its status. */
typedef struct setting {
    MPI_Comm sides[SIDES];
    bench_buffers_t buffers;
    int rank, size, repetitions;
    double step_us;
    bool right; /* every result so far */
} setting_t;

static void show(setting_t *setting, bench_collective_t collective,
                 size_t bytes)
{
    static trial_t trials[SIDES];
    char component[BENCH_COMPONENT_LENGTH];

    for (int side = 0; side < SIDES; side++) {
        trials[side].meeting = setting->sides[WITHOUT];
        trials[side].operation = (bench_operation_t){
            .collective = collective,
            .form = BENCH_NONBLOCKING,
            .bytes = bytes,
            .roots = 1,
            .buffers = &setting->buffers,
            .communicator = setting->sides[side],
        };
        if (!bench_is_served(&trials[side].operation, side == TUNEDX, "overlap",
                             component)) {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    measure(trials, setting->repetitions, setting->step_us);
    for (int side = 0; side < SIDES; side++) {
        const bench_operation_t *operation = &trials[side].operation;

        setting->right = bench_check(operation, 0) && setting->right;
        bench_served_by(collective, BENCH_NONBLOCKING, setting->sides[side],
                        component);
        if (setting->rank == 0) {
            print_row(&trials[side], component);
        }
    }
}

static int run(int repetitions)
{
    static const bench_collective_t collectives[] = {BENCH_ALLREDUCE,
                                                     BENCH_BCAST};
    setting_t setting = {.repetitions = repetitions, .right = true};

    setting.sides[WITHOUT] = bench_without("tunedx");
    MPI_Comm_dup(MPI_COMM_WORLD, &setting.sides[TUNEDX]);
    MPI_Comm_rank(MPI_COMM_WORLD, &setting.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &setting.size);
    if (!bench_buffers_create(&setting.buffers, largest, 1)) {
        fprintf(stderr, "overlap: not enough memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    /* All ranks do the same work, as long as it takes the slowest. */
    setting.step_us = time_step();
    MPI_Allreduce(MPI_IN_PLACE, &setting.step_us, 1, MPI_DOUBLE, MPI_MAX,
                  setting.sides[WITHOUT]);
    if (setting.rank == 0) {
        print_head(setting.size, repetitions);
    }
    for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++) {
        for (size_t bytes = smallest; bytes <= largest; bytes *= factor) {
            show(&setting, collectives[i], bytes);
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &setting.right, 1, MPI_C_BOOL, MPI_LAND,
                  setting.sides[WITHOUT]);
    if (setting.rank == 0) {
        printf("# results %s\n", setting.right ? "checked: right" : "WRONG");
    }
    bench_buffers_free(&setting.buffers);
    MPI_Comm_free(&setting.sides[TUNEDX]);
    MPI_Comm_free(&setting.sides[WITHOUT]);
    return setting.right ? 0 : 1;
}

int main(int argc, char **argv)
{
    long repetitions = DEFAULT_REPETITIONS;
    char *end = NULL;
    int rank, size, status = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const bool asked = argc == 2 && strcmp(argv[1], "--help") == 0;
    if (argc == 2 && !asked) {
        repetitions = strtol(argv[1], &end, 10);
    }
    const bool understood = argc <= 2 && (end == NULL || *end == '\0') &&
                            repetitions >= 1 &&
                            repetitions <= MOST_REPETITIONS && size >= 2;

    if (!asked && understood) {
        status = run((int)repetitions);
    } else if (rank == 0) {
        status = asked ? 0 : 2;
        fputs(asked ? help
                    : "overlap: takes two ranks or more, and a number of "
                      "repetitions from 1 to 1001\n",
              asked ? stdout : stderr);
    }
    MPI_Finalize();
    return status;
}
