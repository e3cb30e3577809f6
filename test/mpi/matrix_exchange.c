/* SPDX-License-Identifier: BSD-3-Clause */
/* See matrix.h: cases of allgather, allgatherv and alltoall. */
#include "buffer.h"
#include "check.h"
#include "checked.h"
#include "matrix.h"

enum { RANKS_MAX = 128 };

/* What one rank passes to MPI. */
typedef struct {
    const layout_t *send_layout, *recv_layout;
    int send_count;
    int counts[RANKS_MAX];        /* elements of each block to be received */
    int displacements[RANKS_MAX]; /* in elements */
    size_t recv_elements;         /* from the first to the last block's end */
    buffer_t send, recv;
} exchange_t;

/* What a rank sends to another (in allgather to 0, meaning all). */
static const long *message(const case_t *c, int from, int to, size_t atoms)
{
    return checked_values(OPERATIONS, c->seed + 7919u * (uint32_t)to, from,
                          atoms);
}

/* Units in the block of a rank. */
static size_t block_units(const case_t *c, int rank)
{
    const size_t units = matrix_units(c);

    if (c->collective != ALLGATHERV || c->root == SPREAD_EVEN) {
        return units;
    }
    if (c->root == SPREAD_ONE) {
        return rank == c->group->size - 1 ? units : 0;
    }
    return units * (size_t)((5 * rank + 1) % 4);
}

static size_t block_atoms(const case_t *c, int rank)
{
    const bool is_empty = c->datum->family->layouts[0].atoms == 0;

    return is_empty ? 0 : block_units(c, rank) * matrix_unit(c->datum);
}

static void place_blocks(const case_t *c, exchange_t *x)
{
    const int size = c->group->size;
    const bool has_gaps = c->collective == ALLGATHERV && c->root != SPREAD_EVEN;
    int next = has_gaps ? 2 : 0;

    for (int i = 0; i < size; i++) {
        const int block =
            c->collective == ALLGATHERV && c->root >= SPREAD_REVERSED
                ? size - 1 - i
                : i;

        x->counts[block] = (int)matrix_elements(c->datum, x->recv_layout,
                                                block_units(c, block));
        x->displacements[block] = next;
        next += x->counts[block];
        x->recv_elements = (size_t)next;
        next += has_gaps ? i % 3 : 0;
    }
}

/* A rank that receives in place keeps what it sends in the result. */
static void fill(const case_t *c, exchange_t *x)
{
    const int rank = c->group->rank, size = c->group->size;
    const bool is_alltoall = c->collective == ALLTOALL;
    const size_t atoms = block_atoms(c, rank);

    buffer_create(&x->send, x->send_layout,
                  c->in_place ? 0
                              : (size_t)x->send_count *
                                    (size_t)(is_alltoall ? size : 1),
                  (unsigned)rank);
    buffer_create(&x->recv, x->recv_layout, x->recv_elements,
                  (unsigned)rank + 100);
    for (int to = 0; to < (is_alltoall ? size : 1); to++) {
        const long *values = message(c, rank, to, atoms);

        if (c->in_place) {
            buffer_input(&x->recv,
                         (size_t)x->displacements[is_alltoall ? to : rank],
                         values, atoms);
        } else {
            buffer_input(&x->send, (size_t)to * (size_t)x->send_count, values,
                         atoms);
        }
    }
    for (int from = 0; from < size; from++) {
        buffer_expect(
            &x->recv, (size_t)x->displacements[from],
            message(c, from, is_alltoall ? rank : 0, block_atoms(c, from)),
            block_atoms(c, from));
    }
}

static int call(const case_t *c, const exchange_t *x, const void *send,
                int count, MPI_Datatype type)
{
    const MPI_Datatype recv_type = x->recv_layout->type;
    const MPI_Comm comm = c->group->comm;

    if (c->collective == ALLGATHER) {
        return MPI_Allgather(send, count, type, x->recv.base, x->counts[0],
                             recv_type, comm);
    }
    if (c->collective == ALLGATHERV) {
        return MPI_Allgatherv(send, count, type, x->recv.base, x->counts,
                              x->displacements, recv_type, comm);
    }
    return MPI_Alltoall(send, count, type, x->recv.base, x->counts[0],
                        recv_type, comm);
}

void matrix_run_exchange(const case_t *c)
{
    const int rank = c->group->rank;
    exchange_t x = {.send_layout = matrix_layout(c->datum, rank, 0),
                    .recv_layout = matrix_layout(c->datum, rank, 1)};
    int code;

    x.send_count =
        (int)matrix_elements(c->datum, x.send_layout, block_units(c, rank));
    if (x.send_layout->atoms == 0) {
        x.send_count *= 1 + rank % 2;
    }
    place_blocks(c, &x);
    fill(c, &x);
    if (!c->in_place) {
        code = call(c, &x, x.send.base, x.send_count, x.send_layout->type);
    } else if (c->neglect == NEGLECT_BUFFER) {
        code = call(c, &x, MPI_IN_PLACE, x.counts[0], x.recv_layout->type);
    } else if (c->neglect == NEGLECT_NULL) {
        code = call(c, &x, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL);
    } else {
        code = call(c, &x, MPI_IN_PLACE, 1 << 30, MPI_DOUBLE);
    }
    check_mpi(code, matrix_collective_name(c->collective));
    buffer_check(&x.recv, "receive buffer");
    buffer_check(&x.send, "send buffer");
    buffer_destroy(&x.send);
    buffer_destroy(&x.recv);
}
