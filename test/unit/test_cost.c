/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What an algorithm states as its cost is the time of its simulated schedule,
 * exactly, or an upper bound where it says so: for all numbers of ranks up to
 * 129 and some larger ones.  Time is counted in whole numbers, with prices so
 * different that each term shows.
 *
 * TUNEDX_TEST_LEVEL=full tries more, few less; TUNEDX_TEST_ONLY='bcast_bin*'
 * those of such names alone.
 */
#include "cmocka_test.h"
#include "decision/parse_method.h"
#include "geometry/geometry.h"
#include "job.h"
#include "model/simulate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool full, few;

/* One way and two ways apart, as Rabenseifner has them; alike, as in most
 * formulas; reductions that cost nothing, and bytes that do not.  The first two
 * show every term; with many ranks one of them has to do. */
static const tunedx_price_t prices[] = {
    {1000003, 101, 500009, 67, 31},
    {1000003, 101, 1000003, 101, 31},
    {7, 5, 7, 5, 3},
    {5, 3, 5, 3, 97},
    {1000000, 1, 1000000, 1, 0},
    {1, 0, 1, 0, 0},
};

enum { FEW_RANKS = 17, PRICES = sizeof prices / sizeof prices[0] };

static bool is_few(int size)
{
    return full || size <= FEW_RANKS;
}

/* What a bound may state: as many percent more than the time as the algorithm
 * says, and where both prices differ, up to their quotient times as much. */
static uint64_t most_of(const tunedx_algorithm_t *algorithm, size_t price,
                        uint64_t time)
{
    const bool one_price = prices[price].alpha == prices[price].one_way_alpha;
    const bool is_open = algorithm->excess == 0 &&
                         (algorithm->accuracy & TUNEDX_COST_BOUND) != 0;
    const uint64_t percent = 100 + (uint64_t)algorithm->excess;

    return is_open ? UINT64_MAX : time * (one_price ? 1 : 2) * percent / 100;
}

static void compare(const job_call_t *call)
{
    const tunedx_algorithm_t *algorithm = call->method->algorithm;
    tunedx_shape_t shape = tunedx_shape_of(&call->key, 0, call->method);
    const bool is_whole_list = is_few(call->key.size);
    const size_t first =
        !is_whole_list && (algorithm->accuracy & TUNEDX_COST_ONE_PRICE) != 0;
    const size_t end = is_whole_list ? PRICES : first + 1;
    job_t job;
    char method[256];

    shape.block_units = call->block_units;
    if (job_build(&job, call) != TUNEDX_SUCCESS) {
        fail_msg("memory is short");
    }
    for (size_t i = first; i < end; i++) {
        const uint64_t stated = algorithm->cost(&shape, &prices[i]);
        uint64_t time;

        assert_int_equal(tunedx_simulate(&job.job, &prices[i], NULL, &time),
                         TUNEDX_SIMULATED);
        if (tunedx_cost_is_exact(&shape, &prices[i])
                ? time != stated
                : time > stated || stated > most_of(algorithm, i, time)) {
            tunedx_method_print(call->method, method, sizeof method);
            fail_msg("%s, %s: %d ranks, root %d, %zu units of %zu bytes, "
                     "price %zu: %" PRIu64 " is stated, %" PRIu64 " simulated",
                     tunedx_collective_name(call->key.collective), method,
                     call->key.size, call->key.root, call->key.units,
                     call->key.unit_bytes, i, stated, time);
        }
    }
    job_destroy(&job);
}

/* Programs of more instructions than this, for all ranks, take too long. */
static bool is_affordable(const job_call_t *call)
{
    const size_t most = full                     ? 4000000
                        : is_few(call->key.size) ? 40000
                                                 : 200000;
    const int ranks[] = {0, call->key.size / 2, call->key.size - 1};
    size_t instructions = 0;

    for (int i = 0; i < 3; i++) {
        tunedx_shape_t shape =
            tunedx_shape_of(&call->key, ranks[i], call->method);
        tunedx_program_t *program;

        shape.block_units = call->block_units;
        if (tunedx_build_program(&shape, &program) != TUNEDX_SUCCESS) {
            return false;
        }
        instructions = program->instructions > instructions
                           ? program->instructions
                           : instructions;
        tunedx_program_release(program);
    }
    return instructions * (size_t)call->key.size <= most;
}

static void compare_segments(job_call_t call,
                             const tunedx_algorithm_t *algorithm, int variant,
                             size_t units)
{
    const size_t bytes = call.key.unit_bytes;
    const size_t segments[] = {
        0,     bytes * (units / 7 + 1), bytes * (units / 3 + (units % 3 != 0)),
        bytes, bytes * (units / 3 + 1), bytes * (units / 6 + (units < 6))};
    const size_t lengths =
        is_few(call.key.size) && (full || !job_is_composed(algorithm)) ? 6 : 2;
    const size_t count = job_has_segments(algorithm) && units > 0 ? lengths : 1;
    const tunedx_algorithm_t *refuses;

    for (size_t i = 0; i < count; i++) {
        tunedx_arena_t arena = tunedx_arena_empty();

        call.method = job_method(&arena, algorithm, variant, 1, segments[i], 0);
        assert_non_null(call.method);
        if (tunedx_method_applies(call.method, &call.key, &refuses) &&
            is_affordable(&call)) {
            compare(&call);
        }
        tunedx_arena_free(&arena);
    }
}

