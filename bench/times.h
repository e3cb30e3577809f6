/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the program times measures: private to it.
 *
 * A job has cells, such as an allreduce of 64 KB, and sides, such as tunedx and
 * Open MPI without it, each with a communicator.  A series is one side of one
 * cell: so many calls, each with its time.
 *
 * Only MPI and MPI_T are used, so that it compiles with any library; served.h
 * is Open MPI's.
 */
#ifndef TUNEDX_BENCH_TIMES_H
#define TUNEDX_BENCH_TIMES_H

#include <stdint.h>

#include "bench/calls.h"
#include "schedule/collective.h"

enum {
    TIMES_TEXT = 128, /* of a side's name, and of a method */
    TIMES_COMPLAINT = 256,
    TIMES_MOST_CELLS = 4096,
    TIMES_MOST_SIDES = 512,
    TIMES_ROTATING = -1 /* a root */
};

/* ---- sides ---- */

typedef enum times_side_kind {
    TIMES_TUNEDX,    /* as it decides */
    TIMES_METHOD,    /* tunedx, a given method */
    TIMES_DEFAULT,   /* Open MPI without tunedx */
    TIMES_TUNED,     /* coll/tuned, a given algorithm */
    TIMES_COMPONENT, /* another component of Open MPI before all others */
    TIMES_LIBRARY    /* a library that is not Open MPI */
} times_side_kind_t;

typedef struct times_side {
    char name[TIMES_TEXT]; /* in results */
    char text[TIMES_TEXT]; /* method, algorithm or component */
    times_side_kind_t kind;
    bool is_for_all;               /* collectives, or else: */
    bench_collective_t collective; /* only this one */
    int algorithm, segment;        /* of coll/tuned */
    MPI_Comm communicator;
} times_side_t;

/* ---- cells ---- */

typedef enum times_kind {
    TIMES_TRANSFER, /* rank 0 sends to a rank on another host */
    TIMES_EXCHANGE, /* all ranks in pairs, 0 with 1, 2 with 3 ... */
    TIMES_COLLECTIVE
} times_kind_t;

typedef struct times_series {
    const times_side_t *side; /* NULL of transfers and exchanges */
    bench_operation_t operation;
    /* One for each timed call.  From its own clock on each rank; on rank 0
     * after times_collect, `usec` is from the first entry to the last exit and
     * `slowest` what the slowest rank took. */
    double *usec, *slowest;
    double trial;            /* the least of the calls that are not timed */
    double median;           /* of usec */
    char method[TIMES_TEXT]; /* tunedx's algorithm, if it is known */
    bool is_right;
} times_series_t;

typedef struct times_cell {
    times_kind_t kind;
    bench_collective_t collective;
    bench_reduction_t reduction;
    size_t bytes;
    size_t piece; /* of exchanges; as long as the whole if not cut */
    int root;     /* or TIMES_ROTATING; 0 where there is none */
    times_series_t *series;
    int count;
} times_cell_t;

/* ---- the job ---- */

typedef struct times_options {
    int calls, warm;
    double leave_out; /* sides that are so many times slower; 0: none */
    unsigned long seed;
    bool barrier; /* starts calls; else a point of time */
    enum { TIMES_ROOT_0, TIMES_ROOTS_ALL, TIMES_ROOTS_ROTATING } roots;
    const char *network, *grid; /* for the results; "" if not given */
    const char *output;         /* a file, or NULL */
    bool spoil;                 /* results, to see that it is noticed */
    char *sides;                /* by commas */
    char **cells;
    int cells_count;
} times_options_t;

typedef struct times_job {
    times_options_t options;
    int rank, size;
    int hosts, ppn;
    int other; /* whom rank 0 sends transfers to */
    bool has_one_clock;
    const char *order; /* of ranks on hosts */
    double load;       /* of the machine, before anything was timed */
    double late;       /* microseconds that the last start came too late */
    char launch[40];   /* when it began */
    uint64_t origin;   /* of its time, on rank 0's clock */
    MPI_Comm control;  /* without tunedx */
    int file;          /* of results, on rank 0; or -1 */
    bench_buffers_t buffers;
    times_side_t sides[TIMES_MOST_SIDES];
    int sides_count;
    times_cell_t cells[TIMES_MOST_CELLS];
    int count;
} times_job_t;

