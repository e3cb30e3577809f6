/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every algorithm of the registry does what its collective asks for: the
 * verifier's matrix of ranks x roots x counts x segments x in place x
 * commutative or not x windows.
 *
 * TUNEDX_TEST_LEVEL=full is the whole matrix; otherwise it is thinned, and
 * thinned further by TUNEDX_TEST_LEVEL=few, for slow builds.
 * TUNEDX_TEST_MATRIX, if set, is the level of this test alone.
 * TUNEDX_TEST_ONLY='bcast_bin*' tests those of such names alone.
 */
#include "cmocka_test.h"
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 500, FEW_RANKS = 9, MANY_RANKS = 33 };

static const int few_sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 33, 65, 0};
static const int all_sizes[] = {1,  2,  3,  4,  5,  6,   7,   8,   9,       10,
                                11, 12, 13, 14, 15, 16,  17,  18,  19,      20,
                                21, 22, 23, 24, 25, 26,  27,  28,  29,      30,
                                31, 32, 33, 64, 65, 127, 128, 129, LARGEST, 0};

static bool full;  /* the whole matrix */
static bool few;   /* no more than 17 ranks */
static int wanted; /* algorithms that the environment asks for */

static bool has_blocks(tunedx_collective_t collective)
{
    return collective == TUNEDX_ALLGATHER || collective == TUNEDX_ALLGATHERV ||
           collective == TUNEDX_ALLTOALL || collective == TUNEDX_ALLTOALLV ||
           collective == TUNEDX_ALLTOALLW ||
           collective == TUNEDX_REDUCE_SCATTER ||
           collective == TUNEDX_REDUCE_SCATTER_BLOCK;
}

/* ---- one call ---- */

static void verify(const job_call_t *call)
{
    const tunedx_algorithm_t *refuses;
    tunedx_fault_t fault = {.text = "the program was not built"};
    job_t job;

    if (!tunedx_method_applies(call->method, &call->key, &refuses)) {
        return;
    }
    if (job_build(&job, call) != TUNEDX_SUCCESS) {
        job_fail(call, &fault);
        return;
    }
    const bool passed = tunedx_verify(&job.job, &fault);

    job_destroy(&job);
    if (!passed) {
        job_fail(call, &fault);
    }
}

/* Every way to be in place, to commute, and to overlap. */
static void verify_ways(job_call_t call, const tunedx_algorithm_t *algorithm,
                        int variant, size_t segment, size_t piece)
{
    static const int windows[] = {TUNEDX_DEFAULT_WINDOW, 1};
    /* what may overlap shows with few ranks */
    const int choices = call.key.size <= MANY_RANKS ? 2 : 1;
    const job_in_place_t in_place = job_in_place(call.key.collective);
    const bool reduces = tunedx_collective_is_reduction(call.key.collective);
    const bool symmetric = job_is_symmetric(&call);

    for (int i = 0; i < choices; i++) {
        tunedx_arena_t arena = tunedx_arena_empty();

        call.method =
            job_method(&arena, algorithm, variant, windows[i], segment, piece);
        assert_non_null(call.method);
        for (int orders = 0; orders <= reduces; orders++) {
            call.key.commutative = orders == 0;
            call.in_place = JOB_NOWHERE;
            verify(&call);
            if (in_place != JOB_NOWHERE && symmetric) {
                call.in_place = in_place;
                verify(&call);
            }
            if (in_place == JOB_ON_EVEN_RANKS) {
                call.in_place = JOB_EVERYWHERE;
                verify(&call);
            }
        }
        tunedx_arena_free(&arena);
    }
}

/* Whether so many messages are worth the time. */
static bool is_affordable(const tunedx_key_t *key, size_t units, size_t segment)
{
    const size_t size = (size_t)key->size;
    const size_t most = full ? 200000 : 20000;
    const size_t segments = (units + segment - 1) / segment;

    return size * (has_blocks(key->collective) ? size : 1) * segments <= most;
}

/* Messages of two units at most, also of a long segment.  That changes no order
 * and no wait, so that not every case has to be tried. */
static void verify_pieces(const job_call_t *call,
                          const tunedx_algorithm_t *algorithm, int variant,
                          size_t units)
{
    const size_t bytes = call->key.unit_bytes;

    if (variant > 0 || call->key.size > FEW_RANKS ||
        units <= (size_t)call->key.size + 1 ||
        !is_affordable(&call->key, units, 2)) {
        return;
    }
    verify_ways(*call, algorithm, variant, 0, 2 * bytes);
    if (job_has_segments(algorithm)) {
        verify_ways(*call, algorithm, variant, 5 * bytes, 2 * bytes);
    }
}

/* Every segment length, two for many ranks.  `units` is the longest block, or
 * the vector. */
