/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter, circulant graph.
 *
 * The allgather on it (allgather_circulant.c) backwards.  Each rank has partial
 * sums of blocks in the order own, own + 1, own + 2, ...  In each round it
 * keeps half of them, rounding up, and sends the others as far ahead as it
 * keeps blocks; what comes in belongs to its first blocks.  For any number of
 * ranks both rounds and bytes are the fewest possible.
 *
 *     p = 5, blocks a to e
 *                rank 0   rank 1   rank 2   rank 3   rank 4
 *     3 ahead    ab:02    bc:13    cd:24    de:30    ea:41
 *     2 ahead    a:023    b:134    c:240    d:301    e:412
 *     1 ahead    a:all    b:all    c:all    d:all    e:all
 *
 * Cost     ceil(log2 p) alpha + (p-1)/p n (beta + gamma), blocks being equal
 * Needs    a commutative operation
 * Source   Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce
 *          Algorithms, 2024
 */
#include "algorithms/circle.h"
#include "algorithms/scattered.h"

void tunedx_scattered_circulant(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape)
{
    tunedx_circle_scatter(s, shape, tunedx_output(shape));
}

const tunedx_algorithm_t tunedx_reduce_scatter_circulant = {
    .name = "circulant",
    .summary = "log2 p rounds and the fewest bytes, any number of ranks",
    .applies = tunedx_scattered_commutes,
    .needs = "a commutative operation",
    .build = tunedx_scattered_circulant,
    .cost = tunedx_circle_scatter_cost,
};
