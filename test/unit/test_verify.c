/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The verifier accepts plain right texts of all 17 collectives, and names the
 * fault of wrong ones.
 */
#include "cmocka_test.h"
#include "job.h"
#include "linear.h"
#include "wrong_texts.h"

#include <string.h>

enum { MOST_RANKS = 6, PATTERNS = 3 };

/* ---- right texts ---- */

static void verify_linear(job_call_t call, int window)
{
    tunedx_fault_t fault = {.text = "the program was not made"};
    job_t job;

    assert_int_equal(
        job_write(&job, &call, linear_texts[call.key.collective], window),
        TUNEDX_SUCCESS);
    const bool passed = tunedx_verify(&job.job, &fault);

    job_destroy(&job);
    if (!passed) {
        job_fail(&call, &fault);
    }
}

static void verify_linear_ways(job_call_t call)
{
    const job_in_place_t in_place = job_in_place(call.key.collective);

    for (int window = 1; window <= 4; window += 3) {
        for (int orders = 0; orders < 2; orders++) {
            call.key.commutative = orders == 0;
            call.in_place = JOB_NOWHERE;
            verify_linear(call, window);
            call.in_place = in_place;
            verify_linear(call, window);
        }
    }
}

/* A symmetric table of lengths, or its first row: the blocks of all ranks. */
static size_t fill_lengths(size_t *lengths, const tunedx_key_t *key,
                           int pattern)
{
    const bool table = key->collective == TUNEDX_ALLTOALLV ||
                       key->collective == TUNEDX_ALLTOALLW;
    size_t sum = 0;

    for (int i = 0; i < (table ? key->size : 1); i++) {
        for (int k = 0; k < key->size; k++) {
            const size_t number = (size_t)i + (size_t)k;
            const size_t by_pattern[PATTERNS] = {
                3, number % 2 == 0 ? 0 : number, number == 0 ? 5 : 0};

            lengths[i * key->size + k] = by_pattern[pattern];
            sum += by_pattern[pattern];
        }
    }
    return sum;
}

static void verify_linear_sizes(tunedx_collective_t collective, int size,
                                int root)
{
    size_t lengths[MOST_RANKS * MOST_RANKS];

    for (size_t units = 0; units < 6; units += 1 + units) {
        job_call_t call = {
            .key = job_key(collective, size, root, units, true),
        };

        if (tunedx_collective_is_irregular(collective)) {
            for (int pattern = 0; pattern < PATTERNS; pattern++) {
                call.block_units = lengths;
                call.key.units = fill_lengths(lengths, &call.key, pattern);
                verify_linear_ways(call);
            }
        } else if (collective != TUNEDX_BARRIER || units == 1) {
            verify_linear_ways(call);
        }
    }
}

static void test_right_texts(void **state)
{
    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        const bool rooted = tunedx_collective_is_rooted(collective);

        for (int size = 1; size <= MOST_RANKS; size++) {
            for (int root = 0; root < (rooted ? size : 1); root++) {
                verify_linear_sizes(collective, size, root);
            }
        }
    }
}

/* ---- wrong texts ---- */

static job_call_t call_of(const wrong_text_t *wrong)
{
    const size_t units = wrong->collective == TUNEDX_BARRIER ? 1 : 8;

    return (job_call_t){
        .key = job_key(wrong->collective, wrong->size, wrong->root, units,
                       !wrong->in_order),
        .in_place = wrong->in_place,
    };
}

static bool verify_text(const wrong_text_t *text, int window,
                        tunedx_fault_t *fault)
{
    const job_call_t call = call_of(text);
    job_t job;

    assert_int_equal(job_write(&job, &call, text->text, window),
                     TUNEDX_SUCCESS);
    const bool passed = tunedx_verify(&job.job, fault);

    job_destroy(&job);
    return passed;
}

static void test_wrong_texts(void **state)
{
    (void)state;
    for (const wrong_text_t *wrong = wrong_texts; wrong->text != NULL;
         wrong++) {
        tunedx_fault_t fault = {.text = "nothing"};

        if (verify_text(wrong, 1, &fault) ||
            strstr(fault.text, wrong->fault) == NULL) {
            fail_msg("wrong text \"%s\": the verifier found %s", wrong->fault,
                     fault.text);
        }
    }
}

/* The verifier refuses what is wrong, not what looks so. */
static void test_harmless_texts(void **state)
{
    (void)state;
    for (const wrong_text_t *text = harmless_texts; text->text != NULL;
         text++) {
        const job_call_t call = call_of(text);
        tunedx_fault_t fault;

        if (!verify_text(text, 4, &fault)) {
            job_fail(&call, &fault);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_texts),
        cmocka_unit_test(test_wrong_texts),
        cmocka_unit_test(test_harmless_texts),
    };

    return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
