/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Methods: parsing, complaining, printing, comparing.
 */
#include "cmocka_test.h"
#include "decision_checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tunedx_arena_t arena;
static tunedx_complaint_t complaint;

static int free_arena(void **state)
{
    (void)state;
    tunedx_arena_free(&arena);
    return 0;
}

static const tunedx_method_t *parse(tunedx_collective_t collective,
                                    const char *text)
{
    (void)check_method(collective, text, strlen(text));
    memset(&complaint, 0, sizeof complaint);
    return tunedx_method_parse(&arena, collective, text, strlen(text),
                               &complaint);
}

/* `text` parses, and prints as `printed`. */
static void expect(tunedx_collective_t collective, const char *text,
                   const char *printed)
{
    const tunedx_method_t *method = parse(collective, text);
    char is[256];

    if (method == NULL) {
        fail_msg("%s: %s", text, complaint.text);
    } else {
        assert_int_equal(tunedx_method_print(method, is, sizeof is),
                         strlen(printed));
        assert_string_equal(is, printed);
    }
}

/* `text` is refused at `column`, and the complaint says all of `words`, which
 * end with NULL. */
static void refuse(tunedx_collective_t collective, const char *text,
                   size_t column, const char *const *words)
{
    if (parse(collective, text) != NULL) {
        fail_msg("%s parses", text);
    }
    if (complaint.column != column) {
        fail_msg("%s: column %zu, not %zu: %s", text, complaint.column, column,
                 complaint.text);
    }
    for (; *words != NULL; words++) {
        if (strstr(complaint.text, *words) == NULL) {
            fail_msg("%s: no %s in: %s", text, *words, complaint.text);
        }
    }
}

#define SAYS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* ---- what parses ---- */

static void every_algorithm_parses(void **state)
{
    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        size_t count;
        const tunedx_algorithm_t *const *algorithms =
            tunedx_algorithms_of(collective, &count);

        for (size_t j = 0; j < count; j++) {
            const char *name = algorithms[j]->name;
            char text[128];
            const tunedx_method_t *method = parse(collective, name);

            assert_non_null(method);
            assert_ptr_equal(method->algorithm, algorithms[j]);
            for (int k = 0; k < TUNEDX_COMMON; k++) {
                assert_false(method->common[k].given);
            }
            for (int k = 0; k < TUNEDX_MAX_PARAMETERS; k++) {
                assert_false(method->settings[k].given);
            }
            snprintf(text, sizeof text, "%s window=64 piece=0", name);
            expect(collective, text, text);
            if (algorithms[j]->tuned_id != 0) {
                snprintf(text, sizeof text, "%d", algorithms[j]->tuned_id);
                expect(collective, text, name);
            }
        }
    }
}

static void values_arrive(void **state)
{
    (void)state;
    const tunedx_method_t *method =
        parse(TUNEDX_ALLREDUCE, "nonoverlapping window=3 bcast=(pipeline "
                                "segment=8k window=2) reduce=(binomial)");

    assert_non_null(method);
    assert_string_equal(method->algorithm->name, "nonoverlapping");
    assert_int_equal(method->common[TUNEDX_WINDOW].number, 3);
    for (int i = 0; i < 2; i++) {
        const tunedx_parameter_t *parameter = method->algorithm->parameters[i];
        const tunedx_setting_t *setting = &method->settings[i];

        assert_true(setting->given);
        if (parameter->collective == TUNEDX_BCAST) {
            assert_string_equal(setting->method->algorithm->name, "pipeline");
            assert_int_equal(setting->method->common[TUNEDX_WINDOW].number, 2);
            assert_true(setting->method->settings[0].given);
            assert_int_equal(setting->method->settings[0].number, 8192);
        } else {
            assert_string_equal(setting->method->algorithm->name, "binomial");
            assert_false(setting->method->common[TUNEDX_WINDOW].given);
            assert_false(setting->method->settings[0].given);
        }
    }
}

