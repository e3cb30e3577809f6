/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Times the cells of the program limits.
 *
 * All hosts have to be one machine's, so that their clocks are one.  Ranks
 * begin at a point of time that is agreed on before, not when a barrier lets
 * them go, and sleep until then, since they share few cores.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "bench/limits.h"
#include "bench/statistics.h"

enum { TAG = 7, WARM = 2 };

static const int64_t ahead_ns = 3000000;

void limits_find_hosts(limits_job_t *job)
{
    MPI_Comm node;
    int here;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &node);
    MPI_Comm_rank(node, &here);
    MPI_Comm_free(&node);
    const int is_first = here == 0;
    int candidate = is_first && job->rank > 0 ? job->rank : job->size;

    MPI_Allreduce(&is_first, &job->hosts, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&candidate, &job->other, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    job->other = job->other == job->size ? 0 : job->other;
}

/* ---- one call ---- */

static void transfer(const limits_job_t *job, const limits_cell_t *cell)
{
    const int bytes = (int)cell->operations[0].bytes;
    const MPI_Comm comm = job->sides[LIMITS_OTHER];

    if (job->other == 0) {
        return; /* there is but one host */
    }
    if (job->rank == 0) {
        MPI_Send(job->buffers.send, bytes, MPI_BYTE, job->other, TAG, comm);
    } else if (job->rank == job->other) {
        MPI_Recv(job->buffers.recv, bytes, MPI_BYTE, 0, TAG, comm,
                 MPI_STATUS_IGNORE);
    }
}

static void exchange(const limits_job_t *job, const limits_cell_t *cell)
{
    const size_t bytes = cell->operations[0].bytes;
    const int peer = job->rank ^ 1;

    if (peer >= job->size) {
        return;
    }
    for (size_t at = 0; at < bytes; at += cell->piece) {
        const size_t rest = bytes - at;
        const int now = (int)(rest < cell->piece ? rest : cell->piece);

        MPI_Sendrecv(job->buffers.send + at, now, MPI_BYTE, peer, TAG,
                     job->buffers.recv + at, now, MPI_BYTE, peer, TAG,
                     job->sides[LIMITS_OTHER], MPI_STATUS_IGNORE);
    }
}

static void call(const limits_job_t *job, const limits_cell_t *cell, int side)
{
    switch (cell->kind) {
    case LIMITS_TRANSFER:
        transfer(job, cell);
        break;
    case LIMITS_EXCHANGE:
        exchange(job, cell);
        break;
    case LIMITS_COLLECTIVE:
        bench_call(&cell->operations[side], 0);
        break;
    }
}

/* All ranks begin together. */
static void meet(const limits_job_t *job)
{
    int64_t start = (int64_t)bench_now() + ahead_ns;

    MPI_Allreduce(MPI_IN_PLACE, &start, 1, MPI_INT64_T, MPI_MAX,
                  job->sides[LIMITS_OTHER]);
    const struct timespec time = {.tv_sec = start / 1000000000,
                                  .tv_nsec = start % 1000000000};

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) ==
           EINTR) {
    }
}

/* Milliseconds.  Ranks that take no part in a transfer do not count. */
static double time_once(const limits_job_t *job, const limits_cell_t *cell,
                        int side)
{
    const bool counts = cell->kind != LIMITS_TRANSFER || job->rank == 0 ||
                        job->rank == job->other;

    meet(job);
    const int64_t entry = (int64_t)bench_now();
    call(job, cell, side);
    const int64_t exit = (int64_t)bench_now();
    int64_t ends[] = {counts ? -entry : INT64_MIN, counts ? exit : INT64_MIN};

    MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_INT64_T, MPI_MAX,
                  job->sides[LIMITS_OTHER]);
    return 1e-6 * (double)(ends[1] + ends[0]);
}

/* ---- all of them ---- */

int limits_sides(const limits_job_t *job, const limits_cell_t *cell)
{
    return cell->kind == LIMITS_COLLECTIVE && !job->alone ? LIMITS_SIDES : 1;
}

static void measure_round(limits_job_t *job, int repetition)
{
    for (int i = 0; i < job->count; i++) {
        limits_cell_t *cell = &job->cells[i];
        const int sides = limits_sides(job, cell);

        for (int turn = 0; turn < sides; turn++) {
            /* The side that begins alternates. */
            const int side = (turn + repetition) & (sides - 1);
            const double time = time_once(job, cell, side);

            if (repetition >= 0) {
                cell->times[side][repetition] = time;
            }
        }
    }
}

static void check(const limits_job_t *job, limits_cell_t *cell)
{
    int right = 1;

    for (int side = 0; cell->kind == LIMITS_COLLECTIVE && side < LIMITS_SIDES;
         side++) {
        right &= bench_check(&cell->operations[side], 0);
    }
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN,
                  job->sides[LIMITS_OTHER]);
    cell->is_right = right;
}

void limits_measure(limits_job_t *job)
{
    for (int repetition = -WARM; repetition < job->repetitions; repetition++) {
        measure_round(job, repetition);
    }
    for (int i = 0; i < job->count; i++) {
        check(job, &job->cells[i]);
    }
}

/* ---- limits ---- */

/* What the busiest host has to send or to receive, in units of the cell's
 * bytes, when all hosts have as many ranks. */
static double busiest(const limits_job_t *job, const limits_cell_t *cell)
{
    const double hosts = job->hosts, ranks = job->size, here = ranks / hosts;

    switch (cell->operations[0].collective) {
    case BENCH_ALLGATHER:
        return ranks - here;
    case BENCH_ALLREDUCE:
        return 2 * (hosts - 1) / hosts;
    case BENCH_ALLTOALL:
        return here * (ranks - here);
    case BENCH_BCAST:
    case BENCH_REDUCE:
        return 1;
    case BENCH_BARRIER:
    case BENCH_COLLECTIVES:
        break;
    }
    return 0;
}

/* Rounds between hosts, if each sends one message at a time. */
static int rounds(int hosts)
{
    int count = 0;

    while (1 << count < hosts) {
        count++;
    }
    return count;
}

static void find_limit(const limits_job_t *job, limits_cell_t *cell)
{
    const double one = job->cells[cell->transfer].median[0];
    const double shortest = job->cells[0].median[0];

    if (job->hosts == 1) {
        cell->limit = 0;
    } else if (cell->kind == LIMITS_COLLECTIVE) {
        const double by_rounds = rounds(job->hosts) * shortest;
        const double by_bytes = busiest(job, cell) * one;

        cell->limit = by_rounds > by_bytes ? by_rounds : by_bytes;
    } else {
        cell->limit = one;
    }
}

void limits_sum_up(limits_job_t *job)
{
    for (int i = 0; i < job->count; i++) {
        limits_cell_t *cell = &job->cells[i];

        for (int side = 0; side < limits_sides(job, cell); side++) {
            cell->median[side] =
                bench_summarize(cell->times[side], (size_t)job->repetitions)
                    .median;
        }
    }
    for (int i = 0; i < job->count; i++) {
        find_limit(job, &job->cells[i]);
    }
}
