/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory of requests and of communicators, with tunedx and without:
 * `mpirun -n 2 memory`.
 *
 * Rank 0 starts operations which the others do not take part in yet, so all of
 * them stay outstanding, and looks how much more of the heap is in use.  What
 * the layers below need for the messages is there before: the same for both
 * sides, it would count for the one that comes first.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/served.h"
#include "compat/compat.h"

/* Many, since requests are allocated some at a time. */
enum { REQUESTS = 1024, COMMUNICATORS = 500 };

static const char help[] =
    "usage: mpirun -n RANKS memory\n"
    "\n"
    "Prints the bytes that rank 0 needs for a request, for an outstanding\n"
    "nonblocking and an inactive persistent collective, and for a\n"
    "communicator.\n";

enum { TUNEDX, WITHOUT, SIDES };

/* What is counted; the root of bcast is rank 1, so that rank 0 waits for it. */
typedef struct row {
    bench_collective_t collective;
    bench_form_t form;
    size_t bytes;
} row_t;

static const row_t rows[] = {
    {BENCH_BARRIER, BENCH_NONBLOCKING, 0},
    {BENCH_BCAST, BENCH_NONBLOCKING, 8},
    {BENCH_ALLREDUCE, BENCH_NONBLOCKING, 8},
    {BENCH_ALLREDUCE, BENCH_NONBLOCKING, 65536},
    {BENCH_BARRIER, BENCH_PERSISTENT, 0},
    {BENCH_BCAST, BENCH_PERSISTENT, 8},
    {BENCH_ALLREDUCE, BENCH_PERSISTENT, 8},
    {BENCH_ALLREDUCE, BENCH_PERSISTENT, 65536},
};
enum { ROWS = sizeof rows / sizeof *rows, ROOT = 1, LARGEST = 65536 };

typedef struct setting {
    MPI_Comm sides[SIDES];
    bench_buffers_t buffers;
    int rank, size;
    MPI_Request requests[ROWS][SIDES][REQUESTS];
    double growth[ROWS][SIDES]; /* for each request */
} setting_t;

static double heap_bytes(void)
{
#if __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 heap = mallinfo2();
#else
    const struct mallinfo heap = mallinfo();
#endif

    return (double)heap.uordblks + (double)heap.hblkhd;
}

static bench_operation_t operation_of(const setting_t *setting, int row,
                                      int side)
{
    return (bench_operation_t){
        .collective = rows[row].collective,
        .form = rows[row].form,
        .bytes = rows[row].bytes,
        .roots = ROOT + 1,
        .buffers = &setting->buffers,
        .communicator = setting->sides[side],
    };
}

/* ---- requests ---- */

static void start_or_init(const bench_operation_t *operation,
                          MPI_Request *request)
{
    if (operation->form == BENCH_PERSISTENT) {
        bench_init(operation, ROOT, request);
    } else {
        bench_start(operation, ROOT, request);
    }
}

