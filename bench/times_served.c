/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether the sides of the program times are what they say.
 */
#include <stdio.h>
#include <string.h>

#include "bench/times.h"
#ifdef OPEN_MPI
#include "bench/served.h"
#endif

/* The component whose function a series calls. */
static void find_component(const times_series_t *series, char name[TIMES_TEXT])
{
#ifdef OPEN_MPI
    char component[BENCH_COMPONENT_LENGTH];

    bench_served_by(series->operation.collective, BENCH_BLOCKING,
                    series->side->communicator, component);
    snprintf(name, TIMES_TEXT, "%s", component);
#else
    snprintf(name, TIMES_TEXT, "%s", series->side->text);
#endif
}

static bool is_of_tunedx(const times_side_t *side)
{
    return side->kind == TIMES_TUNEDX || side->kind == TIMES_METHOD;
}

static bool fits(const times_side_t *side, const char *component)
{
    const bool is_tunedx = strcmp(component, "tunedx") == 0;

    switch (side->kind) {
    case TIMES_TUNEDX:
    case TIMES_METHOD:
        return is_tunedx;
    case TIMES_TUNED:
        return strcmp(component, "tuned") == 0;
    case TIMES_COMPONENT:
        return strcmp(component, side->text) == 0;
    case TIMES_DEFAULT:
    case TIMES_LIBRARY:
        break;
    }
    return !is_tunedx;
}

/* Calls once, and learns from tunedx which algorithm that was. */
static bool find_method(times_series_t *series)
{
    const times_side_t *side = series->side;
    const size_t length = strcspn(side->text, " ");

    if (!is_of_tunedx(side)) {
        return true;
    }
    times_counters_t *counters =
        times_counters_start(series->operation.collective);

    bench_call(&series->operation, 0);
    if (!times_counters_stop(counters, series->method)) {
        series->method[0] = '\0';
        return side->kind == TIMES_TUNEDX;
    }
    if (side->kind == TIMES_TUNEDX) {
        return true;
    }
    const bool is_it = strlen(series->method) == length &&
                       strncmp(series->method, side->text, length) == 0;

    memcpy(series->method, side->text, TIMES_TEXT);
    return is_it;
}

/* The same on all ranks: what rank 0 finds. */
static bool agree(const times_job_t *job, bool fact)
{
    int value = fact;

    MPI_Bcast(&value, 1, MPI_INT, 0, job->control);
    return value != 0;
}

/* True if the series may stay; else it has to go, or all of it if there is a
 * complaint. */
static bool check_series(const times_job_t *job, times_series_t *series,
                         char complaint[TIMES_COMPLAINT])
{
    const times_side_t *side = series->side;
    const char *collective =
        bench_collective_name(series->operation.collective);
    char component[TIMES_TEXT];

    find_component(series, component);
    const bool is_served = agree(job, fits(side, component));

    if (!is_served && side->kind == TIMES_COMPONENT) {
        return false;
    }
    if (!is_served) {
        snprintf(complaint, TIMES_COMPLAINT,
                 "%s of the side %.80s is served by %.60s%s", collective,
                 side->name, component,
                 is_of_tunedx(side) ? ": is the plugin where Open MPI looks "
                                      "(mca_base_component_path)?"
                                    : "");
        return false;
    }
    if (!agree(job, find_method(series))) {
        snprintf(complaint, TIMES_COMPLAINT,
                 "%.80s cannot serve %s of %zu bytes on %d ranks", side->name,
                 collective, series->operation.bytes, job->size);
        return false;
    }
    return true;
}

/* A component that serves nothing here is told, once. */
static void report_absent(const times_job_t *job, const times_side_t *side)
{
    for (int i = 0; i < job->count; i++) {
        for (int k = 0; k < job->cells[i].count; k++) {
            if (job->cells[i].series[k].side == side) {
                return;
            }
        }
    }
    if (job->rank == 0) {
        fprintf(stderr,
                "times: %s serves nothing of what is timed: it is left out\n",
                side->name);
    }
}

bool times_check_served(times_job_t *job, char complaint[TIMES_COMPLAINT])
{
    for (int i = 0; i < job->count; i++) {
        times_cell_t *cell = &job->cells[i];

        for (int k = 0; cell->kind == TIMES_COLLECTIVE && k < cell->count;) {
            if (check_series(job, &cell->series[k], complaint)) {
                k++;
            } else if (complaint[0] != '\0') {
                return false;
            } else {
                times_drop(cell, k);
            }
        }
    }
    for (int i = 0; i < job->sides_count; i++) {
        if (job->sides[i].kind == TIMES_COMPONENT) {
            report_absent(job, &job->sides[i]);
        }
    }
    return true;
}
