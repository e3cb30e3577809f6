/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See circulant.h.
 *
 * A rank's number is a sum of skips, each smaller than the one before; taking
 * the largest that fits gives the path from rank 0 on which the first block
 * comes to it.  The last skip of the path is the number of its base block.
 *
 * In round k the rank has to receive a block that it does not have yet from the
 * ranks between skips[k] and skips[k + 1] behind it, one of which has got it as
 * its base block.  The search walks the paths, larger skips first, and so comes
 * upon these ranks from the nearest to the farthest; a skip that has served is
 * taken out, and each is looked at a few times only.
 *
 * What a rank sends follows from where it stands.  Skips from the largest to
 * the smallest cut the ranks in two: the upper part has got a block of its own,
 * by that skip, and the lower one still has the last that all of them got.
 * That block is what goes on in the round of the skip, except across the end of
 * the range of ranks, where the receiver may lack another one.  This is seldom
 * left open, and then the receiver's schedule is asked (at most four times, as
 * Träff proves).
 */
#include "geometry/circulant.h"

#include "geometry/geometry.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct search {
    const tunedx_circulant_t *graph;
    int64_t goal;  /* the rank, once around the circle: those behind it are not
                    * negative */
    int64_t limit; /* the rank that was found last */
    int steps;     /* skips looked at */
    int wanted;    /* rounds whose entries are looked for */
    int found;     /* rounds that have their entry */
    int entries[TUNEDX_MOST_SKIPS];
    /* The skips not taken out yet, from the largest to the smallest: the index
     * behind and before each; -1 and rounds + 1 at the ends. */
    int next[TUNEDX_MOST_SKIPS + 1], previous[TUNEDX_MOST_SKIPS + 1];
} search_t;

tunedx_circulant_t tunedx_circulant_of(int size)
{
    tunedx_circulant_t graph = {.size = size, .rounds = tunedx_rounds(size)};

    graph.skips[graph.rounds] = size;
    for (int k = graph.rounds; k > 0; k--) {
        graph.skips[k - 1] = graph.skips[k] / 2 + graph.skips[k] % 2;
    }
    return graph;
}

/* The base block of a rank, `rounds` of rank 0. */
static int base_block(const tunedx_circulant_t *graph, int rank)
{
    int last = graph->rounds;

    for (int k = graph->rounds - 1; rank > 0; k--) {
        if (graph->skips[k] <= rank) {
            rank -= graph->skips[k];
            last = k;
        }
    }
    return last;
}

static void take_out(search_t *search, int skip)
{
    const int next = search->next[skip], previous = search->previous[skip];

    if (previous <= search->graph->rounds) {
        search->next[previous] = next;
    }
    if (next >= 0) {
        search->previous[next] = previous;
    }
}

/* Goes on from the rank `at` with skip number `skip` and smaller ones. */
static void visit(search_t *search, int64_t at, int skip)
{
    const int *skips = search->graph->skips;

    for (; skip >= 0 && search->found < search->wanted;
         skip = search->next[skip]) {
        const int64_t to = at + skips[skip];

        search->steps++;
        if (to > search->goal - skips[search->found] || to >= search->limit) {
            continue;
        }
        if (to <= search->goal - skips[search->found + 1]) {
            visit(search, to, skip);
        }
        if (search->found == search->wanted ||
            at > search->goal - skips[search->found + 1]) {
            return;
        }
        search->limit = to;
        search->entries[search->found++] = skip;
        take_out(search, skip);
    }
}

/* What `rank` receives in the first `wanted` rounds of a phase; returns the
 * steps it took. */
static int find_received(const tunedx_circulant_t *graph, int rank, int wanted,
                         int entries[TUNEDX_MOST_SKIPS])
{
    const int rounds = graph->rounds;
    const int base = base_block(graph, rank);
    search_t search = {
        .graph = graph,
        .goal = (int64_t)rank + graph->size,
        .limit = 2 * (int64_t)graph->size,
        .wanted = wanted,
    };

    for (int i = 0; i <= rounds; i++) {
        search.next[i] = i - 1;
        search.previous[i] = i + 1;
    }
    take_out(&search, base);
    visit(&search, 0, base == rounds ? rounds - 1 : rounds);
    /* Rank 0, whose path is the whole circle, has the blocks of this phase:
     * where the search comes upon it the base block arrives. */
    for (int i = 0; i < wanted; i++) {
        const int skip = search.entries[i];

        entries[i] = skip == rounds ? base : skip - rounds;
    }
    return search.steps;
}

