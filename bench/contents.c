/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See contents.h.  Bytes that only move are pieces of one pattern, whose length
 * is a prime, so that a segment in a wrong place is seen; it begins elsewhere
 * for each rank and call.  What is reduced is combined once more, by the ranks'
 * order, from what each of them has written.
 */
#include "bench/contents.h"

#include "bench/blocks.h"

#include <string.h>

/* ---- bytes that move ---- */

enum { PATTERN = 4093 };

/* Twice, so that every piece up to PATTERN bytes is in one place. */
static const unsigned char *pattern(void)
{
    static unsigned char bytes[2 * PATTERN];
    static bool is_made;
    unsigned state = 12345;

    for (size_t i = 0; i < PATTERN && !is_made; i++) {
        state = state * 1103515245u + 12345u;
        bytes[i] = bytes[PATTERN + i] = (unsigned char)(state >> 16);
    }
    is_made = true;
    return bytes;
}

/* Where in the pattern is what a rank has at byte `at`? */
static size_t place(int rank, size_t at, unsigned number)
{
    return (at + (size_t)rank * 1009 + (size_t)number * 389) % PATTERN;
}

static void fill_bytes(char *buffer, size_t bytes, int rank, unsigned number)
{
    size_t piece;

    for (size_t at = 0; at < bytes; at += piece) {
        piece = bytes - at < PATTERN ? bytes - at : PATTERN;
        memcpy(buffer + at, pattern() + place(rank, at, number), piece);
    }
}

/* Whether the buffer holds what `rank` has from byte `first` on. */
static bool holds(const char *buffer, size_t bytes, int rank, size_t first,
                  unsigned number)
{
    size_t piece;

    for (size_t at = 0; at < bytes; at += piece) {
        piece = bytes - at < PATTERN ? bytes - at : PATTERN;
        if (memcmp(buffer + at, pattern() + place(rank, first + at, number),
                   piece) != 0) {
            return false;
        }
    }
    return true;
}

/* ---- who has what ---- */

/* What this rank sends, from the beginning of its buffer. */
static size_t bytes_sent(const bench_operation_t *operation, int rank, int size,
                         int root)
{
    const size_t bytes = operation->bytes;
    size_t sum = 0;

    switch (operation->collective) {
    case BENCH_ALLGATHERV:
        return bench_gathered_block(bytes, rank, size);
    case BENCH_ALLTOALL:
        return bytes * (size_t)size;
    case BENCH_ALLTOALLV:
        for (int to = 0; to < size; to++) {
            sum += bench_exchanged_block(bytes, rank, to);
        }
        return sum;
    case BENCH_BCAST:
        return rank == root ? bytes : 0;
    case BENCH_SCATTER:
        return rank == root ? bytes * (size_t)size : 0;
    default: /* allgather and gather */
        return bytes;
    }
}

/* The block that this rank gets from another: its bytes, and where it was among
 * what that one sent. */
static size_t block_from(const bench_operation_t *operation, int from, int rank,
                         int size, size_t *first)
{
    const size_t bytes = operation->bytes;

    *first = 0;
    switch (operation->collective) {
    case BENCH_ALLGATHERV:
        return bench_gathered_block(bytes, from, size);
    case BENCH_ALLTOALL:
    case BENCH_SCATTER:
        *first = bytes * (size_t)rank;
        return bytes;
    case BENCH_ALLTOALLV:
        for (int to = 0; to < rank; to++) {
            *first += bench_exchanged_block(bytes, from, to);
        }
        return bench_exchanged_block(bytes, from, rank);
    default: /* allgather, bcast and gather */
        return bytes;
    }
}

/* Bcast and scatter bring one block, from the root. */
static bool comes_from_root(bench_collective_t collective)
{
    return collective == BENCH_BCAST || collective == BENCH_SCATTER;
}

static bool verify_moved(const bench_operation_t *operation, int rank, int size,
                         int root, unsigned number)
{
    const bool one = comes_from_root(operation->collective);
    const char *at = operation->buffers->recv;
    const int end = one ? root + 1 : size;

    for (int from = one ? root : 0; from < end; from++) {
        size_t first;
        const size_t bytes = block_from(operation, from, rank, size, &first);

        if (!holds(at, bytes, from, first, number)) {
            return false;
        }
        at += bytes;
    }
    return true;
}

/* ---- elements that are reduced ---- */

static size_t elements_of(const bench_operation_t *operation)
{
    return operation->bytes / bench_reduction_bytes(operation->reduction);
}

