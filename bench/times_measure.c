/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Times the cells of the program times.
 *
 * In each round every series makes one call; cells come in another order each
 * time, and so do the sides of a cell, one directly after the other, so that
 * what changes on the machine meets all of them.  Ranks begin at a point of
 * time that is agreed on before, not when a barrier lets them go, each on its
 * own: with a core for every rank they watch the clock until then, else they
 * sleep.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/contents.h"
#include "bench/statistics.h"
#include "bench/times.h"

enum { TAG = 7 };

/* ---- one call ---- */

/* The ranks that take no part keep off the cores meanwhile, as long as a short
 * message may take. */
static void transfer(const times_job_t *job, const times_cell_t *cell)
{
    static const struct timespec rest = {.tv_nsec = 2000000};
    const int bytes = (int)cell->bytes;

    if (job->rank == 0) {
        MPI_Send(job->buffers.send, bytes, MPI_BYTE, job->other, TAG,
                 job->control);
    } else if (job->rank == job->other) {
        MPI_Recv(job->buffers.recv, bytes, MPI_BYTE, 0, TAG, job->control,
                 MPI_STATUS_IGNORE);
    } else {
        nanosleep(&rest, NULL);
    }
}

static void exchange(const times_job_t *job, const times_cell_t *cell)
{
    const int peer = job->rank ^ 1;

    if (peer >= job->size) {
        return;
    }
    for (size_t at = 0; at < cell->bytes; at += cell->piece) {
        const size_t rest = cell->bytes - at;
        const int now = (int)(rest < cell->piece ? rest : cell->piece);

        MPI_Sendrecv(job->buffers.send + at, now, MPI_BYTE, peer, TAG,
                     job->buffers.recv + at, now, MPI_BYTE, peer, TAG,
                     job->control, MPI_STATUS_IGNORE);
    }
}

static void call(const times_job_t *job, const times_cell_t *cell,
                 const times_series_t *series, int root)
{
    switch (cell->kind) {
    case TIMES_TRANSFER:
        transfer(job, cell);
        break;
    case TIMES_EXCHANGE:
        exchange(job, cell);
        break;
    case TIMES_COLLECTIVE:
        bench_call(&series->operation, root);
        break;
    }
}

/* ---- the start ---- */

/* The latest of all ranks' times, which is also a barrier.  Messages and no
 * collective: one of MPI's is one side's, whose code would be in the caches
 * when its turn comes. */
static int64_t latest(const times_job_t *job, int64_t time)
{
    for (int distance = 1; distance < job->size; distance *= 2) {
        const int to = (job->rank + distance) % job->size;
        const int from = (job->rank + job->size - distance) % job->size;
        int64_t other;

        MPI_Sendrecv(&time, 1, MPI_INT64_T, to, TAG, &other, 1, MPI_INT64_T,
                     from, TAG, job->control, MPI_STATUS_IGNORE);
        time = other > time ? other : time;
    }
    return time;
}

/* All ranks begin together; how late this one is, in nanoseconds. */
static int64_t meet(const times_job_t *job)
{
    const bool watches = job->size <= sysconf(_SC_NPROCESSORS_ONLN);
    const int64_t ahead = watches ? 200000 : 3000000;

    if (job->options.barrier) {
        latest(job, 0);
        return 0;
    }
    const int64_t start = latest(job, (int64_t)bench_now() + ahead);
    const struct timespec time = {.tv_sec = start / 1000000000,
                                  .tv_nsec = start % 1000000000};

    while (watches ? (int64_t)bench_now() < start
                   : clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time,
                                     NULL) == EINTR) {
    }
    return (int64_t)bench_now() - start;
}

/* ---- rounds ---- */

/* The numbers of a round, the same on all ranks (xorshift). */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void shuffle(int *numbers, int count, uint64_t *state)
{
    for (int i = 0; i < count; i++) {
        const int other = (int)(draw(state) % (uint64_t)(i + 1));

        numbers[i] = numbers[other];
        numbers[other] = i;
    }
}

/* Where a call is measured: its round, and its number among all of the job, by
 * which its contents differ from those of all others. */
typedef struct turn {
    int round; /* negative: not counted */
    unsigned number;
    uint64_t state;
} turn_t;

/* On this rank: when it began, in microseconds of the job, and how long it
 * took. */
static void keep_time(const times_job_t *job, times_series_t *series, int round,
                      uint64_t entry, uint64_t exit)
{
    const double took = 1e-3 * (double)(exit - entry);

    if (round >= 0) {
        series->usec[round] = 1e-3 * (double)(int64_t)(entry - job->origin);
        series->slowest[round] = took;
    } else if (round == -job->options.warm || took < series->trial) {
        series->trial = took;
    }
}