static void blanks_are_free(void **state)
{
    (void)state;
    expect(TUNEDX_BCAST, " \t\r\n pipeline \t segment = 8k\twindow= 2 ",
           "pipeline segment=8k window=2");
    expect(TUNEDX_ALLREDUCE,
           "nonoverlapping reduce=( binomial segment = 1 )bcast = (pipeline)",
           "nonoverlapping bcast=(pipeline) reduce=(binomial segment=1)");
    expect(TUNEDX_ALLREDUCE, "nonoverlapping reduce=(5)bcast=(6)window=1",
           "nonoverlapping bcast=(binomial) reduce=(binomial) window=1");
}

static void numbers_print_in_their_shortest_form(void **state)
{
    static const char *const pairs[][2] = {
        {"0", "0"},         {"0k", "0"},        {"1", "1"},
        {"1000", "1000"},   {"1023", "1023"},   {"1024", "1k"},
        {"1K", "1k"},       {"65536", "64k"},   {"65537", "65537"},
        {"1024k", "1M"},    {"1m", "1M"},       {"1536k", "1536k"},
        {"1g", "1G"},       {"1023M", "1023M"}, {"1024M", "1G"},
        {"1024G", "1024G"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char text[64], printed[64];

        snprintf(text, sizeof text, "ring segment=%s", pairs[i][0]);
        snprintf(printed, sizeof printed, "ring segment=%s", pairs[i][1]);
        expect(TUNEDX_ALLREDUCE, text, printed);
    }
}

/* ---- what is refused ---- */

static void bad_numbers_are_refused(void **state)
{
    static const char *const bad[] = {
        "8q",
        "0x10",
        "1e6",
        "-1",
        "+1",
        "010",
        "00",
        "1.5",
        "8kk",
        "8kB",
        "k",
        "99999999999999999999",
        "18014398509481984k",
        "\"8\"",
        "8,",
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[64];

        snprintf(text, sizeof text, "pipeline segment=%s", bad[i]);
        refuse(TUNEDX_BCAST, text, 18,
               SAYS("segment cannot be", bad[i], "decimal", "from 0 to "));
    }
    refuse(TUNEDX_BCAST, "pipeline window=65", 17, SAYS("from 1 to 64"));
    refuse(TUNEDX_BCAST, "pipeline window=0", 17, SAYS("from 1 to 64"));
    refuse(TUNEDX_BCAST, "pipeline window=1k", 17, SAYS("from 1 to 64"));
    refuse(TUNEDX_BCAST, "pipeline segment=1025G", 18, SAYS("to 1024G"));
}

static void names_are_refused(void **state)
{
    (void)state;
    refuse(TUNEDX_BCAST, "", 1, SAYS("the text ends", "binomial", "pipeline"));
    refuse(TUNEDX_BCAST, "  ", 3,
           SAYS("the text ends", "binomial", "pipeline"));
    refuse(TUNEDX_BCAST, " pipline", 2,
           SAYS("\"pipline\"", "bcast", "binomial", "pipeline",
                "did you mean \"pipeline\"?"));
    refuse(TUNEDX_BCAST, "Pipeline", 1, SAYS("did you mean \"pipeline\"?"));
    refuse(TUNEDX_ALLREDUCE, "RING", 1, SAYS("did you mean \"ring\"?"));
    refuse(TUNEDX_ALLREDUCE, "pipeline", 1,
           SAYS("nonoverlapping, ", "recursive_doubling, ", "segmented_ring"));
    refuse(TUNEDX_BCAST, "auto", 1, SAYS("\"auto\"", "open"));
    refuse(TUNEDX_BCAST, "0", 1, SAYS("\"0\"", "open"));
    refuse(TUNEDX_BCAST, "44", 1,
           SAYS("coll/tuned's number \"44\"", "binomial", "pipeline"));
    refuse(TUNEDX_BCAST, "4294967299", 1, SAYS("coll/tuned's number"));
    refuse(TUNEDX_BCAST, "99999999999999999999", 1,
           SAYS("coll/tuned's number"));
    refuse(TUNEDX_BCAST, "03", 1, SAYS("is called \"03\""));
    refuse(TUNEDX_BCAST, "-3", 1, SAYS("\"-3\""));
    refuse(TUNEDX_BCAST, "3k", 1, SAYS("\"3k\""));
    refuse(TUNEDX_BCAST, "segment=8k", 1, SAYS("\"segment\""));
    refuse(TUNEDX_GATHER, "44", 1,
           SAYS("coll/tuned's number \"44\"", "binomial", "linear_sync"));
}

static void parameters_are_refused(void **state)
{
    (void)state;
    refuse(TUNEDX_BCAST, "pipeline segmnt=8k", 10,
           SAYS("pipeline has no parameter \"segmnt\"",
                "segment, window, piece", "did you mean \"segment\"?"));
    refuse(TUNEDX_BCAST, "pipeline SEGMENT=8k", 10,
           SAYS("did you mean \"segment\"?"));
    refuse(TUNEDX_ALLGATHER, "bruck segment=8k", 7,
           SAYS("bruck has no parameter",
                "expected one of: radix, window, piece"));
    refuse(TUNEDX_BARRIER, "dissemination 4", 15, SAYS("\"4\"", "window"));
    refuse(TUNEDX_BCAST, "pipeline =8k", 10, SAYS("\"=\" where a parameter"));
    refuse(TUNEDX_BCAST, "pipeline segment", 17,
           SAYS("the text ends after segment", "expected \"=\""));
    refuse(TUNEDX_BCAST, "pipeline segment 8k", 18,
           SAYS("\"8\" after segment", "expected \"=\""));
    refuse(TUNEDX_BCAST, "pipeline segment=", 18, SAYS("the text ends"));
    refuse(TUNEDX_BCAST, "pipeline segment==8k", 18, SAYS("\"=\" where the"));
    refuse(TUNEDX_BCAST, "pipeline segment=1 segment=1", 20, SAYS("twice"));
    refuse(TUNEDX_BCAST, "pipeline window=1 segment=1 window=1", 29,
           SAYS("window is given twice"));
    refuse(TUNEDX_BCAST, "pipeline window=1 window", 19, SAYS("twice"));
    refuse(TUNEDX_BCAST, "binomial piece=0 piece=0", 18,
           SAYS("piece is given twice"));
}

static void nesting_is_refused(void **state)
{
    (void)state;
    refuse(TUNEDX_BCAST, "(pipeline)", 1, SAYS("\"(\" where an algorithm"));
    refuse(TUNEDX_BCAST, "pipeline)", 9, SAYS("\")\" without \"(\""));
    refuse(TUNEDX_BCAST, "pipeline segment=(8k)", 18, SAYS("value of segment"));
    refuse(TUNEDX_ALLREDUCE, "ring (bruck)", 6, SAYS("where a parameter"));
    refuse(TUNEDX_ALLREDUCE, "nonoverlapping reduce=binomial segment=1k", 32,
           SAYS("nonoverlapping has no parameter \"segment\""));
    refuse(TUNEDX_ALLREDUCE, "nonoverlapping reduce=", 23,
           SAYS("the text ends where an algorithm of reduce belongs"));
    refuse(TUNEDX_ALLREDUCE, "nonoverlapping reduce=()", 24,
           SAYS("an algorithm of reduce belongs", "binomial", "pipeline"));
    refuse(TUNEDX_ALLREDUCE, "nonoverlapping reduce=((binomial))", 24,
           SAYS("an algorithm of reduce belongs"));
    refuse(TUNEDX_ALLREDUCE, "nonoverlapping reduce=(binomial", 23,
           SAYS("\"(\" without \")\""));
    refuse(TUNEDX_ALLREDUCE, "nonoverlapping bcast=(binomial window=65)", 39,
           SAYS("from 1 to 64"));
    refuse(TUNEDX_ALLREDUCE,
           "nonoverlapping reduce=(binomial) reduce=(pipeline)", 34,
           SAYS("twice"));
    refuse(TUNEDX_ALLREDUCE, "nonoverlapping reduce=(ring)", 24,
           SAYS("no algorithm of reduce is called \"ring\""));
    refuse(TUNEDX_BCAST, "((((((((x))))))))", 1, SAYS("an algorithm of bcast"));
    refuse(TUNEDX_BCAST, "(((((((((x)))))))))", 9, SAYS("too deep", "8"));
}

static void bad_input_is_quoted_with_care(void **state)
{
    char text[300];

    (void)state;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    refuse(TUNEDX_BCAST, text, 1, SAYS("xxxxxx...\"", "binomial", "pipeline"));
    assert_null(strstr(complaint.text,
                       "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"));
    memset(text, '\x07', sizeof text - 1);
    refuse(TUNEDX_BCAST, text, 1, SAYS("\\x07\\x07", "...\"", "pipeline"));
    assert_null(strstr(complaint.text,
                       "\\x07\\x07\\x07\\x07\\x07\\x07\\x07\\x07\\x07"
                       "\\x07\\x07\\x07\\x07\\x07"));
    refuse(TUNEDX_BCAST, "pipe\x1b[31m", 1, SAYS("\"pipe\\x1B[31m\""));
    refuse(TUNEDX_BCAST, "pipeline \xc3\xa4=1", 10, SAYS("\"\\xC3\\xA4\""));
    refuse(TUNEDX_BCAST, "%s%n%500d", 1, SAYS("\"%s%n%500d\""));

    assert_null(
        tunedx_method_parse(&arena, TUNEDX_BCAST, "pipeline\0", 9, &complaint));
    assert_non_null(strstr(complaint.text, "\"pipeline\\x00\""));
}

static void put(char *at, const char *word)
{
    while (*word != '\0') {
        *at++ = *word++;
    }
}

static void megabytes_do_no_harm(void **state)
{
    static const char fill[] = {'(', ')', 'x', '9', '=', ' ', '\0', '\xff'};
    const size_t length = 1 << 20;
    char *text = malloc(length);

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < sizeof fill; i++) {
        memset(text, fill[i], length);
        assert_false(check_method(TUNEDX_ALLREDUCE, text, length));
        put(text, "nonoverlapping reduce=");
        assert_false(check_method(TUNEDX_ALLREDUCE, text, length));
        put(text, "nonoverlapping window=");
        assert_false(check_method(TUNEDX_ALLREDUCE, text, length));
    }
    memset(text, ' ', length);
    put(text, "ring");
    assert_true(check_method(TUNEDX_ALLREDUCE, text, length));
    free(text);
}

