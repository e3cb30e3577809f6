/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What deciding costs, and what finding costs once a program is kept.
 */
#include "bench/costs.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench/statistics.h"
#include "runtime/cache.h"

enum { CALLS = 4096 };

/* ---- decisions ---- */

typedef struct decisions {
    tunedx_decider_t *decider;
    tunedx_key_t key;
    size_t bytes[CALLS];
    uintptr_t sum; /* keeps the work from being left out */
} decisions_t;

/* Sizes from 1 byte to 4 MiB, all powers of two alike likely. */
static void draw_sizes(size_t *bytes)
{
    uint32_t state = 1;

    for (int i = 0; i < CALLS; i++) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = ((size_t)1 << (state >> 27) % 22) + (state >> 8) % 7;
    }
}

static void search_slice(void *context)
{
    decisions_t *decisions = context;
    const tunedx_slice_t *slice =
        &decisions->decider->slices[0][decisions->key.collective];

    for (int i = 0; i < CALLS; i++) {
        decisions->sum +=
            (uintptr_t)tunedx_slice_find(slice, decisions->bytes[i]);
    }
}

static void search_rows(void *context)
{
    decisions_t *decisions = context;
    tunedx_key_t key = decisions->key;

    for (int i = 0; i < CALLS; i++) {
        key.bytes = decisions->bytes[i];
        decisions->sum += (uintptr_t)tunedx_rules_find(
            &decisions->decider->policy->rules[0], 0, &key);
    }
}

static void decide(void *context)
{
    decisions_t *decisions = context;
    tunedx_key_t key = decisions->key;
    tunedx_choice_t choice = {.method = NULL};

    for (int i = 0; i < CALLS; i++) {
        key.bytes = decisions->bytes[i];
        tunedx_decide(decisions->decider, &key, &choice);
        decisions->sum += (uintptr_t)choice.method;
    }
}

static bool show_decisions(const tunedx_policy_t *policy,
                           tunedx_collective_t collective, int size)
{
    static decisions_t decisions;
    tunedx_decider_t decider;
    tunedx_choice_t choice;

    decisions.key = bench_key(collective, size, 8);
    decisions.decider = &decider;
    draw_sizes(decisions.bytes);
    tunedx_decider_init(&decider, policy, size, 1, size);
    const uint64_t begin = bench_now();
    const bool done = tunedx_decide(&decider, &decisions.key, &choice);
    const double first = (double)(bench_now() - begin);

    if (done) {
        printf("%-10s %5d %7zu %10.1f %10.1f %10.1f %10.0f\n",
               tunedx_collective_name(collective), size,
               decider.slices[0][collective].count,
               bench_measure(search_slice, &decisions, CALLS),
               bench_measure(decide, &decisions, CALLS),
               bench_measure(search_rows, &decisions, CALLS), first);
    }
    tunedx_decider_free(&decider);
    return done;
}

bool bench_decisions(void)
{
    static const int sizes[] = {2, 16, 1024};
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_policy_t policy;
    bool done = bench_policy(&arena, &policy);

    printf("\n# Decisions by the built-in rules, ns, warm, for sizes in random "
           "order up to 4 MiB.\n# slice: find the row among those left for a "
           "communicator; decide: all of it; rows: find it in\n# the file's "
           "order without a slice; first: once, with making the slice.\n");
    printf("%-10s %5s %7s %10s %10s %10s %10s\n", "#", "ranks", "entries",
           "slice", "decide", "rows", "first");
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        size_t count;

        tunedx_algorithms_of(collective, &count);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes && done; k++) {
            done = count == 0 || show_decisions(&policy, collective, sizes[k]);
        }
    }
    tunedx_arena_free(&arena);
    return done;
}

/* ---- the cache ---- */

typedef struct finds {
    tunedx_cache_t cache;
    tunedx_call_id_t ids[CALLS]; /* what is looked for, in this order */
    uintptr_t sum;
} finds_t;

static void find(void *context)
{
    finds_t *finds = context;

    for (int i = 0; i < CALLS; i++) {
        finds->sum +=
            (uintptr_t)tunedx_cache_find(&finds->cache, &finds->ids[i]);
    }
}

static tunedx_call_id_t nth_id(int n)
{
    return (tunedx_call_id_t){
        .units = 8 + 8 * (size_t)n,
        .unit_bytes = 1,
        .traits = tunedx_traits_pack((tunedx_traits_t){
            .collective = TUNEDX_BCAST,
            .root = n % 4,
            .commutative = true,
        }),
    };
}

/* A program of no instructions: finding does not look into it. */
static bool keep(tunedx_cache_t *cache, int n)
{
    const tunedx_call_id_t id = nth_id(n);
    tunedx_program_t *program = calloc(1, sizeof *program);

    if (program != NULL) {
        program->memory = sizeof *program;
        if (tunedx_cache_add(cache, &id, NULL, program, SIZE_MAX) != NULL) {
            return true;
        }
        tunedx_program_release(program);
    }
    return false;
}

static bool show_finds(int entries)
{
    static finds_t finds;
    uint32_t state = 1;
    bool done = true;

    for (int i = 0; i < entries && done; i++) {
        done = keep(&finds.cache, i);
    }
    for (int i = 0; i < CALLS; i++) {
        state = state * 1664525u + 1013904223u;
        finds.ids[i] = nth_id((int)((state >> 8) % (uint32_t)entries));
    }
    if (done) {
        printf("%7d %10.1f\n", entries, bench_measure(find, &finds, CALLS));
    }
    tunedx_cache_clear(&finds.cache);
    return done;
}

bool bench_cache(void)
{
    printf("\n# Finding a program that is kept, ns, warm, in random order.\n"
           "%-7s %10s\n",
           "#entries", "find");
    return show_finds(1) && show_finds(10) && show_finds(100) &&
           show_finds(1000);
}
