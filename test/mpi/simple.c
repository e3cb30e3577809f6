/* SPDX-License-Identifier: BSD-3-Clause */
/* See simple.h. */
#include "simple.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

typedef struct {
    MPI_Comm comm;
    int rank, size, count, root;
    int *send, *recv; /* of size blocks each */
} call_t;

static const char *const names[SIMPLE_COUNT] = {
    "barrier",   "bcast",      "reduce",  "allreduce",
    "allgather", "allgatherv", "alltoall"};

static void (*linger_function)(void);

void simple_on_error(void (*linger)(void))
{
    linger_function = linger;
}

const char *simple_name(simple_t which)
{
    return names[which];
}

simple_t simple_find(const char *name)
{
    int i = 0;

    while (i < SIMPLE_COUNT && strcmp(name, names[i]) != 0) {
        i++;
    }
    return (simple_t)i;
}

/* What a rank sends to another (0 where all get the same). */
static int value(int from, int to, int place)
{
    return (int)(check_hash((uint32_t)to, (uint32_t)from, (uint32_t)place) %
                 1000);
}

static int sum(const call_t *c, int place)
{
    int total = 0;

    for (int rank = 0; rank < c->size; rank++) {
        total += value(rank, 0, place);
    }
    return total;
}

static void compare(const call_t *c, const char *name, int block, int place,
                    int expected)
{
    const int got = c->recv[block * c->count + place];

    if (got != expected) {
        check_fail("%s of %d ints, root %d, block %d, place %d: expected %d, "
                   "got %d",
                   name, c->count, c->root, block, place, expected, got);
    }
}

static void check(const call_t *c, simple_t which)
{
    for (int i = 0; i < c->count; i++) {
        if (which == SIMPLE_BCAST) {
            compare(c, names[which], 0, i, value(c->root, 0, i));
        }
        if (which == SIMPLE_ALLREDUCE ||
            (which == SIMPLE_REDUCE && c->rank == c->root)) {
            compare(c, names[which], 0, i, sum(c, i));
        }
        for (int from = 0; from < c->size && which >= SIMPLE_ALLGATHER;
             from++) {
            compare(c, names[which], from, i,
                    value(from, which == SIMPLE_ALLTOALL ? c->rank : 0, i));
        }
    }
}

static int allgatherv(const call_t *c)
{
    int *counts = malloc(2 * (size_t)c->size * sizeof *counts);
    int *displacements = counts + c->size;

    for (int i = 0; i < c->size; i++) {
        counts[i] = c->count;
        displacements[i] = i * c->count;
    }
    const int code = MPI_Allgatherv(c->send, c->count, MPI_INT, c->recv, counts,
                                    displacements, MPI_INT, c->comm);

    free(counts);
    return code;
}

static int run(const call_t *c, simple_t which)
{
    switch (which) {
    case SIMPLE_BCAST:
        if (c->rank == c->root) {
            memcpy(c->recv, c->send, (size_t)c->count * sizeof *c->recv);
        }
        return MPI_Bcast(c->recv, c->count, MPI_INT, c->root, c->comm);
    case SIMPLE_REDUCE:
        return MPI_Reduce(c->send, c->recv, c->count, MPI_INT, MPI_SUM, c->root,
                          c->comm);
    case SIMPLE_ALLREDUCE:
        return MPI_Allreduce(c->send, c->recv, c->count, MPI_INT, MPI_SUM,
                             c->comm);
    case SIMPLE_ALLGATHER:
        return MPI_Allgather(c->send, c->count, MPI_INT, c->recv, c->count,
                             MPI_INT, c->comm);
    case SIMPLE_ALLGATHERV:
        return allgatherv(c);
    case SIMPLE_ALLTOALL:
        return MPI_Alltoall(c->send, c->count, MPI_INT, c->recv, c->count,
                            MPI_INT, c->comm);
    default:
        return MPI_Barrier(c->comm);
    }
}

/* Wait, if so wished, for what may still write to the result. */
static void linger(const call_t *c, size_t total)
{
    const size_t bytes = total * sizeof *c->recv;
    int *before;

    if (linger_function == NULL) {
        return;
    }
    before = malloc(bytes + 1);
    memcpy(before, c->recv, bytes);
    linger_function();
    if (memcmp(before, c->recv, bytes) != 0) {
        check_fail("the result changed after the call had returned");
    }
    free(before);
}

int simple_run(simple_t which, MPI_Comm comm, int count, int root)
{
    call_t c = {.comm = comm, .count = count, .root = root};

    MPI_Comm_rank(comm, &c.rank);
    MPI_Comm_size(comm, &c.size);
    const size_t total = (size_t)c.size * (size_t)count;

    c.send = malloc((total + 1) * sizeof *c.send);
    c.recv = calloc(total + 1, sizeof *c.recv);
    for (int to = 0; to < c.size; to++) {
        for (int i = 0; i < count; i++) {
            c.send[to * count + i] = value(c.rank, to, i);
        }
    }
    const int code = run(&c, which);

    if (code == MPI_SUCCESS) {
        check(&c, which);
    } else {
        linger(&c, total);
    }
    free(c.send);
    free(c.recv);
    return code;
}
