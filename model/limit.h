/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the links between hosts allow a collective, whatever its algorithm: a
 * lower bound of its time from measured transfers between two hosts.
 *
 * A host can send and receive at once, but not faster than its link; so a
 * collective takes at least as long as one message with all that the busiest
 * host has to send, or to receive (Chan, Heimlich, Purkayastha and van de Geijn
 * 2007), and as one short message.  Not as ceil(log2 hosts) short ones in a
 * row, which holds where a host cannot begin a message before the last one has
 * arrived: with latency between hosts it sends several meanwhile.
 */
#ifndef TUNEDX_LIMIT_H
#define TUNEDX_LIMIT_H

#include "schedule/collective.h"

/* What a message from host to host took, one way. */
typedef struct tunedx_transfer {
    size_t bytes;
    double usec;
} tunedx_transfer_t;

/* The time of a message, in microseconds, from `count` transfers of different
 * sizes in increasing order, at least one.  Linear between two of them, that of
 * the first below it; beyond the last, further bytes cost what they cost from
 * the first to the last. */
double tunedx_transfer_time(const tunedx_transfer_t *transfers, int count,
                            double bytes);

/* The bytes that the busiest host has to send, or to receive, whichever is
 * more.  `bytes` is the size of the call as rules mean it; where blocks differ
 * in length, the mean of a block (alltoallv, gatherv, scatterv, alltoallw,
 * too). Ranks are spread evenly over hosts; the root is on a host with as many
 * as any. */
double tunedx_busiest_bytes(tunedx_collective_t collective, int ranks,
                            int nodes, size_t bytes);

/* The least time of a call in microseconds, from transfers as above.  0, which
 * is no limit, when all ranks are on one host or there are no transfers. */
double tunedx_limit(tunedx_collective_t collective, int ranks, int nodes,
                    size_t bytes, const tunedx_transfer_t *transfers,
                    int count);

/* ceil(log2 nodes) messages of the first size in a row: how long it takes to
 * double what a host knows until all know it. */
double tunedx_doubling_time(int nodes, const tunedx_transfer_t *transfers);

#endif
