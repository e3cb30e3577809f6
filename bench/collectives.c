/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives of tunedx against those that Open MPI uses without it, which
 * are coll/tuned's, or coll/libnbc's where they do not block; or against its
 * own blocking ones: `mpirun -n RANKS collectives --help`.
 *
 * Both sides run in one process, on two duplicates of MPI_COMM_WORLD: one as
 * it comes, the other with the info key that keeps tunedx away.  What really
 * serves each is looked up, and results are checked after timing.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/cells.h"
#include "bench/served.h"
#include "tunedx_config.h"

/* More is said to be slower: a ratio's median above this. */
static const double tolerance = 1.03;

/* ---- the two sides ---- */

/* Whether every collective is served by what should serve it; names those that
 * are. */
static bool check_served(const bench_arena_t *arena,
                         char names[BENCH_SIDES][BENCH_COMPONENT_LENGTH])
{
    for (int i = 0; i < arena->count; i++) {
        for (int side = 0; side < BENCH_SIDES; side++) {
            const bool own =
                side == BENCH_TUNEDX || arena->options->against_blocking;

            if (!bench_is_served(&arena->cells[i].operations[side],
                                 own && !arena->options->control, "collectives",
                                 names[side])) {
                return false;
            }
        }
    }
    return true;
}

/* ---- the table ---- */

static void print_machine(const bench_arena_t *arena)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char library[MPI_MAX_LIBRARY_VERSION_STRING], date[32];
    const time_t now = time(NULL);
    struct utsname host;
    double load = 0;
    int length, here;
    MPI_Comm node;

    MPI_Get_library_version(library, &length);
    library[strcspn(library, ",\n")] = '\0';
    strftime(date, sizeof date, "%Y-%m-%d %H:%M", localtime(&now));
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &node);
    MPI_Comm_size(node, &here);
    MPI_Comm_free(&node);
    if (arena->rank != 0) {
        return;
    }
    uname(&host);
    getloadavg(&load, 1);
    printf("# tunedx %s, %s, %s %s, %s, load %.2f\n"
           "# %d ranks, %d of them on the first node, which has %ld cores%s\n",
           TUNEDX_VERSION, library, host.sysname, host.release, date, load,
           arena->size, here, cores,
           here > cores ? ": oversubscribed, so times are the scheduler's"
                        : "");
}

static void print_method(const bench_options_t *options,
                         char names[BENCH_SIDES][BENCH_COMPONENT_LENGTH])
{
    printf("# A: %s, %s; B: %s, %s (looked up for every collective)\n"
           "# %d rounds of %d pairs of blocks for each cell, A B B A, about "
           "%d us a block\n"
           "# %s\n"
           "# us: median over blocks of one call's share, slowest rank\n"
           "# A/B: of the pairs of blocks: median, quartiles, 95 %% interval "
           "of the median\n",
           names[BENCH_TUNEDX], bench_form_name(options->form),
           names[BENCH_OTHER],
           bench_form_name(options->against_blocking ? BENCH_BLOCKING
                                                     : options->form),
           options->rounds, options->pairs, options->microseconds,
           options->barrier
               ? "a barrier of B before each call, contained in the time"
               : "calls in a loop without barriers: one-way collectives with a "
                 "fixed root stream");
    printf("%-9s %-8s %8s %6s %10s %10s %6s %6s %6s  %-13s %s\n", "#", "root",
           "bytes", "calls", "A us", "B us", "A/B", "25 %", "75 %", "interval",
           "verdict");
}

static const char *verdict(const bench_cell_t *cell)
{
    return cell->ratio.high < 1              ? "A faster"
           : cell->ratio.low <= 1            ? "same"
           : cell->ratio.median <= tolerance ? "A slower"
                                             : "A slower by more than 3 %";
}

static const char *root_of(const bench_cell_t *cell)
{
    return !bench_collective_is_rooted(cell->collective) ? "-"
           : cell->rotating                              ? "rotating"
                                                         : "fixed";
}

static void print_cell(const bench_cell_t *cell)
{
    const bench_summary_t *ratio = &cell->ratio;

    printf("%-9s %-8s %8zu %6d %10.3f %10.3f %6.3f %6.3f %6.3f  %.3f..%.3f  "
           "%s%s\n",
           bench_collective_name(cell->collective), root_of(cell), cell->bytes,
           cell->calls, cell->median[BENCH_TUNEDX], cell->median[BENCH_OTHER],
           ratio->median, ratio->lower_quartile, ratio->upper_quartile,
           ratio->low, ratio->high, verdict(cell),
           cell->is_right ? "" : ", WRONG RESULT");
}

/* The geometric mean over cells of one collective, or of all of them. */
static void print_mean(const bench_arena_t *arena, const char *name)
{
    const bench_cell_t *worst = NULL;
    double logarithms = 0;
    int count = 0, slower = 0;

    for (int i = 0; i < arena->count; i++) {
        const bench_cell_t *cell = &arena->cells[i];

        if (name != NULL &&
            strcmp(name, bench_collective_name(cell->collective)) != 0) {
            continue;
        }
        count++;
        logarithms += log(cell->ratio.median);
        slower += cell->ratio.median > tolerance;
        if (worst == NULL || cell->ratio.median > worst->ratio.median) {
            worst = cell;
        }
    }
    if (worst != NULL) {
        printf("# %-9s geometric mean %.3f, worst %.3f (%s %s %zu), %d of %d "
               "cells slower by more than 3 %%\n",
               name == NULL ? "all" : name, exp(logarithms / count),
               worst->ratio.median, bench_collective_name(worst->collective),
               root_of(worst), worst->bytes, slower, count);
    }
}