/* Each once from start to end, so that what they share is there. */
static void warm(setting_t *setting)
{
    for (int row = 0; row < ROWS; row++) {
        for (int side = 0; side < SIDES; side++) {
            bench_operation_t operation = operation_of(setting, row, side);

            if (!bench_operation_open(&operation)) {
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
            bench_call(&operation, ROOT);
            bench_operation_close(&operation);
        }
    }
}

/* Has rank 0 send and receive as many messages at a time, short and long, as
 * it will when it measures: one for each operation that is outstanding. */
static void warm_messages(setting_t *setting)
{
    MPI_Request *requests = (MPI_Request *)setting->requests;
    const int count = (int)(sizeof setting->requests / sizeof *requests);

    for (int i = 0; i < count && setting->rank <= 1; i++) {
        const int bytes = i % 8 < 2 ? LARGEST : BENCH_UNIT;

        if (i == 0 && setting->rank == 1) {
            MPI_Recv(NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        }
        if (i % 2 == setting->rank) {
            MPI_Irecv(setting->buffers.recv, bytes, MPI_BYTE, 1 - setting->rank,
                      0, MPI_COMM_WORLD, &requests[i]);
        } else {
            MPI_Isend(setting->buffers.send, bytes, MPI_BYTE, 1 - setting->rank,
                      0, MPI_COMM_WORLD, &requests[i]);
        }
    }
    if (setting->rank == 0) {
        MPI_Send(NULL, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    }
    if (setting->rank <= 1) {
        /* NOLINTNEXTLINE(*MPI-Checker): it cannot follow all of them. */
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    }
}

/* All that is counted, on all ranks in the same order; none is ended. */
static void make_requests(setting_t *setting)
{
    for (int row = 0; row < ROWS; row++) {
        for (int side = 0; side < SIDES; side++) {
            const bench_operation_t operation =
                operation_of(setting, row, side);
            const double begin = heap_bytes();

            for (int i = 0; i < REQUESTS; i++) {
                start_or_init(&operation, &setting->requests[row][side][i]);
            }
            setting->growth[row][side] = (heap_bytes() - begin) / REQUESTS;
        }
    }
}

static void end_requests(setting_t *setting)
{
    for (int row = 0; row < ROWS; row++) {
        for (int side = 0; side < SIDES; side++) {
            MPI_Request *requests = setting->requests[row][side];

            if (rows[row].form != BENCH_PERSISTENT) {
                /* NOLINTNEXTLINE(*MPI-Checker): other functions start them. */
                MPI_Waitall(REQUESTS, requests, MPI_STATUSES_IGNORE);
                continue;
            }
            for (int i = 0; i < REQUESTS; i++) {
                MPI_Request_free(&requests[i]);
            }
        }
    }
}

/* The size of the class that an object of Open MPI's is of. */
static double class_size(const void *object)
{
    return (double)((const opal_object_t *)object)->obj_class->cls_sizeof;
}

static void print_row(const char *what, double tunedx, double without)
{
    printf("%-47s %12.0f %12.0f\n", what, tunedx, without);
}

static void print_requests(const setting_t *setting)
{
    char what[80];

    for (int row = 0; row < ROWS; row++) {
        const char *name = bench_collective_name(rows[row].collective);

        snprintf(what, sizeof what, "%s %s, %zu bytes",
                 rows[row].form == BENCH_PERSISTENT ? "inactive persistent"
                                                    : "outstanding nonblocking",
                 name, rows[row].bytes);
        print_row(what, setting->growth[row][TUNEDX],
                  setting->growth[row][WITHOUT]);
    }
}

/* Rank 0 alone prints, while its requests are there; the others wait for it
 * before they join in. */
static void show_requests(setting_t *setting)
{
    warm(setting);
    warm_messages(setting);
    MPI_Barrier(setting->sides[WITHOUT]);
    if (setting->rank != 0) {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    make_requests(setting);
    if (setting->rank == 0) {
        print_row("sizeof a request",
                  class_size(setting->requests[0][TUNEDX][0]),
                  class_size(setting->requests[0][WITHOUT][0]));
        print_requests(setting);
        for (int i = 1; i < setting->size; i++) {
            MPI_Send(NULL, 0, MPI_BYTE, i, 1, MPI_COMM_WORLD);
        }
    }
    end_requests(setting);
}

/* ---- communicators ---- */

enum { UNUSED, AFTER_BLOCKING, AFTER_NONBLOCKING, STATES };

static void call_on_each(const setting_t *setting, const MPI_Comm *all,
                         bench_form_t form)
{
    bench_operation_t operation = {
        .collective = BENCH_ALLREDUCE,
        .form = form,
        .bytes = 8,
        .roots = 1,
        .buffers = &setting->buffers,
    };

    for (int i = 0; i < COMMUNICATORS; i++) {
        operation.communicator = all[i];
        bench_call(&operation, 0);
    }
}

static void show_communicators(const setting_t *setting)
{
    static const char *const names[STATES] = {
        "communicator, unused",
        "the same after a blocking allreduce",
        "the same after a nonblocking one",
    };
    /* A name for either side, since names take memory. */
    static const char *const keeps_away[SIDES] = {"nobody", "tunedx"};
    static MPI_Comm all[COMMUNICATORS];
    double growth[STATES][SIDES];

    for (int side = 0; side < SIDES; side++) {
        const double begin = heap_bytes();

        for (int i = 0; i < COMMUNICATORS; i++) {
            all[i] = bench_without(keeps_away[side]);
        }
        growth[UNUSED][side] = heap_bytes() - begin;
        call_on_each(setting, all, BENCH_BLOCKING);
        growth[AFTER_BLOCKING][side] = heap_bytes() - begin;
        call_on_each(setting, all, BENCH_NONBLOCKING);
        growth[AFTER_NONBLOCKING][side] = heap_bytes() - begin;
        for (int i = 0; i < COMMUNICATORS; i++) {
            MPI_Comm_free(&all[i]);
        }
    }
    if (setting->rank != 0) {
        return;
    }
    print_row(
        "sizeof the module of allreduce",
        class_size(setting->sides[TUNEDX]->c_coll->coll_iallreduce_module),
        class_size(setting->sides[WITHOUT]->c_coll->coll_iallreduce_module));
    for (int state = 0; state < STATES; state++) {
        print_row(names[state], growth[state][TUNEDX] / COMMUNICATORS,
                  growth[state][WITHOUT] / COMMUNICATORS);
    }
}

/* ---- the program ---- */

/* Names what serves the nonblocking and persistent forms. */
static void print_head(const setting_t *setting)
{
    char names[SIDES][BENCH_COMPONENT_LENGTH];

    for (int row = 0; row < ROWS; row++) {
        for (int side = 0; side < SIDES; side++) {
            const bench_operation_t operation =
                operation_of(setting, row, side);

            if (!bench_is_served(&operation, side == TUNEDX, "memory",
                                 names[side])) {
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
        }
    }
    printf("# Bytes on rank 0 of %d: growth of the heap, for each of %d "
           "requests and of %d\n# communicators\n%-47s %12s %12s\n",
           setting->size, REQUESTS, COMMUNICATORS, "#", names[TUNEDX],
           names[WITHOUT]);
}

static void run(setting_t *setting)
{
    setting->sides[WITHOUT] = bench_without("tunedx");
    MPI_Comm_dup(MPI_COMM_WORLD, &setting->sides[TUNEDX]);
    if (!bench_buffers_create(&setting->buffers, LARGEST, 1)) {
        fprintf(stderr, "memory: not enough memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (setting->rank == 0) {
        print_head(setting);
    }
    show_requests(setting);
    show_communicators(setting);
    bench_buffers_free(&setting->buffers);
    MPI_Comm_free(&setting->sides[TUNEDX]);
    MPI_Comm_free(&setting->sides[WITHOUT]);
}

int main(int argc, char **argv)
{
    static setting_t setting;
    int status = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &setting.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &setting.size);
    const bool asked = argc == 2 && strcmp(argv[1], "--help") == 0;

    if (argc == 1 && setting.size >= 2) {
        run(&setting);
    } else if (setting.rank == 0) {
        status = asked ? 0 : 2;
        fputs(asked ? help
                    : "memory: takes two ranks or more, and no arguments\n",
              asked ? stdout : stderr);
    }
    MPI_Finalize();
    return status;
}
