/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How long a decision takes in each of its encodings, as in table 3 of
 * Pjesivac-Grbovic et al. 2007: for random numbers of ranks, 2 to 64, and
 * random sizes, 1 byte to 16 MB, the same for all encodings.  All but
 * coll/tuned decide by the built-in rules, on one node.
 *
 * Warm is a loop over 4,096 calls.  Cold is one call after a walk through more
 * memory than the caches hold, with the clock's own time, which is its first
 * line.  Needs no MPI but Open MPI's libraries.
 */
#include "bench/costs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/costs_tree.h"
#include "bench/costs_tuned.h"
#include "bench/statistics.h"
#include "maps/statistics.h"

enum {
    CALLS = 4096,
    COLD_CALLS = 61,
    LEAST_RANKS = 2,
    MOST_RANKS = 64,
    MOST_SIZE = 16000000,
    SIZE_BINS = 64,
    FLUSH_BYTES = 96 << 20
};

/* What `tunedx codegen` makes of the built-in rules. */
extern const tunedx_generated_t generated_defaults;

static struct state {
    tunedx_collective_t collective;
    tunedx_rules_t rules;
    tunedx_arena_t arena;
    tunedx_slice_t slices[MOST_RANKS + 1];
    bench_tree_t halves, cuts; /* without and with the best cuts */
    unsigned char dense[MOST_RANKS + 1][SIZE_BINS];
    tunedx_key_t keys[CALLS]; /* made for each collective */
    unsigned char *flushed;
    uintptr_t sum; /* keeps the work from being left out */
} state;

/* ---- the encodings ---- */

typedef struct encoding {
    const char *name;
    uintptr_t (*decide)(const tunedx_key_t *key);
    size_t (*bytes)(void); /* of memory; absent: not known */
} encoding_t;

static uintptr_t decide_nothing(const tunedx_key_t *key)
{
    return key->bytes;
}

/* A communicator keeps the slice of its size, and looks for nothing else. */
static uintptr_t search_slice(const tunedx_key_t *key)
{
    return (uintptr_t)tunedx_slice_find(&state.slices[key->size], key->bytes);
}

static uintptr_t run_generated(const tunedx_key_t *key)
{
    return (uintptr_t)generated_defaults.decide[key->collective](key, 0);
}

static uintptr_t search_rows(const tunedx_key_t *key)
{
    return (uintptr_t)tunedx_rules_find(&state.rules, 0, key);
}

/* As Table 3 has them: both axes by binary search, then down the tree. */
static uintptr_t ask_halves(const tunedx_key_t *key)
{
    return tunedx_quadtree_find(&state.halves.tree, (size_t)key->size,
                                key->bytes);
}

static uintptr_t ask_cuts(const tunedx_key_t *key)
{
    return tunedx_quadtree_find(&state.cuts.tree, (size_t)key->size,
                                key->bytes);
}

/* Two bins for each power of two. */
static int bin_of(size_t bytes)
{
    int bits = 0;

    if (bytes > 0) {
        bits = 63 - __builtin_clzll((unsigned long long)bytes);
    }
    return bits < 1 ? 0 : 2 * bits + (int)(bytes >> (bits - 1) & 1);
}

static uintptr_t look_up(const tunedx_key_t *key)
{
    return state.dense[key->size][bin_of(key->bytes) % SIZE_BINS];
}

static uintptr_t ask_tuned(const tunedx_key_t *key)
{
    return (uintptr_t)bench_tuned_decide(key);
}

static size_t bytes_of_slice(void)
{
    size_t entries = 0;

    for (int size = LEAST_RANKS; size <= MOST_RANKS; size++) {
        entries += state.slices[size].count;
    }
    return entries * sizeof(tunedx_slice_entry_t) /
           (MOST_RANKS - LEAST_RANKS + 1);
}

static size_t bytes_of_rows(void)
{
    size_t bytes = 0;

    for (size_t i = 0; i < state.rules.count; i++) {
        const tunedx_rule_t *row = &state.rules.rows[i];

        if (row->collective == state.collective) {
            bytes += sizeof *row + row->ranks.count * sizeof *row->ranks.ranges;
        }
    }
    return bytes;
}

static size_t bytes_of_halves(void)
{
    return tunedx_quadtree_size(&state.halves.tree).bytes;
}

static size_t bytes_of_cuts(void)
{
    return tunedx_quadtree_size(&state.cuts.tree).bytes;
}

static size_t bytes_of_dense(void)
{
    return (size_t)MOST_RANKS * SIZE_BINS;
}

static const encoding_t encodings[] = {
    {"(clock and loop)", decide_nothing, NULL},
    {"slice of a communicator", search_slice, bytes_of_slice},
    {"generated C", run_generated, NULL},
    {"quadtree, halves", ask_halves, bytes_of_halves},
    {"quadtree, best cuts", ask_cuts, bytes_of_cuts},
    {"rows in order", search_rows, bytes_of_rows},
    {"dense table 64 x 64", look_up, bytes_of_dense},
    {"coll/tuned, its own", ask_tuned, NULL},
};

enum { ENCODINGS = sizeof encodings / sizeof encodings[0] };

/* ---- timing ---- */