static void compare_counts(const tunedx_algorithm_t *algorithm, int variant,
                           tunedx_collective_t collective, int size, int root)
{
    const size_t ranks = (size_t)size;
    const size_t counts[] = {12 * ranks, 5, 1, 3 * ranks + 2};
    const bool irregular = tunedx_collective_is_irregular(collective);
    const bool linear = /* the costs of others know blocks of one length only */
        collective == TUNEDX_GATHERV || collective == TUNEDX_SCATTERV;
    size_t *lengths = calloc(ranks, sizeof *lengths);

    assert_non_null(lengths);
    for (size_t i = 0; i < (is_few(size) ? 4 : 2); i++) {
        const size_t units = irregular && i == 3 ? 0 : counts[i];
        job_call_t call = {
            .key = job_key(collective, size, root, units, true),
        };

        if (collective == TUNEDX_BARRIER && i > 0) {
            break;
        }
        if (irregular) {
            call.key.units = job_fill_lengths(
                lengths, &call.key, linear ? JOB_VARIED : JOB_EQUAL, counts[i]);
            call.block_units = lengths;
        }
        compare_segments(call, algorithm, variant, counts[i]);
    }
    free(lengths);
}

static void compare_sizes(const tunedx_algorithm_t *algorithm, int variant,
                          tunedx_collective_t collective)
{
    static const int large[] = {255, 256, 257, 1000, 1024, 4095, 4096};
    const int count = (int)(sizeof large / sizeof large[0]);

    /* Of methods with others inside there are many. */
    const bool is_short = few || (!full && job_is_composed(algorithm));

    for (int i = 2; i < (is_short ? FEW_RANKS + 1 : 130 + count); i++) {
        const int size = i < 130 ? i : large[i - 130];
        const int roots[] = {0, 1, size / 2, size - 1};

        for (int k = 0; k < 4; k++) {
            const bool wanted = tunedx_collective_is_rooted(collective)
                                    ? is_few(size) || k == size % 4
                                    : k == 0;

            if (wanted) {
                compare_counts(algorithm, variant, collective, size, roots[k]);
            }
        }
    }
}

static void costs_are_as_stated(void **state)
{
    const tunedx_collective_t collective = *(tunedx_collective_t *)*state;
    size_t count;
    const tunedx_algorithm_t *const *algorithms =
        tunedx_algorithms_of(collective, &count);

    for (size_t i = 0; i < count; i++) {
        if (algorithms[i]->cost == NULL ||
            !job_is_wanted(collective, algorithms[i]->name)) {
            continue;
        }
        for (int v = 0; v < job_variants(algorithms[i]); v++) {
            compare_sizes(algorithms[i], v, collective);
        }
    }
}

/* The time of one method, window 1, root 1 where there is one. */
static uint64_t time_of(tunedx_collective_t collective, const char *text,
                        int size, size_t units, const tunedx_price_t *paid)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_complaint_t complaint;
    const bool rooted = tunedx_collective_is_rooted(collective);
    job_call_t call = {.key = job_key(collective, size, rooted, units, true)};
    uint64_t time = 0;
    job_t job;

    call.key.unit_bytes = 1;
    call.method =
        tunedx_method_parse(&arena, collective, text, strlen(text), &complaint);
    assert_non_null(call.method);
    assert_int_equal(job_build(&job, &call), TUNEDX_SUCCESS);
    assert_int_equal(tunedx_simulate(&job.job, paid, NULL, &time),
                     TUNEDX_SIMULATED);
    job_destroy(&job);
    tunedx_arena_free(&arena);
    return time;
}

/* n-1+ceil(log2 p) rounds for n segments; ceil(log2 p) rounds and p-1 blocks:
 * what cannot be done in less. */
