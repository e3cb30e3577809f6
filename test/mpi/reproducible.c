/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions whose last bits depend on the order: with
 * coll_tunedx_reproducible=ranks they are the same whatever the count, the
 * element's place, the form, the root, the place of the input, the collective
 * and the communicator.
 *
 * Vectors repeat after PERIOD elements, so a long one holds the elements of a
 * short one again and again.  What they have to be is worked out here, in
 * blocks; of scans the first call says it.  With --differs something has to be
 * different from that, with --few calls are fewer.  A digest of all results is
 * printed.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "forms.h"

enum { PERIOD = 31, MOST_RANKS = 64, TOTAL_TAG = 15 };

typedef enum which {
    ALLREDUCE,
    REDUCE,
    REDUCE_SCATTER,
    REDUCE_SCATTER_BLOCK,
    SCAN,
    EXSCAN,
    COLLECTIVES
} which_t;

typedef enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS } form_t;

static const char *const names[COLLECTIVES] = {
    "allreduce", "reduce", "reduce_scatter", "reduce_scatter_block",
    "scan",      "exscan",
};

static const char *const form_names[FORMS] = {
    "blocking",
    "nonblocking",
    "persistent",
};

typedef struct call {
    which_t which;
    form_t form;
    MPI_Comm comm;
    int rank, size, root, count; /* count: as MPI has it */
    int counts[MOST_RANKS];      /* reduce_scatter */
    bool in_place, skews;
    int units, first; /* results, and where they stand in the vector */
    int vector;       /* elements of the input */
    double *send, *recv;
} call_t;

static bool differs; /* something has to */
static bool few;
static long differences;
static uint64_t digest = 0xcbf29ce484222325u;

/* ---- values ---- */

/* Large and small by turns, so that what is added first decides what is lost.
 */
static double value_of(int rank, int place)
{
    const uint32_t hash =
        check_hash(7, (uint32_t)rank, (uint32_t)(place % PERIOD));
    const double fraction = 1 + (double)(hash % 1000003) / 1000003;

    return (hash % 2 == 0 ? fraction : -fraction) * (rank % 2 == 0 ? 1e16 : 1);
}

/* An operation that is said to commute, and does not quite. */
static void skew(void *lefts, void *rights, int *count, MPI_Datatype *type)
{
    const double *left = lefts;
    double *right = rights;

    (void)type;
    for (int i = 0; i < *count; i++) {
        right[i] += 1.25 * left[i];
    }
}

static MPI_Op skewed;

/* left op right. */
static double join(double left, double right, bool skews)
{
    MPI_Reduce_local(&left, &right, 1, MPI_DOUBLE, skews ? skewed : MPI_SUM);
    return right;
}

/* The operands of ranks first..end-1, in blocks of powers of two. */
static double in_blocks(int first, int end, int place, bool skews)
{
    int half = 1;

    if (end - first == 1) {
        return value_of(first, place);
    }
    while (2 * half < end - first) {
        half *= 2;
    }
    return join(in_blocks(first, first + half, place, skews),
                in_blocks(first + half, end, place, skews), skews);
}

/* Whether their bits do. */
static bool differ(const double *a, const double *b)
{
    uint64_t bits[2];

    memcpy(&bits[0], a, sizeof bits[0]);
    memcpy(&bits[1], b, sizeof bits[1]);
    return bits[0] != bits[1];
}

static double from_first(int end, int place)
{
    double sum = value_of(0, place);

    for (int rank = 1; rank < end; rank++) {
        sum = join(sum, value_of(rank, place), false);
    }
    return sum;
}

/* ---- calls ---- */

#define OPERANDS MPI_DOUBLE, call->skews ? skewed : MPI_SUM

/* The three forms of a call; the last arguments are what stands between the
 * buffers and the communicator. */
