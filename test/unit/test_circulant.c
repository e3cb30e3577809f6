/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The schedules of blocks on circulant graphs, against what they have to be:
 * for many numbers of ranks each rank sends only what it has, gets every block
 * once, and there are as few rounds as can be.
 */
#include "cmocka_test.h"
#include "geometry/circulant.h"
#include "geometry/geometry.h"
#include "random.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    MOST = 1200,
    ALL_MOST = 2000,
    RANDOM_CALLS = 1000,
    SPREAD_MOST = 70,
    BLOCKS_MOST = 12
};

static void skips_halve_rounding_up(void **state)
{
    const int large[] = {65535, 65536, 65537, 1 << 30, INT_MAX};

    (void)state;
    for (int i = 1; i <= MOST + 5; i++) {
        const int size = i <= MOST ? i : large[i - MOST - 1];
        const tunedx_circulant_t graph = tunedx_circulant_of(size);

        assert_int_equal(graph.size, size);
        assert_int_equal(graph.rounds, tunedx_rounds(size));
        assert_int_equal(graph.skips[0], 1);
        assert_int_equal(graph.skips[graph.rounds], size);
        for (int k = 0; k < graph.rounds; k++) {
            const int half = graph.skips[k + 1] / 2;

            assert_int_equal(graph.skips[k], half + (graph.skips[k + 1] & 1));
        }
    }
}

/* A phase of one rank: every entry is another block, all but one are of the
 * phase before, and what is sent was received before, or is the base block of
 * the phase before. */
static void assert_phase(const tunedx_circulant_t *graph, int rank)
{
    const int rounds = graph->rounds;
    int received[TUNEDX_MOST_SKIPS], sent[TUNEDX_MOST_SKIPS];
    uint32_t seen = 0;
    int base = -1;

    tunedx_circulant_received(graph, rank, received);
    tunedx_circulant_sent(graph, rank, sent);
    for (int k = 0; k < rounds; k++) {
        const bool is_base = received[k] >= 0;
        const int block = is_base ? received[k] : received[k] + rounds;

        assert_true(0 <= block && block < rounds);
        assert_true((seen >> block & 1) == 0);
        seen |= (uint32_t)1 << block;
        assert_true(!is_base || base < 0);
        base = is_base ? block : base;
    }
    assert_true(rank == 0 || base >= 0);
    for (int k = 0; k < rounds; k++) {
        bool has = rank == 0 ? sent[k] == k : sent[k] == base - rounds;

        for (int i = 0; i < k; i++) {
            has = has || received[i] == sent[k];
        }
        assert_true(has || graph->skips[k] == graph->size - rank);
    }
}

static void phases_are_right(void **state)
{
    (void)state;
    for (int size = 2; size <= MOST; size++) {
        const tunedx_circulant_t graph = tunedx_circulant_of(size);

        for (int rank = 0; rank < size; rank++) {
            assert_phase(&graph, rank);
        }
    }
}

static void phases_are_right_of_many_ranks(void **state)
{
    const int sizes[] = {4095, 4096, 4097, 65537, 99999, 1 << 24, INT_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const tunedx_circulant_t graph = tunedx_circulant_of(sizes[i]);
        const int step = sizes[i] / 997;

        for (int j = 0; j < 997; j++) {
            assert_phase(&graph, j * step);
            assert_phase(&graph, sizes[i] - 1 - j);
        }
    }
}

/* What is sent is what the ranks ahead receive, and neither takes more work
 * than circulant.h says. */
static void assert_sent(const tunedx_circulant_t *graph, int rank)
{
    int sent[TUNEDX_MOST_SKIPS], ahead[TUNEDX_MOST_SKIPS];

    assert_in_range(tunedx_circulant_sent(graph, rank, sent), 0, 4);
    for (int k = 0; k < graph->rounds; k++) {
        const int left = graph->size - graph->skips[k];
        const int to = rank < left ? rank + graph->skips[k] : rank - left;

        assert_in_range(tunedx_circulant_received(graph, to, ahead), 0,
                        4 * (graph->rounds + 1));
        if (to != 0 && sent[k] != ahead[k]) {
            fail_msg("%d ranks: rank %d sends %d in round %d, but %d receives "
                     "%d",
                     graph->size, rank, sent[k], k, to, ahead[k]);
        }
    }
}

/* The same for all ranks, which so are looked at once. */
static void assert_all_sent(int size)
{
    const tunedx_circulant_t graph = tunedx_circulant_of(size);
    int(*received)[TUNEDX_MOST_SKIPS] = malloc((size_t)size * sizeof *received);
    int sent[TUNEDX_MOST_SKIPS];

    assert_non_null(received);
    for (int rank = 0; rank < size; rank++) {
        assert_true(tunedx_circulant_received(&graph, rank, received[rank]) <=
                    4 * (graph.rounds + 1));
    }
    for (int rank = 0; rank < size; rank++) {
        assert_true(tunedx_circulant_sent(&graph, rank, sent) <= 4);
        for (int k = 0; k < graph.rounds; k++) {
            const int to = (rank + graph.skips[k]) % size;

            assert_true(to == 0 || sent[k] == received[to][k]);
        }
    }
    free(received);
}

