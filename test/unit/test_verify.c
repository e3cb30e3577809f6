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

enum { MOST_RANKS = 6 };

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
    const job_in_place_t in_place = job_is_symmetric(&call)
                                        ? job_in_place(call.key.collective)
                                        : JOB_NOWHERE;

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

static void verify_linear_sizes(tunedx_collective_t collective, int size,
                                int root)
{
    size_t lengths[MOST_RANKS * MOST_RANKS];

    for (size_t units = 0; units < 6; units += 1 + units) {
        job_call_t call = {
            .key = job_key(collective, size, root, units, true),
        };

        if (tunedx_collective_is_irregular(collective)) {
            for (int i = 0; i < JOB_PATTERNS; i++) {
                call.block_units = lengths;
                call.key.units = job_fill_lengths(lengths, &call.key,
                                                  (job_pattern_t)i, units);
                verify_linear_ways(call);
            }
        } else if (collective != TUNEDX_BARRIER || units == 1) {
            verify_linear_ways(call);
        }
    }
}

static void right_texts_pass(void **state)
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

static void wrong_texts_are_refused(void **state)
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
static void harmless_texts_pass(void **state)
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
        cmocka_unit_test(right_texts_pass),
        cmocka_unit_test(wrong_texts_are_refused),
        cmocka_unit_test(harmless_texts_pass),
    };

    return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
