/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communicators and series of the program times.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/times.h"

/* ---- communicators ---- */

/* A duplicate of MPI_COMM_WORLD with an entry of info, and, where tunedx is to
 * keep away, with what says so.  Other libraries pass over both. */
static MPI_Comm duplicate(const char *preference, const char *key,
                          const char *value)
{
    MPI_Comm communicator;
    MPI_Info info;

    MPI_Info_create(&info);
    if (preference != NULL) {
        MPI_Info_set(info, "ompi_comm_coll_preference", preference);
    }
    if (key != NULL) {
        MPI_Info_set(info, key, value);
    }
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &communicator);
    MPI_Info_free(&info);
    return communicator;
}

/* False if coll/tuned does not listen. */
static bool open_side(times_side_t *side)
{
    char text[TIMES_TEXT + 16];
    bool done = true;

    switch (side->kind) {
    case TIMES_METHOD:
        snprintf(text, sizeof text, "tunedx_%s",
                 bench_collective_name(side->collective));
        side->communicator = duplicate(NULL, text, side->text);
        break;
    case TIMES_TUNED:
        done =
            times_tuned_force(side->collective, side->algorithm, side->segment);
        side->communicator = duplicate("^tunedx", NULL, NULL);
        times_tuned_force(side->collective, 0, 0);
        break;
    case TIMES_COMPONENT:
        snprintf(text, sizeof text, "%s,^tunedx", side->text);
        side->communicator = duplicate(text, NULL, NULL);
        break;
    case TIMES_DEFAULT:
        side->communicator = duplicate("^tunedx", NULL, NULL);
        break;
    case TIMES_TUNEDX:
    case TIMES_LIBRARY:
        side->communicator = duplicate(NULL, NULL, NULL);
        break;
    }
    return done;
}

/* The same on all ranks. */
static bool open_sides(times_job_t *job, char complaint[TIMES_COMPLAINT])
{
    int done = 1;

    job->control = duplicate("^tunedx", NULL, NULL);
    for (int i = 0; i < job->sides_count; i++) {
        done = open_side(&job->sides[i]) && done;
    }
    MPI_Allreduce(MPI_IN_PLACE, &done, 1, MPI_INT, MPI_MIN, job->control);
    if (!done) {
        snprintf(complaint, TIMES_COMPLAINT,
                 "coll/tuned cannot be told which algorithm to use: expected "
                 "--mca coll_tuned_use_dynamic_rules 1, and for allgatherv of "
                 "Open MPI 4.1 coll_tuned_allgatherv_algorithm");
    }
    return done;
}

/* ---- series ---- */

static bool open_one(times_job_t *job, const times_cell_t *cell,
                     const times_side_t *side, times_series_t *series)
{
    const size_t calls = (size_t)job->options.calls;

    *series = (times_series_t){
        .side = side,
        .is_right = true,
        .usec = calloc(calls, sizeof *series->usec),
        .slowest = calloc(calls, sizeof *series->slowest),
        .operation = {.collective = cell->collective,
                      .form = BENCH_BLOCKING,
                      .reduction = cell->reduction,
                      .bytes = cell->bytes,
                      .roots = job->size,
                      .buffers = &job->buffers,
                      .communicator =
                          side == NULL ? job->control : side->communicator},
    };
    return bench_operation_open(&series->operation) && series->usec != NULL &&
           series->slowest != NULL;
}

/* One for each side, if it is a collective.  False when memory is short. */
static bool open_cell(times_job_t *job, times_cell_t *cell)
{
    const bool has_sides = cell->kind == TIMES_COLLECTIVE;
    const int most = has_sides ? job->sides_count : 1;
    bool done = true;

    cell->series = calloc((size_t)most, sizeof *cell->series);
    if (cell->series == NULL) {
        return false;
    }
    for (int i = 0; i < most; i++) {
        const times_side_t *side = &job->sides[i];

        if (!has_sides) {
            done = open_one(job, cell, NULL, &cell->series[cell->count++]);
        } else if (side->is_for_all || side->collective == cell->collective) {
            done =
                open_one(job, cell, side, &cell->series[cell->count++]) && done;
        }
    }
    return done;
}

bool times_open(times_job_t *job, char complaint[TIMES_COMPLAINT])
{
    size_t most = 0; /* a rank's share of the longest buffer */
    bool done = true;

    bench_reductions_open();
    if (!open_sides(job, complaint)) {
        return false;
    }
    for (int i = 0; i < job->count; i++) {
        const times_cell_t *cell = &job->cells[i];
        const size_t share = cell->kind == TIMES_COLLECTIVE
                                 ? cell->bytes
                                 : cell->bytes / (size_t)job->size + 1;

        most = share > most ? share : most;
        done = open_cell(job, &job->cells[i]) && done;
    }
    if (!done || !bench_buffers_create(&job->buffers, most, job->size)) {
        fprintf(stderr, "times: not enough memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return true;
}

static void close_series(times_series_t *series)
{
    bench_operation_close(&series->operation);
    free(series->usec);
    free(series->slowest);
}

void times_drop(times_cell_t *cell, int number)
{
    close_series(&cell->series[number]);
    cell->count--;
    memmove(&cell->series[number], &cell->series[number + 1],
            (size_t)(cell->count - number) * sizeof *cell->series);
}

void times_close(times_job_t *job)
{
    for (int i = 0; i < job->count; i++) {
        for (int k = 0; k < job->cells[i].count; k++) {
            close_series(&job->cells[i].series[k]);
        }
        free(job->cells[i].series);
    }
    bench_buffers_free(&job->buffers);
    for (int i = 0; i < job->sides_count; i++) {
        MPI_Comm_free(&job->sides[i].communicator);
    }
    MPI_Comm_free(&job->control);
    bench_reductions_close();
}