static void what_is_sent_is_what_is_received(void **state)
{
    static const int large[] = {4095,  4096,  4097,  8191,  10007,
                                16385, 16398, 30011, 32767, 43691,
                                65535, 65536, 65537, 69999};

    (void)state;
    for (int size = 1; size <= ALL_MOST; size++) {
        assert_all_sent(size);
    }
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        assert_all_sent(large[i]);
    }
}

/* Sizes of all magnitudes up to 2^30, also next to powers of two; ranks of any
 * place, and those with the shortest paths. */
static void what_is_sent_is_right_at_random(void **state)
{
    random_t random = {0};

    (void)state;
    for (int i = 0; i < RANDOM_CALLS; i++) {
        const int most = 1 << (11 + random_below(&random, 20));
        const int size = i % 2 == 0 ? most + 4 - random_below(&random, 9)
                                    : 2 + random_below(&random, most - 1);
        const tunedx_circulant_t graph = tunedx_circulant_of(size);

        for (int k = 0; k < graph.rounds; k++) {
            assert_sent(&graph, random_below(&random, size));
            assert_sent(&graph, graph.skips[k]);
        }
    }
}

/* Ranks that would have to ask more than four receivers if it were not seen
 * what surely goes on. */
static void few_receivers_are_asked(void **state)
{
    static const int calls[][2] = {
        {2097153, 524288}, {16777220, 5963779}, {536870914, 67108864},
        {4097, 1024},      {16398, 7942},
    };

    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        const tunedx_circulant_t graph = tunedx_circulant_of(calls[i][0]);

        assert_sent(&graph, calls[i][1]);
    }
}

/* What a rank receives in a round is what the rank behind it sends. */
static void assert_round(const tunedx_spread_t *spreads, int size, int round)
{
    for (int rank = 0; rank < size; rank++) {
        const tunedx_hop_t hop = tunedx_spread_hop(&spreads[rank], round);
        const int behind = tunedx_mod(rank - hop.skip, size);

        assert_int_equal(tunedx_spread_hop(&spreads[behind], round).sent,
                         hop.received);
        assert_true(hop.sent < 0 || hop.sent != hop.received);
    }
}

/* Plays all rounds. */
static void assert_spread(int size, int blocks)
{
    static tunedx_spread_t spreads[SPREAD_MOST];
    static bool has[SPREAD_MOST][BLOCKS_MOST];

    for (int rank = 0; rank < size; rank++) {
        spreads[rank] = tunedx_spread_of(size, rank, blocks);
        for (int i = 0; i < blocks; i++) {
            has[rank][i] = rank == 0;
        }
    }
    assert_int_equal(spreads[0].rounds, blocks - 1 + tunedx_rounds(size));
    for (int round = 0; round < spreads[0].rounds; round++) {
        assert_round(spreads, size, round);
        for (int rank = 0; rank < size; rank++) {
            const tunedx_hop_t hop = tunedx_spread_hop(&spreads[rank], round);

            assert_true(hop.sent < 0 || has[rank][hop.sent]);
        }
        for (int rank = 0; rank < size; rank++) {
            const tunedx_hop_t hop = tunedx_spread_hop(&spreads[rank], round);

            if (hop.received >= 0) {
                assert_false(has[rank][hop.received]);
                has[rank][hop.received] = true;
            }
        }
    }
    for (int rank = 0; rank < size; rank++) {
        for (int i = 0; i < blocks; i++) {
            assert_true(has[rank][i]);
        }
    }
}

static void blocks_reach_every_rank_once(void **state)
{
    (void)state;
    for (int size = 2; size <= SPREAD_MOST; size++) {
        for (int blocks = 1; blocks <= BLOCKS_MOST; blocks++) {
            assert_spread(size, blocks);
        }
    }
}

static void nothing_takes_no_rounds(void **state)
{
    (void)state;
    assert_int_equal(tunedx_spread_of(1, 0, 5).rounds, 0);
    assert_int_equal(tunedx_spread_of(7, 3, 0).rounds, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skips_halve_rounding_up),
        cmocka_unit_test(phases_are_right),
        cmocka_unit_test(phases_are_right_of_many_ranks),
        cmocka_unit_test(what_is_sent_is_what_is_received),
        cmocka_unit_test(what_is_sent_is_right_at_random),
        cmocka_unit_test(few_receivers_are_asked),
        cmocka_unit_test(blocks_reach_every_rank_once),
        cmocka_unit_test(nothing_takes_no_rounds),
    };

    return cmocka_run_group_tests_name("circulant", tests, NULL, NULL);
}
