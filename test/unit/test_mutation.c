/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The verifier misses nothing: it refuses every mutant of every algorithm.
 */
#include "cmocka_test.h"
#include "mutant.h"

enum { MUTANTS = 6, LEAST = 200, UNITS = 7 };

typedef struct tally {
    random_t random;
    int made[MUTATIONS];
    int delayed[2]; /* without and with a conflict */
} tally_t;

/* Whether the method, or one inside, is one of these. */
static bool contains(const tunedx_method_t *method,
                     const tunedx_algorithm_t *const *these)
{
    bool found = false;

    for (int i = 0; these[i] != NULL; i++) {
        found = found || method->algorithm == these[i];
    }
    for (int i = 0; i < TUNEDX_MAX_PARAMETERS; i++) {
        const tunedx_method_t *inner = method->settings[i].method;

        found = found || (inner != NULL && contains(inner, these));
    }
    return found;
}

/* Algorithms in which some rank receives what it has: all blocks with its own
 * one in place among them, or what a scatter has brought beyond its own. */
static const tunedx_algorithm_t *const repeat[] = {
    &tunedx_allgather_gather_bcast, &tunedx_alltoall_gather_scatter,
    &tunedx_bcast_scatter_allgather, NULL};

/* Algorithms that gather vectors and then combine them all, so that it matters
 * to an order only which one is which. */
static const tunedx_algorithm_t *const gather_first[] = {
    &tunedx_allreduce_allgather_reduce, &tunedx_reduce_gather_reduce, NULL};

/* Algorithms that also combine blocks which another rank hands on. */
static const tunedx_algorithm_t *const combine_more[] = {
    &tunedx_reduce_scatter_block_recursive_doubling,
    &tunedx_reduce_scatter_recursive_doubling, NULL};

/* Whether it is a fault in this call.  A barrier's tokens have no contents, so
 * it does not matter which of them is sent, or from where.  In place, a copy
 * may put the input where it already stands. */
static bool is_fault(const job_call_t *call, mutation_t mutation)
{
    switch (mutation) {
    case MUTATION_CROSS:
        return call->key.collective != TUNEDX_BARRIER &&
               !(call->key.commutative && contains(call->method, gather_first));
    case MUTATION_REUSE_SLOT:
        return call->key.collective != TUNEDX_BARRIER;
    case MUTATION_SHORTEN_BOTH:
        return !contains(call->method, repeat);
    case MUTATION_SHORTEN_LOCAL:
        return call->in_place == JOB_NOWHERE &&
               !contains(call->method, combine_more);
    default:
        return true;
    }
}

static void mutate(const job_call_t *call, const job_t *job, tally_t *tally)
{
    for (int i = 0; i < MUTATIONS * MUTANTS; i++) {
        const mutation_t mutation = (mutation_t)(i % MUTATIONS);
        tunedx_fault_t fault = {.rank = 0};
        mutant_t mutant;

        if (!is_fault(call, mutation) ||
            !mutant_make(&mutant, job, mutation, &tally->random)) {
            continue;
        }
        const bool passed = tunedx_verify(&mutant.job.job, &fault);

        mutant_destroy(&mutant);
        tally->made[mutation]++;
        if (passed) {
            print_error("missed: %s\n", mutation_names[mutation]);
            job_fail(call, &fault);
        }
    }
}

/* A wait may come later as long as nobody touches the span.  In a barrier it
 * is the wait itself that matters. */
static void delay_waits(const job_call_t *call, const job_t *job,
                        tally_t *tally)
{
    for (int i = 0; i < MUTANTS && call->key.collective != TUNEDX_BARRIER;
         i++) {
        tunedx_fault_t fault = {.rank = 0};
        mutant_t mutant;
        bool conflicts;

        if (!mutant_delay_wait(&mutant, job, &tally->random, &conflicts)) {
            continue;
        }
        const bool passed = tunedx_verify(&mutant.job.job, &fault);

        mutant_destroy(&mutant);
        tally->delayed[conflicts]++;
        if (passed == conflicts) {
            print_error("%s\n", passed ? "missed: late wait"
                                       : "refused: late but right wait");
            job_fail(call, &fault);
        }
    }
}

static void mutate_call(const job_call_t *call, tally_t *tally)
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
    if (tunedx_verify(&job.job, &fault)) {
        mutate(call, &job, tally);
        delay_waits(call, &job, tally);
        job_destroy(&job);
    } else {
        job_destroy(&job);
        job_fail(call, &fault);
    }
}

static void mutate_algorithm(tunedx_collective_t collective,
                             const tunedx_algorithm_t *algorithm, int variant,
                             int size, tally_t *tally)
{
    const bool rooted = tunedx_collective_is_rooted(collective);
    size_t lengths[UNITS * UNITS];

    for (int i = 0; i < 16; i++) {
        tunedx_arena_t arena = tunedx_arena_empty();
        const size_t units = collective == TUNEDX_BARRIER ? 1 : UNITS;
        job_call_t call = {
            .key = job_key(collective, size, rooted ? size - 1 : 0, units,
                           i % 2 == 0),
            .in_place = i / 2 % 2 == 0 ? JOB_NOWHERE : job_in_place(collective),
            .method = job_method(
                &arena, algorithm, variant,
                i / 4 % 2 == 0 ? 1 : TUNEDX_DEFAULT_WINDOW,
                i / 8 % 2 == 0
                    ? 0
                    : 2 * job_key(collective, size, 0, 1, true).unit_bytes,
                0),
        };

        if (tunedx_collective_is_irregular(collective)) {
            /* no empty ones: what is done to an empty message is no fault */
            call.block_units = lengths;
            call.key.units =
                job_fill_lengths(lengths, &call.key, JOB_GROWING, 0);
        }
        mutate_call(&call, tally);
        tunedx_arena_free(&arena);
    }
}

static void no_mutant_passes(void **state)
{
    tally_t tally = {.random = {.state = 11}};

    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        size_t count;
        const tunedx_algorithm_t *const *algorithms =
            tunedx_algorithms_of((tunedx_collective_t)i, &count);

        for (size_t k = 0; k < count; k++) {
            for (int v = 0; v < job_variants(algorithms[k]); v++) {
                for (int size = 2; size <= UNITS; size++) {
                    mutate_algorithm((tunedx_collective_t)i, algorithms[k], v,
                                     size, &tally);
                }
            }
        }
    }
    for (int i = 0; i < MUTATIONS; i++) {
        assert_true(tally.made[i] >= LEAST);
    }
    assert_true(tally.delayed[false] >= LEAST);
    assert_true(tally.delayed[true] >= LEAST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_mutant_passes)};

    return cmocka_run_group_tests_name("mutation", tests, NULL, NULL);
}
