/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table that the program times prints.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/times.h"
#include "model/limit.h"

static int compare(const void *left, const void *right)
{
    const tunedx_transfer_t *a = left, *b = right;

    return (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

/* The transfers of the job, by bytes; how many. */
static int find_transfers(const times_job_t *job, tunedx_transfer_t *transfers)
{
    int count = 0;

    for (int i = 0; i < job->count; i++) {
        if (job->cells[i].kind == TIMES_TRANSFER) {
            transfers[count++] = (tunedx_transfer_t){
                job->cells[i].bytes, job->cells[i].series[0].median};
        }
    }
    qsort(transfers, (size_t)count, sizeof *transfers, compare);
    return count;
}

/* Microseconds; 0 if there is no limit. */
static double limit_of(const times_job_t *job, const times_cell_t *cell,
                       const tunedx_transfer_t *transfers, int count)
{
    if (cell->kind == TIMES_COLLECTIVE) {
        return tunedx_limit(times_limited(cell->collective), job->size,
                            job->hosts, cell->bytes, transfers, count);
    }
    return job->hosts == 1
               ? 0
               : tunedx_transfer_time(transfers, count, (double)cell->bytes);
}

/* What is timed, as on the command line. */
static void name_cell(const times_cell_t *cell, char name[TIMES_TEXT])
{
    if (cell->kind == TIMES_TRANSFER) {
        snprintf(name, TIMES_TEXT, "transfer");
    } else if (cell->kind == TIMES_EXCHANGE) {
        snprintf(name, TIMES_TEXT, "exchange");
    } else {
        const bool shows = cell->reduction != BENCH_SUM;

        snprintf(name, TIMES_TEXT, "%s%s%s",
                 bench_collective_name(cell->collective), shows ? ":" : "",
                 shows ? bench_reduction_word(cell->reduction) : "");
    }
}

static void name_root(const times_cell_t *cell, char name[TIMES_TEXT])
{
    if (cell->kind != TIMES_COLLECTIVE ||
        !bench_collective_is_rooted(cell->collective)) {
        snprintf(name, TIMES_TEXT, "-");
    } else if (cell->root == TIMES_ROTATING) {
        snprintf(name, TIMES_TEXT, "each");
    } else {
        snprintf(name, TIMES_TEXT, "%d", cell->root);
    }
}

static void print_cell(const times_cell_t *cell, double limit)
{
    char name[TIMES_TEXT], root[TIMES_TEXT], side[TIMES_TEXT];

    name_cell(cell, name);
    name_root(cell, root);
    for (int i = 0; i < cell->count; i++) {
        const times_series_t *series = &cell->series[i];
        const bool is_cut =
            cell->kind == TIMES_EXCHANGE && cell->piece < cell->bytes;

        snprintf(side, sizeof side, "%s",
                 series->side != NULL ? series->side->name : "-");
        if (is_cut) {
            snprintf(side, sizeof side, "/%zu", cell->piece);
        }
        printf("%-20s %9zu %5s %11.2f %11.2f %7.2f %7.2f  %s", name,
               cell->bytes, root, limit, series->median,
               limit > 0 ? series->median / limit : 0,
               series->median / cell->series[0].median, side);
        if (series->side != NULL && series->side->kind == TIMES_TUNEDX &&
            series->method[0] != '\0') {
            printf(" (%s)", series->method);
        }
        puts(series->is_right ? "" : "  WRONG RESULT");
    }
}

void times_print(const times_job_t *job)
{
    static tunedx_transfer_t transfers[TIMES_MOST_CELLS];
    const int count = find_transfers(job, transfers);

    printf("# %d ranks on %d hosts; microseconds, medians of %d calls; %s\n"
           "# D: time / limit; ratio: to the first side of the cell\n",
           job->size, job->hosts, job->options.calls,
           job->has_one_clock ? "from the first entry to the last exit"
                              : "of the slowest rank, for want of one clock");
    if (!job->options.barrier) {
        printf("# all ranks began within %.0f us of the agreed time\n",
               job->late);
    }
    printf("%-20s %9s %5s %11s %11s %7s %7s  %s\n", "#", "bytes", "root",
           "limit", "time", "D", "ratio", "side");
    for (int i = 0; i < job->count; i++) {
        const times_cell_t *cell = &job->cells[i];

        print_cell(cell, limit_of(job, cell, transfers, count));
    }
}
