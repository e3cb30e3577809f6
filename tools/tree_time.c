/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See tree_time.h.
 */
#include "tools/tree_time.h"

#include <time.h>

enum { CALLS = 4096, ROUNDS = 40 };

typedef struct call {
    size_t ranks, bytes;
} call_t;

/* xorshift (Marsaglia 2003) is random enough. */
static size_t draw(uint64_t *state, size_t least, size_t most)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return most <= least ? most : least + *state % (most - least + 1);
}

static double now(void)
{
    struct timespec time = {0, 0};

    timespec_get(&time, TIME_UTC);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

double tool_tree_time(const tunedx_quadtree_t *tree)
{
    static call_t calls[CALLS];
    static volatile size_t sink; /* or nothing would be asked */
    const tunedx_map_t *map = tree->map;
    uint64_t state = 1;
    double least = 0;

    for (int i = 0; i < CALLS; i++) {
        calls[i].ranks = draw(&state, 2, map->ranks[map->ranks_count - 1]);
        calls[i].bytes = draw(&state, 1, map->bytes[map->bytes_count - 1]);
    }
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = now();
        size_t sum = 0;

        for (int i = 0; i < CALLS; i++) {
            sum += tunedx_quadtree_find(tree, calls[i].ranks, calls[i].bytes);
        }
        sink = sum;
        const double time = (now() - begin) / CALLS;
        least = round == 0 || time < least ? time : least;
    }
    (void)sink;
    return least;
}
