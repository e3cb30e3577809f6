/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Circulant graphs: in round k every rank has an edge to the rank skips[k]
 * ahead of it and one from the rank skips[k] behind it, counted around the
 * circle.  The skips halve the number of ranks, rounding up, so they reach
 * every rank in the fewest rounds, whatever the number is.
 *
 *     17 ranks      skips 1 2 3 5 9 (17)
 *
 * On such a graph blocks 0, 1, 2, ... of a message spread from rank 0 at the
 * rate of one a round.  Rounds come in phases of as many as there are skips.
 * In each phase a rank receives one new block, its base block, and the others
 * of the phase before; which of them in which round is the same in every phase,
 * and each rank finds it by itself (Träff 2024).
 *
 *     rank of 17       0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
 *     base block       -  0  1  2  0  3  0  1  2  4  0  1  2  0  3  0  1
 *     round 0          . +0 -5 -4 -3 -5 -2 -5 -4 -3 -1 -5 -4 -3 -5 -2 -5
 *     round 1          . -4 +1 -5 -4 -3 -3 -2 -5 -4 -3 -1 -5 -4 -3 -3 -2
 *     round 2          . -2 -2 +2 +0 -4 -4 -3 -2 -2 -4 -3 -1 -1 -4 -4 -3
 *     round 3          . -3 -3 -2 -2 +3 +0 +1 +2 -5 -2 -2 -2 -2 -1 -1 -1
 *     round 4          . -1 -1 -1 -1 -1 -1 -1 -1 +4 +0 +1 +2 +0 +3 +0 +1
 */
#ifndef TUNEDX_CIRCULANT_H
#define TUNEDX_CIRCULANT_H

enum { TUNEDX_MOST_SKIPS = 31 };

typedef struct tunedx_circulant {
    int size;
    int rounds; /* the fewest that reach all: tunedx_rounds(size) */
    int skips[TUNEDX_MOST_SKIPS + 1]; /* of each round; then the size */
} tunedx_circulant_t;

tunedx_circulant_t tunedx_circulant_of(int size);

/* What `rank` receives in each round of a phase: the base block b as b, and the
 * block b of the phase before as b - rounds.  Rank 0 receives nothing; its
 * entries have no meaning.  Takes O(log size) time: returns the steps of the
 * search, at most 4 (rounds + 1). */
int tunedx_circulant_received(const tunedx_circulant_t *graph, int rank,
                              int entries[TUNEDX_MOST_SKIPS]);

/* What `rank` sends in each round: what the rank ahead receives.  What goes to
 * rank 0 has no meaning.  Takes O(log size) time: returns how often it had to
 * ask what another rank receives, at most 4 times. */
int tunedx_circulant_sent(const tunedx_circulant_t *graph, int rank,
                          int entries[TUNEDX_MOST_SKIPS]);

/* How `blocks` blocks spread, as one rank sees it. */
typedef struct tunedx_spread {
    tunedx_circulant_t graph;
    int rank, blocks;
    int rounds; /* blocks - 1 + those of the graph; 0: nothing is to be done */
    int received[TUNEDX_MOST_SKIPS], sent[TUNEDX_MOST_SKIPS];
} tunedx_spread_t;

/* What it does in a round: the blocks it sends to the rank `skip` ahead and
 * receives from the rank `skip` behind, which are never the same; -1: none. */
typedef struct tunedx_hop {
    int skip;
    int sent, received;
} tunedx_hop_t;

tunedx_spread_t tunedx_spread_of(int size, int rank, int blocks);
tunedx_hop_t tunedx_spread_hop(const tunedx_spread_t *spread, int round);

#endif