static void circulant_graphs_take_the_least(void **state)
{
    static const int sizes[] = {250, 511, 512, 513, 1000, 2047, 4096};
    const tunedx_price_t rounds = {1, 0, 1, 0, 0}, bytes = {0, 1, 0, 1, 0};
    const size_t block = 3;

    (void)state;
    for (int i = 2; i < 130 + (int)(sizeof sizes / sizeof sizes[0]); i++) {
        const int size = i < 130 ? i : sizes[i - 130];
        const uint64_t fewest = (uint64_t)tunedx_rounds(size);

        for (size_t units = 1; units < 14; units += 4) {
            assert_int_equal(time_of(TUNEDX_BCAST,
                                     "circulant segment=1 window=1", size,
                                     units, &rounds),
                             units - 1 + fewest);
            assert_int_equal(time_of(TUNEDX_REDUCE,
                                     "circulant segment=1 window=1", size,
                                     units, &rounds),
                             units - 1 + fewest);
        }
        for (int gathers = 0; gathers < 2; gathers++) {
            const tunedx_collective_t collective =
                gathers == 0 ? TUNEDX_REDUCE_SCATTER_BLOCK : TUNEDX_ALLGATHER;

            assert_int_equal(
                time_of(collective, "circulant window=1", size, block, &rounds),
                fewest);
            assert_int_equal(
                time_of(collective, "circulant window=1", size, block, &bytes),
                (size_t)(size - 1) * block);
        }
    }
}

/* The least time of per_level with lists that begin with `list`. */
static uint64_t best_levels(tunedx_collective_t collective, const char *list,
                            int levels, int size, size_t units,
                            const tunedx_price_t *paid)
{
    static const char *const words[] = {"full", "half", "ring", "direct"};
    uint64_t best = UINT64_MAX;

    for (int i = 0; i < 4; i++) {
        char longer[80], text[120];
        uint64_t time;

        snprintf(longer, sizeof longer, "%s%s%s", list,
                 list[0] == '\0' ? "" : ",", words[i]);
        snprintf(text, sizeof text, "per_level levels=%s window=1", longer);
        time = time_of(collective, text, size, units, paid);
        best = time < best ? time : best;
        if (i < 2 && levels > 1) { /* no level comes after these */
            time =
                best_levels(collective, longer, levels - 1, size, units, paid);
            best = time < best ? time : best;
        }
    }
    return best;
}

/* What it is made of is never better than its best list, and for some sizes
 * all of it is worse. */
static void levels_are_never_worse(void **state)
{
    static const char *const made_of[][4] = {
        {"recursive_doubling window=1", "rabenseifner window=1",
         "pairwise_ring window=1", "pairwise window=1"},
        {"binomial window=1", "rabenseifner window=1", "pairwise_ring window=1",
         NULL},
    };
    const tunedx_price_t paid = {100000, 10, 100000, 10, 5};
    int better = 0;

    (void)state;
    for (int size = 2; size <= 24; size += size < 16 ? 1 : 4) {
        for (size_t units = 64; units <= 65536; units *= 32) {
            for (int i = 0; i < 2; i++) {
                const tunedx_collective_t collective =
                    i == 0 ? TUNEDX_ALLREDUCE : TUNEDX_REDUCE;
                const uint64_t best =
                    best_levels(collective, "", tunedx_rounds(size) + 1, size,
                                units, &paid);
                uint64_t single = UINT64_MAX;

                for (int k = 0; k < 4 && made_of[i][k] != NULL; k++) {
                    const uint64_t time =
                        time_of(collective, made_of[i][k], size, units, &paid);

                    single = time < single ? time : single;
                }
                assert_true(best <= single);
                better += best < single;
            }
        }
    }
    assert_true(better > 20);
}

/* Its segments are even for vectors that a power of two divides. */
static void binary_blocks_are_exact(void **state)
{
    (void)state;
    for (int size = 2; size < 130; size++) {
        const tunedx_collective_t collectives[] = {TUNEDX_ALLREDUCE,
                                                   TUNEDX_REDUCE};

        for (int i = 0; i < 2; i++) {
            const tunedx_algorithm_t *algorithm = tunedx_algorithm_find(
                collectives[i], "binary_blocks", strlen("binary_blocks"));

            compare_segments(
                (job_call_t){
                    .key = job_key(collectives[i], size, i * size / 3,
                                   3 * (size_t)tunedx_power_below(size), true),
                },
                algorithm, 0, 0);
        }
    }
}

int main(void)
{
    const char *level = getenv("TUNEDX_TEST_LEVEL");
    tunedx_collective_t collectives[TUNEDX_COLLECTIVES];
    struct CMUnitTest tests[TUNEDX_COLLECTIVES + 3] = {
        [TUNEDX_COLLECTIVES] =
            cmocka_unit_test(circulant_graphs_take_the_least),
        [TUNEDX_COLLECTIVES + 1] = cmocka_unit_test(levels_are_never_worse),
        [TUNEDX_COLLECTIVES + 2] = cmocka_unit_test(binary_blocks_are_exact),
    };

    full = level != NULL && strcmp(level, "full") == 0;
    few = level != NULL && strcmp(level, "few") == 0;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        collectives[i] = (tunedx_collective_t)i;
        tests[i] = (struct CMUnitTest){
            .name = tunedx_collective_name(collectives[i]),
            .test_func = costs_are_as_stated,
            .initial_state = &collectives[i],
        };
    }
    return cmocka_run_group_tests_name("costs", tests, NULL, NULL);
}
