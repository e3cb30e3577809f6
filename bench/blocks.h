/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How long the blocks of a call are, where they differ.
 */
#ifndef TUNEDX_BENCH_BLOCKS_H
#define TUNEDX_BENCH_BLOCKS_H

#include <stddef.h>

/* What rank `rank` contributes to an allgatherv; `bytes` is the mean of all. */
static inline size_t bench_gathered_block(size_t bytes, int rank, int size)
{
    const size_t change = bytes / 16;

    return rank == size - 1 && size % 2 == 1 ? bytes
           : rank % 2 == 0                   ? bytes + change
                                             : bytes - change;
}

/* What goes from one rank to another in an alltoallv. */
static inline size_t bench_exchanged_block(size_t bytes, int from, int to)
{
    const size_t change = bytes / 16;

    return (from + to) % 2 == 0 ? bytes + change : bytes - change;
}

/* The elements that a rank gets of a reduce_scatter: nearly as many as all. */
static inline size_t bench_scattered_block(size_t elements, int rank, int size)
{
    const size_t each = elements / (size_t)size, rest = elements % (size_t)size;

    return each + ((size_t)rank < rest);
}

#endif
