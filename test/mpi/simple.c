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
} job_t;

static void (*linger_function)(void);

void simple_on_error(void (*linger)(void))
{
    linger_function = linger;
}

const char *simple_name(simple_t which)
{
    return call_name((collective_t)which);
}

simple_t simple_find(const char *name)
{
    int i = 0;

    while (i < SIMPLE_COUNT && strcmp(name, simple_name((simple_t)i)) != 0) {
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

static int sum(const job_t *c, int place)
{
    int total = 0;

    for (int rank = 0; rank < c->size; rank++) {
        total += value(rank, 0, place);
    }
    return total;
}

static void compare(const job_t *c, const char *name, int block, int place,
                    int expected)
{
    const int got = c->recv[block * c->count + place];

    if (got != expected) {
        check_fail("%s of %d ints, root %d, block %d, place %d: expected %d, "
                   "got %d",
                   name, c->count, c->root, block, place, expected, got);
    }
}

static void check(const job_t *c, simple_t which)
{
    for (int i = 0; i < c->count; i++) {
        if (which == SIMPLE_BCAST) {
            compare(c, simple_name(which), 0, i, value(c->root, 0, i));
        }
        if (which == SIMPLE_ALLREDUCE ||
            (which == SIMPLE_REDUCE && c->rank == c->root)) {
            compare(c, simple_name(which), 0, i, sum(c, i));
        }
        for (int from = 0; from < c->size && which >= SIMPLE_ALLGATHER;
             from++) {
            compare(c, simple_name(which), from, i,
                    value(from, which >= SIMPLE_ALLTOALL ? c->rank : 0, i));
        }
    }
}

static int run(const job_t *c, simple_t which)
{
    const size_t ranks = (size_t)c->size;
    int *counts = malloc(2 * ranks * sizeof *counts);
    int *displacements = counts + ranks;
    side_t send = {.buffer = c->send,
                   .count = c->count,
                   .type = MPI_INT,
                   .counts = counts,
                   .displacements = displacements};
    side_t recv = send;

    for (int i = 0; i < c->size; i++) {
        counts[i] = c->count;
        displacements[i] = i * c->count;
    }
    recv.buffer = c->recv;
    if (which == SIMPLE_BCAST && c->rank == c->root) {
        memcpy(c->recv, c->send, (size_t)c->count * sizeof *c->recv);
    }
    const call_t call = {.collective = (collective_t)which,
                         .comm = c->comm,
                         .send = send,
                         .recv = recv,
                         .op = MPI_SUM,
                         .root = c->root};
    const int code = call_run(&call);

    free(counts);
    return code;
}

/* Wait, if so wished, for what may still write to the result. */
static void linger(const job_t *c, size_t total)
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
    job_t c = {.comm = comm, .count = count, .root = root};

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
