/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Times methods of a collective against each other, as measurements for
 * tunedx map, build and stats: JSON lines on standard output.
 *
 * Each method has communicators of its own, whose info key asks for it.  The
 * methods take turns, call by call, behind a barrier; a call's time is from the
 * first rank's entry to the last rank's exit, by the clock that the ranks of
 * one machine share.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/calls.h"
#include "bench/statistics.h"

enum { MOST_POINTS = 64, MOST_METHODS = 64, MOST_ROUNDS = 200, WARM = 2 };

static const size_t most_bytes = (size_t)64 << 20;

static const char help[] =
    "usage: mpirun -n RANKS methods RANKS,... BYTES,... ROUNDS COLLECTIVE "
    "METHOD...\n"
    "\n"
    "Prints how long each call of each method took on each number of ranks "
    "(all on\n"
    "one machine) with each number of bytes, as JSON lines for tunedx map.  "
    "Bytes are\n"
    "multiples of 8.  A reduce_scatter_block whose blocks would differ is left "
    "out.\n";

typedef struct methods {
    int rank, size;
    size_t ranks[MOST_POINTS], bytes[MOST_POINTS];
    size_t ranks_count, bytes_count, rounds;
    bench_collective_t collective;
    char **texts; /* of the methods */
    int count;
    bench_buffers_t buffers;
    MPI_Comm comms[MOST_METHODS]; /* of the number of ranks that is measured */
    double enters[MOST_METHODS * MOST_ROUNDS];
    double exits[MOST_METHODS * MOST_ROUNDS];
} methods_t;

/* ---- arguments ---- */

static bool take_list(const char *text, size_t least, size_t most,
                      size_t multiple, size_t *points, size_t *count)
{
    *count = 0;
    while (*count < MOST_POINTS) {
        char *end;
        const unsigned long long point = strtoull(text, &end, 10);

        if (end == text || point < least || point > most ||
            point % multiple != 0 || (*end != ',' && *end != '\0')) {
            return false;
        }
        points[(*count)++] = (size_t)point;
        if (*end == '\0') {
            return true;
        }
        text = end + 1;
    }
    return false;
}

static bool take(methods_t *methods, int argc, char **argv)
{
    size_t one;

    if (argc < 6 || argc - 5 > MOST_METHODS ||
        !take_list(argv[1], 2, (size_t)methods->size, 1, methods->ranks,
                   &methods->ranks_count) ||
        !take_list(argv[2], 0, most_bytes, BENCH_UNIT, methods->bytes,
                   &methods->bytes_count) ||
        !take_list(argv[3], 1, MOST_ROUNDS, 1, &methods->rounds, &one) ||
        one != 1 ||
        !bench_collective_find(argv[4], strlen(argv[4]),
                               &methods->collective)) {
        if (methods->rank == 0) {
            fputs(help, stderr);
        }
        return false;
    }
    methods->texts = argv + 5;
    methods->count = argc - 5;
    return true;
}

/* ---- measuring ---- */

/* A communicator of the first `size` ranks for each method. */
static void open_comms(methods_t *methods, int size)
{
    char key[64];
    MPI_Comm part;

    snprintf(key, sizeof key, "tunedx_%s",
             bench_collective_name(methods->collective));
    MPI_Comm_split(MPI_COMM_WORLD, methods->rank < size ? 0 : MPI_UNDEFINED, 0,
                   &part);
    if (part == MPI_COMM_NULL) {
        return;
    }
    for (int i = 0; i < methods->count; i++) {
        MPI_Info info;

        MPI_Info_create(&info);
        MPI_Info_set(info, key, methods->texts[i]);
        MPI_Comm_dup_with_info(part, info, &methods->comms[i]);
        MPI_Info_free(&info);
    }
    MPI_Comm_free(&part);
}

static void close_comms(methods_t *methods)
{
    for (int i = 0; i < methods->count; i++) {
        MPI_Comm_free(&methods->comms[i]);
    }
}

static void time_call(methods_t *methods, int method, size_t bytes, size_t at)
{
    bench_operation_t operation = {
        .collective = methods->collective,
        .form = BENCH_BLOCKING,
        .bytes = bytes,
        .roots = 1,
        .buffers = &methods->buffers,
        .communicator = methods->comms[method],
    };

    if (!bench_operation_open(&operation)) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(methods->comms[0]);
    methods->enters[at] = 1e-3 * (double)bench_now();
    bench_call(&operation, 0);
    methods->exits[at] = 1e-3 * (double)bench_now();
    bench_operation_close(&operation);
}

static void print_line(const methods_t *methods, int method, int size,
                       size_t bytes)
{
    const size_t rounds = methods->rounds;

    printf("{\"collective\": \"%s\", \"method\": \"%s\", \"ranks\": %d, "
           "\"nodes\": 1, \"ppn\": %d, \"bytes\": %zu, \"source\": "
           "\"measured\", \"usec\": [",
           bench_collective_name(methods->collective), methods->texts[method],
           size, size, bytes);
    for (size_t i = 0; i < rounds; i++) {
        const size_t at = (size_t)method * rounds + i;

        printf("%s%.3f", i == 0 ? "" : ", ",
               methods->exits[at] - methods->enters[at]);
    }
    printf("]}\n");
}

/* Every method at one point; `size` ranks take part. */
static void measure(methods_t *methods, int size, size_t bytes)
{
    const size_t rounds = methods->rounds;
    const size_t unit =
        bench_operation_unit(methods->collective, BENCH_SUM, size);
    const int values = (int)rounds * methods->count;
    const MPI_Comm comm = methods->comms[0];
    const bool is_root = methods->rank == 0;

    if (bytes % unit != 0) {
        return;
    }
    for (size_t round = 0; round < rounds + WARM; round++) {
        for (int i = 0; i < methods->count; i++) {
            const size_t kept = round < WARM ? 0 : round - WARM;

            time_call(methods, i, bytes, (size_t)i * rounds + kept);
        }
    }
    MPI_Reduce(is_root ? MPI_IN_PLACE : methods->enters, methods->enters,
               values, MPI_DOUBLE, MPI_MIN, 0, comm);
    MPI_Reduce(is_root ? MPI_IN_PLACE : methods->exits, methods->exits, values,
               MPI_DOUBLE, MPI_MAX, 0, comm);
    for (int i = 0; i < methods->count && is_root; i++) {
        print_line(methods, i, size, bytes);
    }
}

static void measure_all(methods_t *methods)
{
    for (size_t i = 0; i < methods->ranks_count; i++) {
        const int size = (int)methods->ranks[i];

        open_comms(methods, size);
        for (size_t k = 0; k < methods->bytes_count && methods->rank < size;
             k++) {
            measure(methods, size, methods->bytes[k]);
        }
        if (methods->rank < size) {
            close_comms(methods);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    static methods_t methods;
    size_t most = 0;
    int status = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &methods.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &methods.size);
    if (take(&methods, argc, argv)) {
        for (size_t i = 0; i < methods.bytes_count; i++) {
            most = methods.bytes[i] > most ? methods.bytes[i] : most;
        }
        status = 1;
        if (bench_buffers_create(&methods.buffers, most, methods.size)) {
            measure_all(&methods);
            bench_buffers_free(&methods.buffers);
            status = 0;
        }
    }
    MPI_Finalize();
    return status;
}
