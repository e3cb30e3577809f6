/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How far collectives are from what the links between hosts allow, with tunedx
 * and without: `mpirun -n RANKS limits --help`.
 *
 * The limit of a collective: the time in which a message as long as the busiest
 * host has to send, or to receive, goes from one host to another, measured in
 * the same job; or that of ceil(log2 hosts) short messages in a row.  (Chan,
 * Heimlich, Purkayastha and van de Geijn 2007 list both bounds.)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/limits.h"
#include "bench/served.h"

static const char help[] =
    "usage: mpirun -n RANKS limits [--repetitions=N] [--alone] WHAT:BYTES...\n"
    "\n"
    "Times what is named, and compares with what the links between hosts\n"
    "allow.  For hosts of one machine, whose clocks are the same\n"
    "(test/vcluster), with as many ranks on each.  WHAT is one of\n"
    "\n"
    "  allgather, allreduce, alltoall, bcast, reduce\n"
    "                 with tunedx and without, the root is rank 0; --alone:\n"
    "                 with tunedx only\n"
    "  exchange       between ranks 0 and 1, 2 and 3 ..., all at once;\n"
    "                 exchange:128k/32k: in pieces of 32k\n"
    "  transfer       from rank 0 to the first rank on another host\n"
    "\n"
    "BYTES is a number, with k or M, and a multiple of 8.  The time is from\n"
    "the first rank's entry to the last one's exit, the median over N\n"
    "repetitions (default: 11).\n"
    "\n"
    "Exit status: 0; 1 if a result was wrong or tunedx does not serve it;\n"
    "2 if an argument is refused.\n";

static const size_t shortest = 8, most_bytes = (size_t)1 << 28;

/* ---- arguments ---- */

/* A number with k or M, and what follows it; 0 if it is none. */
static size_t take_size(const char *text, const char **end)
{
    char *after;
    const unsigned long number = strtoul(text, &after, 10);
    const int shift = *after == 'k' ? 10 : *after == 'M' ? 20 : 0;

    *end = after + (shift > 0);
    if (*text < '0' || *text > '9' || number > most_bytes >> shift) {
        return 0;
    }
    const size_t bytes = (size_t)number << shift;

    return bytes % BENCH_UNIT == 0 ? bytes : 0;
}

/* The kind and, of a collective, which; false if there is no such word. */
static bool take_what(const char *word, size_t length, limits_cell_t *cell)
{
    static const char *const kinds[] = {"transfer", "exchange"};

    for (int kind = LIMITS_TRANSFER; kind <= LIMITS_EXCHANGE; kind++) {
        if (strlen(kinds[kind]) == length &&
            strncmp(kinds[kind], word, length) == 0) {
            cell->kind = (limits_kind_t)kind;
            return true;
        }
    }
    for (int i = 0; i < BENCH_COLLECTIVES; i++) {
        const char *name = bench_collective_name((bench_collective_t)i);

        if (i != BENCH_BARRIER && strlen(name) == length &&
            strncmp(name, word, length) == 0) {
            cell->kind = LIMITS_COLLECTIVE;
            cell->operations[0].collective = (bench_collective_t)i;
            return true;
        }
    }
    return false;
}

/* WHAT:BYTES or exchange:BYTES/PIECE. */
static bool parse_cell(const char *word, limits_cell_t *cell)
{
    const size_t length = strcspn(word, ":");
    const char *end;

    *cell = (limits_cell_t){.is_right = true};
    if (word[length] != ':' || !take_what(word, length, cell)) {
        return false;
    }
    cell->operations[0].bytes = take_size(word + length + 1, &end);
    cell->piece = cell->operations[0].bytes;
    if (*end == '/' && cell->kind == LIMITS_EXCHANGE) {
        cell->piece = take_size(end + 1, &end);
    }
    return *end == '\0' && cell->operations[0].bytes > 0 && cell->piece > 0;
}

/* The number of the cell that transfers so much; adds it if there is none.
 * There is room. */
static int find_transfer(limits_job_t *job, size_t bytes)
{
    for (int i = 0; i < job->count; i++) {
        if (job->cells[i].kind == LIMITS_TRANSFER &&
            job->cells[i].operations[0].bytes == bytes) {
            return i;
        }
    }
    job->cells[job->count] = (limits_cell_t){
        .kind = LIMITS_TRANSFER,
        .operations = {{.bytes = bytes}},
        .piece = bytes,
        .transfer = job->count,
        .is_right = true,
    };
    return job->count++;
}

static bool take_repetitions(const char *text, int *repetitions)
{
    char *end;
    const long number = strtol(text, &end, 10);

    *repetitions = (int)number;
    return *text >= '0' && *text <= '9' && *end == '\0' && number > 0 &&
           number <= LIMITS_MOST_REPETITIONS;
}

/* False if there is no room left for a cell and what it is compared with. */
static bool add_cell(limits_job_t *job, limits_cell_t cell)
{
    if (job->count + 2 > LIMITS_MOST_CELLS) {
        return false;
    }
    cell.transfer = find_transfer(job, cell.operations[0].bytes);
    if (cell.kind != LIMITS_TRANSFER) {
        job->cells[job->count++] = cell;
    }
    return true;
}