/* ---- printing and comparing ---- */

static void methods_compare_all_through(void **state)
{
    static const char *const different[] = {
        "nonoverlapping",
        "nonoverlapping window=1",
        "nonoverlapping window=2",
        "nonoverlapping reduce=(binomial)",
        "nonoverlapping reduce=(pipeline)",
        "nonoverlapping reduce=(pipeline segment=0)",
        "nonoverlapping reduce=(pipeline segment=1)",
        "nonoverlapping reduce=(pipeline window=1)",
        "nonoverlapping bcast=(pipeline)",
        "nonoverlapping reduce=(pipeline) bcast=(pipeline)",
        "ring",
        "recursive_doubling",
    };
    const size_t count = sizeof different / sizeof different[0];

    (void)state;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            const tunedx_method_t *a = parse(TUNEDX_ALLREDUCE, different[i]);
            const tunedx_method_t *b = parse(TUNEDX_ALLREDUCE, different[j]);

            assert_non_null(a);
            assert_non_null(b);
            assert_int_equal(tunedx_method_equal(a, b), i == j);
        }
    }
}

static void success_leaves_the_complaint_alone(void **state)
{
    tunedx_complaint_t before;

    (void)state;
    memset(&complaint, 'c', sizeof complaint);
    before = complaint;
    assert_non_null(
        tunedx_method_parse(&arena, TUNEDX_BCAST, "pipeline", 8, &complaint));
    assert_memory_equal(&before, &complaint, sizeof complaint);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_algorithm_parses, free_arena),
        cmocka_unit_test_teardown(values_arrive, free_arena),
        cmocka_unit_test_teardown(blanks_are_free, free_arena),
        cmocka_unit_test_teardown(numbers_print_in_their_shortest_form,
                                  free_arena),
        cmocka_unit_test_teardown(bad_numbers_are_refused, free_arena),
        cmocka_unit_test_teardown(names_are_refused, free_arena),
        cmocka_unit_test_teardown(parameters_are_refused, free_arena),
        cmocka_unit_test_teardown(nesting_is_refused, free_arena),
        cmocka_unit_test_teardown(bad_input_is_quoted_with_care, free_arena),
        cmocka_unit_test_teardown(megabytes_do_no_harm, free_arena),
        cmocka_unit_test_teardown(methods_compare_all_through, free_arena),
        cmocka_unit_test_teardown(success_leaves_the_complaint_alone,
                                  free_arena),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