typedef enum times_parsed {
    TIMES_PARSED,
    TIMES_HELP,
    TIMES_REFUSED
} times_parsed_t;

/* On TIMES_REFUSED, `complaint` is a line that says why. */
times_parsed_t times_options_parse(int count, char **arguments,
                                   times_options_t *options,
                                   char complaint[TIMES_COMPLAINT]);

/* A number of bytes with k or M, and what follows it; false if it is none. */
bool times_take_bytes(const char *text, size_t *bytes, const char **end);

/* The cells that the options name, and the transfers that they are compared
 * with.  The job's size and hosts are set. */
bool times_cells_parse(times_job_t *job, char complaint[TIMES_COMPLAINT]);

/* What model/limit.h calls a collective. */
tunedx_collective_t times_limited(bench_collective_t collective);

/* Which sides the options name, for the collectives of the cells. */
bool times_sides_parse(times_job_t *job, char complaint[TIMES_COMPLAINT]);

/* Makes communicators and series, with what they need.  All ranks call it;
 * false on all of them if a side cannot be made, with a complaint on rank 0. */
bool times_open(times_job_t *job, char complaint[TIMES_COMPLAINT]);
void times_close(times_job_t *job);

/* Takes a series out of its cell; those behind it move up. */
void times_drop(times_cell_t *cell, int number);

/* Whether each series is served by what its side says; calls each once.  All
 * ranks call it.  Series of a component that does not have their collective are
 * dropped; for all others, a complaint on rank 0, false on all. */
bool times_check_served(times_job_t *job, char complaint[TIMES_COMPLAINT]);

/* Times all cells by turns and checks each result.  All ranks call it. */
void times_measure(times_job_t *job);

/* Brings times to rank 0.  All ranks call it. */
void times_collect(times_job_t *job);

/* Opens the file of results on rank 0, so that nothing is timed in vain.  All
 * ranks call it; false on all of them if that is not possible, with a complaint
 * on rank 0. */
bool times_open_output(times_job_t *job, char complaint[TIMES_COMPLAINT]);

/* Rank 0: appends the launch to the file of results and closes it; a complaint
 * if that is not possible. */
bool times_write(times_job_t *job, char complaint[TIMES_COMPLAINT]);

/* Rank 0: prints all medians, and how far from the limit they are. */
void times_print(const times_job_t *job);

/* ---- coll/tuned through MPI_T ---- */

/* How many algorithms it has for a collective, numbered from 1; 0 if it cannot
 * be told to use one. */
int times_tuned_count(bench_collective_t collective);
bool times_tuned_name(bench_collective_t collective, int algorithm,
                      char name[TIMES_TEXT]);
/* Of some collectives it cannot be changed once MPI has started. */
bool times_tuned_is_settable(bench_collective_t collective);
bool times_tuned_takes_segments(bench_collective_t collective,
                                const char *name);

/* Has communicators that are made from now on use an algorithm; 0: none in
 * particular.  False if coll/tuned does not listen. */
bool times_tuned_force(bench_collective_t collective, int algorithm,
                       int segment);

/* ---- tunedx through MPI_T ---- */

/* Whether tunedx is there and has such an algorithm; `method` begins with its
 * name. */
bool times_has_algorithm(bench_collective_t collective, const char *method);

/* Starts counting tunedx's calls of a collective on this rank, and says which
 * algorithm has served one since; false if none has. */
typedef struct times_counters times_counters_t;
times_counters_t *times_counters_start(bench_collective_t collective);
bool times_counters_stop(times_counters_t *counters, char method[TIMES_TEXT]);

#endif