static void fill_elements(const bench_operation_t *operation, int rank,
                          unsigned number)
{
    const size_t extent = bench_reduction_extent(operation->reduction);
    const size_t count = elements_of(operation);

    for (size_t i = 0; i < count; i++) {
        bench_element_set(operation->reduction,
                          operation->buffers->send + i * extent, rank, i,
                          number);
    }
}

/* The ranks that contribute to what this one gets, and its part of the
 * vector. */
static int contributors(const bench_operation_t *operation, int rank, int size,
                        size_t *first, size_t *count)
{
    const size_t all = elements_of(operation);

    *first = 0;
    *count = all;
    switch (operation->collective) {
    case BENCH_SCAN:
        return rank + 1;
    case BENCH_EXSCAN:
        return rank;
    case BENCH_REDUCE_SCATTER:
    case BENCH_REDUCE_SCATTER_BLOCK:
        for (int before = 0; before < rank; before++) {
            *first += bench_scattered_block(all, before, size);
        }
        *count = bench_scattered_block(all, rank, size);
        return size;
    default:
        return size;
    }
}

static bool verify_reduced(const bench_operation_t *operation, int rank,
                           int size, unsigned number)
{
    const bench_reduction_t reduction = operation->reduction;
    const size_t extent = bench_reduction_extent(reduction);
    size_t first, count;
    const int ranks = contributors(operation, rank, size, &first, &count);

    for (size_t i = 0; i < count && ranks > 0; i++) {
        _Alignas(BENCH_MOST_EXTENT) char result[BENCH_MOST_EXTENT];
        _Alignas(BENCH_MOST_EXTENT) char next[BENCH_MOST_EXTENT];

        bench_element_set(reduction, result, 0, first + i, number);
        for (int from = 1; from < ranks; from++) {
            bench_element_set(reduction, next, from, first + i, number);
            bench_element_combine(reduction, result, next);
        }
        if (!bench_element_equals(reduction, result,
                                  operation->buffers->recv + i * extent)) {
            return false;
        }
    }
    return true;
}

/* ---- both ---- */

void bench_fill(const bench_operation_t *operation, int root, unsigned number)
{
    const bench_collective_t collective = operation->collective;
    int rank, size;

    MPI_Comm_rank(operation->communicator, &rank);
    MPI_Comm_size(operation->communicator, &size);
    if (bench_collective_is_reduction(collective)) {
        fill_elements(operation, rank, number);
    } else if (collective != BENCH_BARRIER) {
        fill_bytes(collective == BENCH_BCAST ? operation->buffers->recv
                                             : operation->buffers->send,
                   bytes_sent(operation, rank, size, root), rank, number);
    }
}

/* Whether this rank gets a result. */
static bool gets(const bench_operation_t *operation, int rank, int root)
{
    switch (operation->collective) {
    case BENCH_BARRIER:
        return false;
    case BENCH_GATHER:
    case BENCH_REDUCE:
        return rank == root;
    case BENCH_EXSCAN:
        return rank > 0;
    case BENCH_REDUCE_SCATTER: /* the last ones may have nothing */
        return (size_t)rank < elements_of(operation);
    default:
        return operation->bytes > 0;
    }
}

bool bench_verify(const bench_operation_t *operation, int root, unsigned number)
{
    int rank, size;

    MPI_Comm_rank(operation->communicator, &rank);
    MPI_Comm_size(operation->communicator, &size);
    return !gets(operation, rank, root) ||
           (bench_collective_is_reduction(operation->collective)
                ? verify_reduced(operation, rank, size, number)
                : verify_moved(operation, rank, size, root, number));
}

void bench_spoil(const bench_operation_t *operation, int root)
{
    int rank;

    MPI_Comm_rank(operation->communicator, &rank);
    if (gets(operation, rank, root)) {
        operation->buffers->recv[0] ^= 1;
    }
}

/* Up to where results are written. */
static size_t bytes_got(const bench_operation_t *operation, int rank, int size)
{
    const bool one = comes_from_root(operation->collective) ||
                     bench_collective_is_reduction(operation->collective);
    size_t sum = 0, first;

    for (int from = 0; from < (one ? 1 : size); from++) {
        sum += block_from(operation, from, rank, size, &first);
    }
    return sum;
}

bool bench_check(const bench_operation_t *operation, int root)
{
    const unsigned number = 1;
    int rank, size;

    MPI_Comm_rank(operation->communicator, &rank);
    MPI_Comm_size(operation->communicator, &size);
    memset(operation->buffers->recv, 0, bytes_got(operation, rank, size));
    bench_fill(operation, root, number);
    bench_call(operation, root);
    return bench_verify(operation, root, number);
}