/* True when every result was right. */
static bool print_results(const bench_arena_t *arena)
{
    bool right = true;

    for (int i = 0; i < arena->count; i++) {
        print_cell(&arena->cells[i]);
        right = right && arena->cells[i].is_right;
    }
    for (int i = 0; i < BENCH_COLLECTIVES; i++) {
        print_mean(arena, bench_collective_name((bench_collective_t)i));
    }
    print_mean(arena, NULL);
    printf("# results %s\n", right ? "checked: right" : "WRONG");
    return right;
}

static void write_csv(const bench_arena_t *arena, FILE *file)
{
    fprintf(file, "collective,root,bytes,ranks,calls,pairs,tunedx_us,other_us,"
                  "ratio,lower_quartile,upper_quartile,low,high\n");
    for (int i = 0; i < arena->count; i++) {
        const bench_cell_t *cell = &arena->cells[i];
        const bench_summary_t *ratio = &cell->ratio;

        fprintf(file, "%s,%s,%zu,%d,%d,%d,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f\n",
                bench_collective_name(cell->collective), root_of(cell),
                cell->bytes, arena->size, cell->calls, cell->blocks,
                cell->median[BENCH_TUNEDX], cell->median[BENCH_OTHER],
                ratio->median, ratio->lower_quartile, ratio->upper_quartile,
                ratio->low, ratio->high);
    }
}

/* ---- the program ---- */

static size_t largest(const bench_options_t *options)
{
    size_t bytes = BENCH_UNIT;

    for (int i = 0; i < options->sizes_count; i++) {
        bytes = options->sizes[i] > bytes ? options->sizes[i] : bytes;
    }
    return bytes;
}

/* Rank 0 before anything is timed: whether it is worth it.  Opens the file of
 * numbers, if there is to be one. */
static bool prepare(const bench_arena_t *arena,
                    char names[BENCH_SIDES][BENCH_COMPONENT_LENGTH],
                    FILE **file)
{
    const char *csv = arena->options->csv;

    if (!check_served(arena, names)) {
        return false;
    }
    if (csv != NULL) {
        *file = fopen(csv, "w");
        if (*file == NULL) {
            fprintf(stderr, "collectives: %s: %s\n", csv, strerror(errno));
            return false;
        }
    }
    return true;
}

/* Rank 0 at the end; the exit status. */
static int finish(const bench_arena_t *arena, FILE *file)
{
    int status = print_results(arena) ? 0 : 1;

    if (file != NULL) {
        write_csv(arena, file);
        if (fclose(file) != 0) {
            fprintf(stderr, "collectives: %s: %s\n", arena->options->csv,
                    strerror(errno));
            status = 1;
        }
    }
    return status;
}

/* Times and prints; the exit status on rank 0. */
static int compare(bench_arena_t *arena)
{
    char names[BENCH_SIDES][BENCH_COMPONENT_LENGTH];
    FILE *file = NULL;
    int status = 0;

    if (arena->rank == 0) {
        status = prepare(arena, names, &file) ? 0 : 1;
    }
    MPI_Bcast(&status, 1, MPI_INT, 0, arena->sides[BENCH_OTHER]);
    if (status != 0) {
        return arena->rank == 0 ? status : 0;
    }
    print_machine(arena);
    if (arena->rank == 0) {
        print_method(arena->options, names);
    }
    bench_cells_time(arena);
    bench_cells_collect(arena);
    return arena->rank == 0 ? finish(arena, file) : 0;
}

static int run(const bench_options_t *options, int rank, int size)
{
    bench_arena_t arena = {.options = options, .rank = rank, .size = size};
    int status = 1;

    arena.sides[BENCH_OTHER] = bench_without("tunedx");
    if (options->control) {
        arena.sides[BENCH_TUNEDX] = bench_without("tunedx");
    } else {
        MPI_Comm_dup(MPI_COMM_WORLD, &arena.sides[BENCH_TUNEDX]);
    }
    if (bench_buffers_create(&arena.buffers, largest(options), size) &&
        bench_cells_create(&arena)) {
        status = compare(&arena);
    } else {
        fprintf(stderr, "collectives: not enough memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    bench_cells_free(&arena);
    bench_buffers_free(&arena.buffers);
    MPI_Comm_free(&arena.sides[BENCH_TUNEDX]);
    MPI_Comm_free(&arena.sides[BENCH_OTHER]);
    return status;
}

int main(int argc, char **argv)
{
    char complaint[BENCH_COMPLAINT_LENGTH];
    bench_options_t options;
    int rank, size, status = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bench_parsed_t parsed =
        bench_options_parse(argc, argv, &options, complaint);
    if (parsed == BENCH_PARSED && size < 2) {
        parsed = BENCH_REFUSED;
        snprintf(complaint, sizeof complaint,
                 "collectives: takes two ranks or more: mpirun -n 2 ...");
    }
    if (parsed == BENCH_PARSED) {
        status = run(&options, rank, size);
    } else if (rank == 0) {
        status = parsed == BENCH_HELP ? 0 : 2;
        fprintf(parsed == BENCH_HELP ? stdout : stderr, "%s%s", complaint,
                parsed == BENCH_HELP ? "" : "\n");
    }
    MPI_Finalize();
    return status;
}
