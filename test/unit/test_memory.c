/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory runs short: whichever allocation fails, what needed it reports an
 * error, and everything is given back.
 *
 * The linker sends all calls of malloc and its kin to the functions below
 * (--wrap=malloc and so on).
 */
#include "cmocka_test.h"
#include "decision/decide.h"
#include "job.h"
#include "linear.h"

#include <stdlib.h>
#include <string.h>

static bool armed;       /* the countdown runs */
static long countdown;   /* allocations that succeed before one fails */
static long allocations; /* not given back yet */

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void __wrap_free(void *memory);

/* Exactly one allocation fails, so that whoever goes on after it is found. */
static bool fails(void)
{
    return armed && countdown-- == 0;
}

static void *count(void *memory)
{
    allocations += memory != NULL;
    return memory;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : count(__real_malloc(bytes));
}

void *__wrap_calloc(size_t number, size_t bytes)
{
    return fails() ? NULL : count(__real_calloc(number, bytes));
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    if (fails()) {
        return NULL;
    }
    return memory == NULL ? count(__real_realloc(NULL, bytes))
                          : __real_realloc(memory, bytes);
}

void __wrap_free(void *memory)
{
    allocations -= memory != NULL;
    __real_free(memory);
}

/* ---- the scenarios ---- */

/* Does something; false when it reported that memory is short. */
typedef bool scenario_t(const void *context);

/* Lets the first allocation fail, then the second, and so on, until all
 * succeed; returns how many there are.  What is `tolerant` may do without. */
static long run(scenario_t *scenario, const void *context, bool tolerant)
{
    const long before = allocations;

    for (long n = 0;; n++) {
        armed = true;
        countdown = n;
        const bool succeeded = scenario(context);
        const bool failed = countdown < 0;

        armed = false;
        assert_int_equal(allocations, before);
        if (!failed) {
            assert_true(succeeded);
            return n;
        }
        assert_true(tolerant || !succeeded);
    }
}

static bool verify(const job_t *job)
{
    tunedx_fault_t fault = {.text = ""};
    const bool passed = tunedx_verify(&job->job, &fault);

    if (!passed && strcmp(fault.text, "memory is short") != 0) {
        armed = false;
        fail_msg("%s", fault.text);
    }
    return passed;
}

static bool build_and_verify(const void *context)
{
    const job_call_t *call = context;
    job_t job;
    const tunedx_error_t error = job_build(&job, call);

    if (error != TUNEDX_SUCCESS) {
        assert_int_equal(error, TUNEDX_OUT_OF_MEMORY);
        return false;
    }
    const bool passed = verify(&job);

    job_destroy(&job);
    return passed;
}

static bool write_and_verify(const void *context)
{
    const job_call_t *call = context;
    job_t job;
    const tunedx_error_t error =
        job_write(&job, call, linear_texts[call->key.collective], 2);

    if (error != TUNEDX_SUCCESS) {
        assert_int_equal(error, TUNEDX_OUT_OF_MEMORY);
        return false;
    }
    const bool passed = verify(&job);

    job_destroy(&job);
    return passed;
}

enum { SIZE = 5, UNITS = 700 };

/* A call of 700 units in all, or in a block, by `size` ranks. */
static job_call_t call_of(tunedx_collective_t collective, int size,
                          bool commutative, size_t lengths[SIZE * SIZE])
{
    const size_t units = collective == TUNEDX_BARRIER ? 1 : UNITS;
    job_call_t call = {
        .key = job_key(collective, size, 0, units, commutative),
    };

    if (tunedx_collective_is_irregular(collective)) {
        call.key.units = job_fill_lengths(lengths, &call.key, JOB_EQUAL,
                                          UNITS / (size_t)size);
        call.block_units = lengths;
    }
    return call;
}

static void algorithms_report_it(void **state)
{
    size_t lengths[SIZE * SIZE];

    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        size_t number;
        const tunedx_algorithm_t *const *algorithms =
            tunedx_algorithms_of(collective, &number);

        for (size_t k = 0; k < number; k++) {
            tunedx_arena_t arena = tunedx_arena_empty();
            job_call_t call = call_of(collective, SIZE, true, lengths);

            if (!tunedx_algorithm_applies(algorithms[k], &call.key)) {
                call = call_of(collective, 4, true, lengths);
            }
            call.method = job_method(&arena, algorithms[k], 0, 2, 16, 0);
            assert_true(run(build_and_verify, &call, false) > 0);
            tunedx_arena_free(&arena);
        }
    }
}

static void all_collectives_report_it(void **state)
{
    size_t lengths[SIZE * SIZE];

    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        const job_call_t call = call_of(collective, SIZE, false, lengths);

        assert_true(run(write_and_verify, &call, false) > 0);
    }
}

/* ---- decisions ---- */

static void ignore(void *context, const char *name, int line, size_t column,
                   const char *text)
{
    (void)context;
    (void)name;
    (void)line;
    (void)column;
    (void)text;
}

enum { CALLS = 8, METHOD_TEXT = 64 };

/* Reads the built-in rules and decides for a few calls: the first time writes
 * the methods to `choices`, later compares them.  One rank may be short of
 * memory while others are not, so if it decides, it decides as they do. */
static bool decide(const void *context)
{
    static char choices[CALLS][METHOD_TEXT];
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_policy_t policy = {.rules_count = 1, .common = {4}};
    tunedx_decider_t decider;
    bool decided = tunedx_rules_parse(&arena, "rules", tunedx_default_rules,
                                      strlen(tunedx_default_rules), ignore,
                                      NULL, &policy.rules[0]);

    (void)context;
    tunedx_decider_init(&decider, &policy, 8, 1, 8);
    for (int i = 0; decided && i < CALLS; i++) {
        const tunedx_key_t key =
            job_key(TUNEDX_ALLREDUCE, 8, 0, (size_t)1 << 3 * i, i % 2 == 0);
        char method[METHOD_TEXT];
        tunedx_choice_t choice;

        decided = tunedx_decide(&decider, &key, &choice);
        if (decided) {
            tunedx_method_print(choice.method, method, sizeof method);
            if (!armed) {
                memcpy(choices[i], method, sizeof method);
            }
            assert_string_equal(method, choices[i]);
        }
    }
    tunedx_decider_free(&decider);
    tunedx_arena_free(&arena);
    return decided;
}

static void decisions_are_the_same_or_none(void **state)
{
    (void)state;
    assert_true(decide(NULL));
    assert_true(run(decide, NULL, true) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(algorithms_report_it),
        cmocka_unit_test(all_collectives_report_it),
        cmocka_unit_test(decisions_are_the_same_or_none),
    };

    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
