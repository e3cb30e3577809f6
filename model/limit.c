/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See limit.h.
 */
#include "model/limit.h"

double tunedx_transfer_time(const tunedx_transfer_t *transfers, int count,
                            double bytes)
{
    const tunedx_transfer_t *first = &transfers[0];
    const tunedx_transfer_t *last = &transfers[count - 1];

    if (count == 1 || bytes <= (double)first->bytes) {
        return first->usec;
    }
    const tunedx_transfer_t *below = first, *above = last;
    const tunedx_transfer_t *origin = last;

    if (bytes < (double)last->bytes) {
        while ((double)below[1].bytes <= bytes) {
            below++;
        }
        above = below + 1;
        origin = below;
    }
    const double slope =
        (above->usec - below->usec) / (double)(above->bytes - below->bytes);

    return origin->usec + slope * (bytes - (double)origin->bytes);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

double tunedx_busiest_bytes(tunedx_collective_t collective, int ranks,
                            int nodes, size_t bytes)
{
    const double size = (double)bytes;
    const int fewest = ranks / nodes, most = (ranks + nodes - 1) / nodes;

    if (nodes == 1) {
        return 0;
    }
    switch (collective) {
    case TUNEDX_BCAST:
    case TUNEDX_REDUCE:
    case TUNEDX_SCAN:
    case TUNEDX_EXSCAN:
        return size;
    case TUNEDX_GATHER:
    case TUNEDX_GATHERV:
    case TUNEDX_SCATTER:
    case TUNEDX_SCATTERV: /* at the root */
        return (ranks - most) * size;
    case TUNEDX_ALLGATHER:
    case TUNEDX_ALLGATHERV: /* receives what it does not have */
        return (ranks - fewest) * size;
    case TUNEDX_ALLTOALL:
    case TUNEDX_ALLTOALLV:
    case TUNEDX_ALLTOALLW:
        return (double)most * (ranks - most) * size;
    case TUNEDX_ALLREDUCE: /* on the average of all hosts */
        return 2 * (nodes - 1) * size / nodes;
    case TUNEDX_REDUCE_SCATTER:
    case TUNEDX_REDUCE_SCATTER_BLOCK: /* sends for others, receives its own */
        return larger(ranks - fewest, most) * size / ranks;
    case TUNEDX_BARRIER:
    case TUNEDX_COLLECTIVES:
        break;
    }
    return 0;
}

double tunedx_limit(tunedx_collective_t collective, int ranks, int nodes,
                    size_t bytes, const tunedx_transfer_t *transfers, int count)
{
    if (nodes == 1 || count == 0) {
        return 0;
    }
    const double most = tunedx_busiest_bytes(collective, ranks, nodes, bytes);

    return larger(transfers[0].usec,
                  tunedx_transfer_time(transfers, count, most));
}

double tunedx_doubling_time(int nodes, const tunedx_transfer_t *transfers)
{
    int rounds = 0;

    while (1 << rounds < nodes) {
        rounds++;
    }
    return rounds * transfers[0].usec;
}