#define CALL(Name, name, ...)                                                 \
    switch (call->form) {                                                     \
    case BLOCKING:                                                            \
        check_mpi(MPI_##Name(from, call->recv, __VA_ARGS__, call->comm),      \
                  "MPI_" #Name);                                              \
        break;                                                                \
    case NONBLOCKING:                                                         \
        check_mpi(                                                            \
            MPI_I##name(from, call->recv, __VA_ARGS__, call->comm, &request), \
            "MPI_I" #name);                                                   \
        check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");         \
        break;                                                                \
    default:                                                                  \
        check_mpi(PERSISTENT_FUNCTION(Name)(from, call->recv, __VA_ARGS__,    \
                                            call->comm, MPI_INFO_NULL,        \
                                            &request),                        \
                  #Name "_init");                                             \
        check_mpi(MPI_Start(&request), "MPI_Start");                          \
        check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");         \
        check_mpi(MPI_Request_free(&request), "MPI_Request_free");            \
    }                                                                         \
    break

/* NOLINTBEGIN(*MPI-Checker): it does not see that the request is made. */
static void execute(const call_t *call)
{
    const void *from = call->in_place ? MPI_IN_PLACE : call->send;
    MPI_Request request;

    switch (call->which) {
    case ALLREDUCE:
        CALL(Allreduce, allreduce, call->count, OPERANDS);
    case REDUCE:
        CALL(Reduce, reduce, call->count, OPERANDS, call->root);
    case REDUCE_SCATTER:
        CALL(Reduce_scatter, reduce_scatter, call->counts, OPERANDS);
    case REDUCE_SCATTER_BLOCK:
        CALL(Reduce_scatter_block, reduce_scatter_block, call->count, OPERANDS);
    case SCAN:
        CALL(Scan, scan, call->count, OPERANDS);
    default:
        CALL(Exscan, exscan, call->count, OPERANDS);
    }
}
/* NOLINTEND(*MPI-Checker) */

/* Fills in what follows from the other arguments. */
static void complete(call_t *call)
{
    call->vector = call->units = call->count;
    call->first = 0;
    if (call->which == REDUCE_SCATTER) {
        int place = 0;

        for (int i = 0; i < call->size; i++) {
            call->counts[i] = call->count / call->size + (i % 2) * 3;
            call->first = i == call->rank ? place : call->first;
            place += call->counts[i];
        }
        call->vector = place;
        call->units = call->counts[call->rank];
    } else if (call->which == REDUCE_SCATTER_BLOCK) {
        call->vector = call->count * call->size;
        call->first = call->rank * call->count;
    } else if (call->which == REDUCE && call->rank != call->root) {
        call->units = 0;
        call->in_place = false;
    } else if (call->which == EXSCAN && call->rank == 0) {
        call->units = 0;
    }
}

static void run(call_t *call)
{
    complete(call);
    call->send = malloc((size_t)call->vector * sizeof *call->send);
    call->recv = calloc((size_t)call->vector + 1, sizeof *call->recv);
    if (call->send == NULL || call->recv == NULL) {
        abort();
    }
    for (int i = 0; i < call->vector; i++) {
        (call->in_place ? call->recv : call->send)[i] = value_of(call->rank, i);
    }
    check_context("%s %s of %d, root %d, %s%s", form_names[call->form],
                  names[call->which], call->count, call->root,
                  call->skews ? "skewed" : "sum",
                  call->in_place ? ", in place" : "");
    execute(call);
}

static void finish(call_t *call)
{
    const unsigned char *bytes = (const unsigned char *)call->recv;

    for (size_t i = 0; i < (size_t)call->units * sizeof *call->recv; i++) {
        digest = (digest ^ bytes[i]) * 0x100000001b3u;
    }
    free(call->send);
    free(call->recv);
}

/* ---- checks ---- */

/* By operation and place. */
typedef double expected_t[2][PERIOD];

/* On any communicator of that size. */
static void expect(expected_t expected[COLLECTIVES], call_t call)
{
    for (int skews = 0; skews < 2; skews++) {
        for (int place = 0; place < PERIOD; place++) {
            const double sum = in_blocks(0, call.size, place, skews != 0);

            for (int which = 0; which < SCAN; which++) {
                expected[which][skews][place] = sum;
            }
        }
        for (int which = SCAN; which < COLLECTIVES; which++) {
            call.which = (which_t)which;
            call.count = PERIOD;
            call.skews = skews != 0;
            run(&call);
            memcpy(expected[which][skews], call.recv,
                   sizeof expected[which][skews]);
            finish(&call);
        }
    }
}

static void check(call_t *call, expected_t expected[COLLECTIVES])
{
    const double *wanted = expected[call->which][call->skews];

    run(call);
    for (int i = 0; i < call->units; i++) {
        const double *element = &wanted[(call->first + i) % PERIOD];

        if (differ(&call->recv[i], element)) {
            differences++;
            if (!differs) {
                check_fail("element %d is %.17g, expected %.17g", i,
                           call->recv[i], *element);
                break;
            }
        }
    }
    finish(call);
}

static void check_roots(call_t *call, expected_t expected[COLLECTIVES])
{
    const int step = call->count > 5000 ? call->size - 1 : 1;

    for (int root = 0; root<call->size; root += step> 0 ? step : 1) {
        for (int i = 0; i < 4; i++) {
            call->root = root;
            call->in_place = i % 2 == 1;
            call->skews = i / 2 == 1;
            check(call, expected);
        }
        if (call->which != REDUCE) {
            break;
        }
    }
    call->root = 0;
    call->in_place = false;
}

static void check_all(MPI_Comm comm)
{
    static const int counts[] = {1, 7, 100, 700, 2000, 5000, 20000, 140001};
    expected_t expected[COLLECTIVES];
    call_t call = {.comm = comm};

    MPI_Comm_rank(comm, &call.rank);
    MPI_Comm_size(comm, &call.size);
    expect(expected, call);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i += 1 + few) {
        for (int k = 0; k < COLLECTIVES * FORMS; k++) {
            call.count = counts[i];
            call.which = (which_t)(k / FORMS);
            call.form = (form_t)(k % FORMS);
            check_roots(&call, expected);
        }
    }
}