/* NULL, or the argument that is refused. */
static const char *parse(int count, char **arguments, limits_job_t *job)
{
    static const char option[] = "--repetitions=";
    const size_t length = sizeof option - 1;
    const char *missing = "expected what to time";
    limits_cell_t cell;

    job->repetitions = 11;
    find_transfer(job, shortest);
    for (int i = 1; i < count; i++) {
        if (strncmp(arguments[i], option, length) == 0) {
            if (!take_repetitions(arguments[i] + length, &job->repetitions)) {
                return arguments[i];
            }
        } else if (strcmp(arguments[i], "--alone") == 0) {
            job->alone = true;
        } else if (parse_cell(arguments[i], &cell) && add_cell(job, cell)) {
            missing = NULL;
        } else {
            return arguments[i];
        }
    }
    return missing;
}

/* ---- the table ---- */

static const char *name_of(const limits_cell_t *cell)
{
    return cell->kind == LIMITS_TRANSFER ? "transfer"
           : cell->kind == LIMITS_EXCHANGE
               ? "exchange"
               : bench_collective_name(cell->operations[0].collective);
}

static void print_cell(const limits_job_t *job, const limits_cell_t *cell)
{
    const double *median = cell->median;

    printf("%-10s %9zu %9zu %10.3f", name_of(cell), cell->operations[0].bytes,
           cell->piece, cell->limit);
    for (int side = 0; side < limits_sides(job, cell); side++) {
        printf(" %10.3f %6.2f", median[side],
               cell->limit > 0 ? median[side] / cell->limit : 0);
    }
    if (limits_sides(job, cell) == LIMITS_SIDES) {
        printf(" %6.2f", median[LIMITS_OTHER] / median[LIMITS_TUNEDX]);
    }
    puts(cell->is_right ? "" : "  WRONG RESULT");
}

static void print_table(const limits_job_t *job)
{
    printf("# %d ranks on %d hosts; milliseconds, medians of %d; A: tunedx, B: "
           "without; D: time / limit\n",
           job->size, job->hosts, job->repetitions);
    printf("%-10s %9s %9s %10s %10s %6s %10s %6s %6s\n", "#", "bytes", "piece",
           "limit", "A", "D", "B", "D", "B/A");
    for (int i = 0; i < job->count; i++) {
        print_cell(job, &job->cells[i]);
    }
}

/* ---- the program ---- */

/* Completes the cells; false when memory is short. */
static bool open_cells(limits_job_t *job)
{
    size_t most = BENCH_UNIT;

    for (int i = 0; i < job->count; i++) {
        limits_cell_t *cell = &job->cells[i];
        const bench_operation_t *first = &cell->operations[0];

        most = first->bytes > most ? first->bytes : most;
        for (int side = LIMITS_SIDES - 1; side >= 0; side--) {
            cell->operations[side] =
                (bench_operation_t){.collective = first->collective,
                                    .form = BENCH_BLOCKING,
                                    .bytes = first->bytes,
                                    .roots = 1,
                                    .buffers = &job->buffers,
                                    .communicator = job->sides[side]};
            cell->times[side] =
                calloc((size_t)job->repetitions, sizeof *cell->times[side]);
            if (cell->times[side] == NULL) {
                return false;
            }
        }
    }
    return bench_buffers_create(&job->buffers, most, job->size);
}

/* What serves the cells is what the table's head says. */
static bool is_served(const limits_job_t *job)
{
    char name[BENCH_COMPONENT_LENGTH];
    bool served = true;

    for (int i = 0; i < job->count; i++) {
        const limits_cell_t *cell = &job->cells[i];

        for (int side = 0; side < LIMITS_SIDES; side++) {
            served = served &&
                     (cell->kind != LIMITS_COLLECTIVE ||
                      bench_is_served(&cell->operations[side],
                                      side == LIMITS_TUNEDX, "limits", name));
        }
    }
    return served;
}

/* The exit status, the same on all ranks. */
static int run(limits_job_t *job)
{
    int status = 0;

    MPI_Comm_dup(MPI_COMM_WORLD, &job->sides[LIMITS_TUNEDX]);
    job->sides[LIMITS_OTHER] = bench_without("tunedx");
    limits_find_hosts(job);
    if (!open_cells(job)) {
        fprintf(stderr, "limits: not enough memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    status = job->rank == 0 && !is_served(job);
    MPI_Bcast(&status, 1, MPI_INT, 0, job->sides[LIMITS_OTHER]);
    if (status == 0) {
        limits_measure(job);
        limits_sum_up(job);
        if (job->rank == 0) {
            print_table(job);
        }
    }
    for (int i = 0; i < job->count; i++) {
        status = job->cells[i].is_right ? status : 1;
        for (int side = 0; side < LIMITS_SIDES; side++) {
            free(job->cells[i].times[side]);
        }
    }
    bench_buffers_free(&job->buffers);
    MPI_Comm_free(&job->sides[LIMITS_TUNEDX]);
    MPI_Comm_free(&job->sides[LIMITS_OTHER]);
    return status;
}

int main(int argc, char **argv)
{
    static limits_job_t job;
    int status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &job.size);
    const char *refused = parse(argc, argv, &job);

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        status = 0;
        fputs(job.rank == 0 ? help : "", stdout);
    } else if (refused != NULL || job.size < 2) {
        status = 2;
        if (job.rank == 0) {
            fprintf(stderr, "limits: %s (--help says more)\n",
                    refused == NULL ? "takes two ranks or more" : refused);
        }
    } else {
        status = run(&job);
    }
    MPI_Finalize();
    return status;
}