int tunedx_circulant_received(const tunedx_circulant_t *graph, int rank,
                              int entries[TUNEDX_MOST_SKIPS])
{
    return find_received(graph, rank, graph->rounds, entries);
}

/* ---- what is sent ---- */

/* The ranks among which a rank stands, as far as it has been looked for: they
 * are like the first `end` ranks of all, and it is the one at `place`. */
typedef struct range {
    int place, end;
    int entry; /* the one by which the last block came to all of them */
} range_t;

/* Whether the entry of round k is surely that of the block that came to all in
 * the range last.  In the lower part, the first skips[k] ranks, it is for those
 * who reach the upper part; in the upper part for all but its first rank, and
 * for that one where it reaches no rank behind the range.  And it is where the
 * range, or what is left of it, is so short, or so late, that nothing else is
 * left to send. */
static bool is_certain(const tunedx_circulant_t *graph, const range_t *range,
                       int k)
{
    const int skip = graph->skips[k], behind = range->end - skip;

    if (range->place < skip) {
        return range->place < behind || range->end < graph->skips[k - 1] ||
               (k == 1 && range->place == 0);
    }
    return k == 1 || range->place > skip || range->place <= behind ||
           behind < graph->skips[k - 1];
}

/* What the rank receives that is skips[k] ahead. */
static int ask_receiver(const tunedx_circulant_t *graph, int rank, int k)
{
    const int left = graph->size - graph->skips[k];
    const int to = rank < left ? rank + graph->skips[k] : rank - left;
    int ahead[TUNEDX_MOST_SKIPS] = {0};

    find_received(graph, to, k + 1, ahead);
    return ahead[k];
}

int tunedx_circulant_sent(const tunedx_circulant_t *graph, int rank,
                          int entries[TUNEDX_MOST_SKIPS])
{
    const int base = base_block(graph, rank);
    range_t range = {.place = rank, .end = graph->size, .entry = base};
    int asked = 0;

    for (int k = graph->rounds - 1; k >= 0; k--) {
        const int skip = graph->skips[k];
        const bool is_upper = range.place >= skip;

        if (rank == 0 || k == 0) {
            entries[k] = rank == 0 ? k : base - graph->rounds;
            continue;
        }
        if (is_upper) {
            range.entry = k - graph->rounds;
        }
        entries[k] = range.entry;
        if (skip != graph->size - rank && !is_certain(graph, &range, k)) {
            entries[k] = ask_receiver(graph, rank, k);
            asked++;
        }
        if (is_upper) {
            range.place -= skip;
            range.end -= skip;
        } else if (range.end > skip) {
            range.end = skip;
        }
    }
    return asked;
}

/* ---- the spreading of blocks ---- */

tunedx_spread_t tunedx_spread_of(int size, int rank, int blocks)
{
    tunedx_spread_t spread = {
        .graph = tunedx_circulant_of(size),
        .rank = rank,
        .blocks = blocks,
    };

    if (size > 1 && blocks > 0) {
        spread.rounds = blocks - 1 + spread.graph.rounds;
        tunedx_circulant_received(&spread.graph, rank, spread.received);
        tunedx_circulant_sent(&spread.graph, rank, spread.sent);
    }
    return spread;
}

/* The block that an entry of skip number k stands for.  Base blocks of the last
 * phase are all the last block. */
static int block_of(const tunedx_spread_t *spread, int round, int k, int entry)
{
    const int block = round - k + entry;

    if (block < 0) {
        return -1;
    }
    return block < spread->blocks ? block : spread->blocks - 1;
}

tunedx_hop_t tunedx_spread_hop(const tunedx_spread_t *spread, int round)
{
    const tunedx_circulant_t *graph = &spread->graph;
    /* The last round ends a phase, so the first phase may lack some. */
    const int k =
        (round + tunedx_mod(1 - spread->blocks, graph->rounds)) % graph->rounds;
    tunedx_hop_t hop = {.skip = graph->skips[k], .sent = -1, .received = -1};

    if (hop.skip != graph->size - spread->rank) {
        hop.sent = block_of(spread, round, k, spread->sent[k]);
    }
    if (spread->rank != 0) {
        hop.received = block_of(spread, round, k, spread->received[k]);
    }
    return hop;
}