static double time_warm(const encoding_t *encoding, double *least)
{
    double batches[BENCH_BATCHES];

    for (int i = -1; i < BENCH_BATCHES; i++) {
        const uint64_t begin = bench_now();

        for (int k = 0; k < CALLS; k++) {
            state.sum += encoding->decide(&state.keys[k]);
        }
        if (i >= 0) {
            batches[i] = (double)(bench_now() - begin) / CALLS;
        }
    }
    const bench_summary_t summary = bench_summarize(batches, BENCH_BATCHES);

    *least = batches[0]; /* they are sorted now */
    return summary.median;
}

static double time_cold(const encoding_t *encoding)
{
    double calls[COLD_CALLS];

    for (int i = 0; i < COLD_CALLS; i++) {
        tunedx_key_t key = state.keys[i];

        for (size_t k = 0; k < FLUSH_BYTES; k += 64) {
            state.sum += ++state.flushed[k];
        }
        const uint64_t begin = bench_now();

        state.sum += encoding->decide(&key);
        calls[i] = (double)(bench_now() - begin);
    }
    return bench_summarize(calls, COLD_CALLS).median;
}

/* ---- preparing ---- */

static tunedx_key_t key_of(int size, size_t bytes)
{
    tunedx_key_t key = bench_key(state.collective, size, bytes);

    key.nodes = size;
    key.ppn = 1;
    return key;
}

/* Sizes that are all alike likely, or powers of two with something added. */
static void draw_keys(bool by_power)
{
    uint32_t random = 2007;

    for (int i = 0; i < CALLS; i++) {
        random = random * 1664525u + 1013904223u;
        const int size =
            LEAST_RANKS + (int)((random >> 8) % (MOST_RANKS - LEAST_RANKS + 1));

        random = random * 1664525u + 1013904223u;
        const size_t bytes =
            by_power ? ((size_t)1 << (random >> 27) % 24) + (random >> 8) % 7
                     : 1 + (random >> 4) % MOST_SIZE;

        state.keys[i] = key_of(size, bytes);
    }
}

/* What the rules have for the least size of a bin; a floor for time, not a
 * decision like the others. */
static void fill_dense(int size)
{
    for (int bin = 2; bin < SIZE_BINS; bin++) {
        const tunedx_key_t key =
            key_of(size, ((size_t)2 + (size_t)(bin % 2)) << (bin / 2) >> 1);
        const tunedx_rule_t *row = tunedx_rules_find(&state.rules, 0, &key);

        state.dense[size][bin] =
            (unsigned char)(row == NULL ? 0 : row - state.rules.rows);
    }
}

static bool prepare(tunedx_collective_t collective)
{
    bool done = true;

    state.collective = collective;
    for (int size = LEAST_RANKS; size <= MOST_RANKS && done; size++) {
        done = tunedx_rules_slice(&state.arena, &state.rules, collective, size,
                                  size, 1, &state.slices[size]);
        fill_dense(size);
    }
    return done &&
           bench_tree_make(&state.halves, collective, state.slices, LEAST_RANKS,
                           MOST_RANKS, false) &&
           bench_tree_make(&state.cuts, collective, state.slices, LEAST_RANKS,
                           MOST_RANKS, true);
}

static void show(const encoding_t *encoding, bool has_tuned)
{
    char bytes[32] = "-";
    double least, least_by_power, warm, by_power;

    if (encoding->decide == ask_tuned && !has_tuned) {
        return;
    }
    if (encoding->bytes != NULL) {
        snprintf(bytes, sizeof bytes, "%zu", encoding->bytes());
    }
    draw_keys(false);
    warm = time_warm(encoding, &least);
    draw_keys(true);
    by_power = time_warm(encoding, &least_by_power);
    printf("%-10s %-24s %7.2f %7.2f %7.2f %7.2f %7.0f %7s\n",
           tunedx_collective_name(state.collective), encoding->name, least,
           warm, least_by_power, by_power, time_cold(encoding), bytes);
}

bool bench_encodings(void)
{
    static const tunedx_collective_t collectives[] = {TUNEDX_BCAST,
                                                      TUNEDX_REDUCE};
    const bool has_tuned = bench_tuned_open();
    tunedx_policy_t policy;
    bool done = bench_policy(&state.arena, &policy);

    state.rules = policy.rules[0];
    state.flushed = calloc(1, FLUSH_BYTES);
    done = done && state.flushed != NULL;
    printf(
        "\n# Encodings of a decision, ns, for 2 to 64 ranks and 1 B to 16 MB "
        "at random.\n"
        "# sizes: all alike likely; powers: all powers of two; in a loop, "
        "least and median of batches.\n"
        "# cold: a call after the caches were flushed, with the clock's own "
        "time.  memory: bytes of data.\n");
    if (!has_tuned) {
        printf("# coll/tuned's plugin has not the functions expected.\n");
    }
    printf("%-10s %-24s %7s %7s %7s %7s %7s %7s\n", "#", "encoding", "sizes",
           "median", "powers", "median", "cold", "memory");
    for (size_t c = 0; c < 2 && done; c++) {
        done = prepare(collectives[c]);
        for (int i = 0; i < ENCODINGS && done; i++) {
            show(&encodings[i], has_tuned);
        }
        bench_tree_free(&state.halves);
        bench_tree_free(&state.cuts);
    }
    free(state.flushed);
    tunedx_arena_free(&state.arena);
    return done;
}