static void measure_series(times_job_t *job, const times_cell_t *cell,
                           times_series_t *series, const turn_t *turn)
{
    const bool is_collective = cell->kind == TIMES_COLLECTIVE;
    const int root = cell->root == TIMES_ROTATING
                         ? (turn->round + job->options.warm) % job->size
                         : cell->root;

    if (is_collective) {
        bench_fill(&series->operation, root, turn->number);
    }
    const int64_t late = meet(job);
    const uint64_t entry = bench_now();
    call(job, cell, series, root);
    const uint64_t exit = bench_now();

    /* Or who has ended first verifies on the cores that the others need. */
    latest(job, 0);
    keep_time(job, series, turn->round, entry, exit);
    job->late =
        1e-3 * (double)late > job->late ? 1e-3 * (double)late : job->late;
    if (is_collective) {
        if (job->options.spoil && turn->round == 0) {
            bench_spoil(&series->operation, root);
        }
        series->is_right =
            bench_verify(&series->operation, root, turn->number) &&
            series->is_right;
    }
}

static void measure_round(times_job_t *job, int *cells, int *series,
                          turn_t *turn)
{
    shuffle(cells, job->count, &turn->state);
    for (int i = 0; i < job->count; i++) {
        times_cell_t *cell = &job->cells[cells[i]];

        shuffle(series, cell->count, &turn->state);
        for (int k = 0; k < cell->count; k++) {
            measure_series(job, cell, &cell->series[series[k]], turn);
            turn->number++;
        }
    }
}

/* ---- sides that are not worth timing ---- */

/* What a cell is about stays. */
static bool is_dispensable(const times_side_t *side)
{
    return side->kind == TIMES_METHOD || side->kind == TIMES_TUNED ||
           side->kind == TIMES_COMPONENT;
}

/* By the slowest rank's times, so the same on all. */
static void leave_out_of(times_job_t *job, times_cell_t *cell)
{
    static double trials[TIMES_MOST_SIDES];
    double fastest = 0;

    for (int k = 0; k < cell->count; k++) {
        trials[k] = cell->series[k].trial;
    }
    MPI_Allreduce(MPI_IN_PLACE, trials, cell->count, MPI_DOUBLE, MPI_MAX,
                  job->control);
    for (int k = 0; k < cell->count; k++) {
        fastest = k == 0 || trials[k] < fastest ? trials[k] : fastest;
    }
    for (int k = cell->count - 1; k >= 0; k--) {
        if (trials[k] > job->options.leave_out * fastest &&
            is_dispensable(cell->series[k].side)) {
            times_drop(cell, k);
        }
    }
}

static void leave_out(times_job_t *job)
{
    int before = 0, after = 0;

    for (int i = 0; i < job->count && job->options.leave_out > 0; i++) {
        if (job->cells[i].kind == TIMES_COLLECTIVE) {
            before += job->cells[i].count;
            leave_out_of(job, &job->cells[i]);
            after += job->cells[i].count;
        }
    }
    if (job->rank == 0 && after < before) {
        fprintf(stderr,
                "times: %d of %d sides of cells are left out, which took more "
                "than %g times as long as the fastest\n",
                before - after, before, job->options.leave_out);
    }
}

void times_measure(times_job_t *job)
{
    static int cells[TIMES_MOST_CELLS], series[TIMES_MOST_SIDES];
    turn_t turn = {.state = job->options.seed * 2 + 88172645463325253u};

    job->origin = bench_now();
    MPI_Bcast(&job->origin, 1, MPI_UINT64_T, 0, job->control);
    for (turn.round = -job->options.warm; turn.round < job->options.calls;
         turn.round++) {
        if (turn.round == 0) {
            leave_out(job);
        }
        measure_round(job, cells, series, &turn);
    }
}

/* ---- bringing together ---- */

static void collect_series(const times_job_t *job, const times_cell_t *cell,
                           times_series_t *series, double *ends)
{
    const int calls = job->options.calls;
    const bool counts = cell->kind != TIMES_TRANSFER || job->rank == 0 ||
                        job->rank == job->other;
    const void *own = job->rank == 0 ? MPI_IN_PLACE : series->slowest;
    int right = series->is_right;

    for (int i = 0; i < calls; i++) {
        ends[i] = counts ? -series->usec[i] : -1e300;
        ends[calls + i] =
            counts ? series->usec[i] + series->slowest[i] : -1e300;
        series->slowest[i] = counts ? series->slowest[i] : 0;
    }
    MPI_Reduce(job->rank == 0 ? MPI_IN_PLACE : ends, ends, 2 * calls,
               MPI_DOUBLE, MPI_MAX, 0, job->control);
    MPI_Reduce(own, series->slowest, calls, MPI_DOUBLE, MPI_MAX, 0,
               job->control);
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, job->control);
    series->is_right = right;
    for (int i = 0; i < calls && job->rank == 0; i++) {
        series->usec[i] =
            job->has_one_clock ? ends[calls + i] + ends[i] : series->slowest[i];
        ends[i] = series->usec[i];
    }
    if (job->rank == 0) {
        series->median = bench_summarize(ends, (size_t)calls).median;
    }
}

void times_collect(times_job_t *job)
{
    double *ends = malloc(2 * (size_t)job->options.calls * sizeof *ends);

    if (ends == NULL) {
        fprintf(stderr, "times: not enough memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
        return;
    }
    for (int i = 0; i < job->count; i++) {
        for (int k = 0; k < job->cells[i].count; k++) {
            collect_series(job, &job->cells[i], &job->cells[i].series[k], ends);
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &job->late, 1, MPI_DOUBLE, MPI_MAX,
                  job->control);
    free(ends);
}