static void verify_segments(const job_call_t *call,
                            const tunedx_algorithm_t *algorithm, int variant,
                            size_t units)
{
    const size_t bytes = call->key.unit_bytes;
    const size_t lengths[] = {(units + 1) / 2, 1, 3, units, units + 1};
    const size_t count =
        call->key.size <= MANY_RANKS ? sizeof lengths / sizeof lengths[0] : 2;

    verify_ways(*call, algorithm, variant, 0, 0);
    verify_pieces(call, algorithm, variant, units);
    if (!job_has_segments(algorithm) || units == 0) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        bool again = lengths[i] > units + 1;

        for (size_t k = 0; k < i; k++) {
            again = again || lengths[k] == lengths[i];
        }
        if (!again && is_affordable(&call->key, units, lengths[i])) {
            /* a few bytes more than whole units make no difference */
            verify_ways(*call, algorithm, variant, (lengths[i] + 1) * bytes - 1,
                        0);
        }
    }
}

static void verify_patterns(job_call_t call,
                            const tunedx_algorithm_t *algorithm, int variant,
                            size_t units)
{
    const size_t size = (size_t)call.key.size;
    const int first =
        job_has_table(call.key.collective) ? JOB_LOPSIDED : JOB_VARIED;
    const int end = call.key.size <= MANY_RANKS ? JOB_PATTERNS : first + 2;
    size_t *lengths = calloc(size * size, sizeof *lengths);

    assert_non_null(lengths);
    for (int i = first; i < end; i++) {
        call.key.units =
            job_fill_lengths(lengths, &call.key, (job_pattern_t)i, units);
        call.block_units = lengths;
        verify_segments(&call, algorithm, variant,
                        job_longest(lengths, &call.key));
    }
    free(lengths);
}

/* ---- the matrix ---- */

static void verify_counts(const tunedx_algorithm_t *algorithm, int variant,
                          tunedx_collective_t collective, int size, int root)
{
    const size_t ranks = (size_t)size;
    const size_t counts[] = {0,         1,     ranks - 1,
                             ranks + 1, ranks, (3 * ranks + 2) | 1};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const size_t units = counts[i];
        bool again = false;
        const job_call_t call = {
            .key = job_key(collective, size, root, units, true),
        };

        for (size_t k = 0; k < i; k++) {
            again = again || counts[k] == units;
        }
        if (again || (collective == TUNEDX_BARRIER && units != 1)) {
            continue;
        }
        if (tunedx_collective_is_irregular(collective)) {
            verify_patterns(call, algorithm, variant, units);
        } else {
            verify_segments(&call, algorithm, variant, units);
        }
    }
}

static void verify_roots(const tunedx_algorithm_t *algorithm, int variant,
                         tunedx_collective_t collective, int size)
{
    const int some[] = {0, 1, size / 2, size - 1};
    const bool all = full ? size <= FEW_RANKS : size <= FEW_RANKS / 2;

    for (int root = 0; root < size; root++) {
        bool listed = all;

        for (int i = 0; i < 4; i++) {
            listed = listed || some[i] == root;
        }
        if (root == 0 || (listed && tunedx_collective_is_rooted(collective))) {
            verify_counts(algorithm, variant, collective, size, root);
        }
    }
}

/* How many ranks are worth the time: methods inside are proven for themselves,
 * and gathering all vectors takes the cube of the ranks. */
static int largest(const tunedx_algorithm_t *algorithm, int variant)
{
    if (!job_is_composed(algorithm)) {
        return few ? 17 : variant == 0 || !full ? LARGEST : 2 * FEW_RANKS;
    }
    if (full) {
        return variant == 0 ? 129 : 2 * FEW_RANKS;
    }
    return variant == 0 && !few ? MANY_RANKS : FEW_RANKS - 1;
}

static void every_algorithm_is_right(void **state)
{
    const tunedx_collective_t collective = *(tunedx_collective_t *)*state;
    const int *sizes = full ? all_sizes : few_sizes;
    size_t count;
    const tunedx_algorithm_t *const *algorithms =
        tunedx_algorithms_of(collective, &count);

    if (count == 0) {
        skip();
    }
    for (size_t i = 0; i < count; i++) {
        if (!job_is_wanted(collective, algorithms[i]->name)) {
            continue;
        }
        wanted++;
        for (int v = 0; v < job_variants(algorithms[i]); v++) {
            const int most = largest(algorithms[i], v);

            for (int k = 0; sizes[k] > 0; k++) {
                if (sizes[k] <= most) {
                    verify_roots(algorithms[i], v, collective, sizes[k]);
                }
            }
        }
    }
}

int main(void)
{
    const char *own = getenv("TUNEDX_TEST_MATRIX");
    const char *level = own != NULL ? own : getenv("TUNEDX_TEST_LEVEL");
    tunedx_collective_t collectives[TUNEDX_COLLECTIVES];
    struct CMUnitTest tests[TUNEDX_COLLECTIVES];

    full = level != NULL && strcmp(level, "full") == 0;
    few = level != NULL && strcmp(level, "few") == 0;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        collectives[i] = (tunedx_collective_t)i;
        tests[i] = (struct CMUnitTest){
            .name = tunedx_collective_name(collectives[i]),
            .test_func = every_algorithm_is_right,
            .initial_state = &collectives[i],
        };
    }
    const int failed =
        cmocka_run_group_tests_name("algorithms", tests, NULL, NULL);

    if (wanted == 0) {
        print_error("no algorithm matches TUNEDX_TEST_ONLY\n");
    }
    return failed != 0 || wanted == 0;
}