/* Whether the order of the values is one that shows. */
static void check_values(int size)
{
    int shows = 0;

    for (int place = 0; place < PERIOD; place++) {
        const double first = from_first(size, place);
        const double blocks = in_blocks(0, size, place, false);

        shows += differ(&first, &blocks);
    }
    if (size > 3 && shows == 0) {
        check_fail("the values do not tell one order from another");
    }
}

/* ---- the whole ---- */

/* On rank 0: the differences of all ranks, and one digest. */
static void tell_total(void)
{
    uint64_t own[2] = {(uint64_t)differences, digest}, theirs[2];

    if (check_rank() != 0) {
        MPI_Send(own, 2, MPI_UINT64_T, 0, TOTAL_TAG, MPI_COMM_WORLD);
        return;
    }
    for (int peer = 1; peer < check_ranks(); peer++) {
        MPI_Recv(theirs, 2, MPI_UINT64_T, peer, TOTAL_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        own[0] += theirs[0];
        own[1] = (own[1] ^ theirs[1]) * 0x100000001b3u;
    }
    printf("digest %016llx\n", (unsigned long long)own[1]);
    if (differs && own[0] == 0) {
        check_fail("nothing differs");
    }
}

static void check_others(void)
{
    MPI_Comm reversed, half;

    MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank(), &reversed);
    check_all(reversed);
    MPI_Comm_free(&reversed);
    MPI_Comm_split(MPI_COMM_WORLD, check_rank() % 2, check_rank(), &half);
    check_all(half);
    MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
    check_start(&argc, &argv, MPI_THREAD_SINGLE, "reproducible");
    for (int i = 1; i < argc; i++) {
        differs = differs || strcmp(argv[i], "--differs") == 0;
        few = few || strcmp(argv[i], "--few") == 0;
    }
    MPI_Op_create(skew, true, &skewed);
    check_values(check_ranks());
    check_all(MPI_COMM_WORLD);
    if (!few) {
        check_others();
    }
    MPI_Op_free(&skewed);
    tell_total();
    return check_finish();
}
