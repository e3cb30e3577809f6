/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Deciders: what is named comes before the rules, another policy at run time,
 * and the map in words.
 */
#include "cmocka_test.h"
#include "decision/decide.h"

#include <string.h>

static tunedx_arena_t arena;
static tunedx_policy_t policy;
static tunedx_decider_t decider;

static void fail_at(void *context, const char *name, int line, size_t column,
                    const char *text)
{
    (void)context;
    fail_msg("%s:%d:%zu: %s", name, line, column, text);
}

static int free_all(void **state)
{
    (void)state;
    tunedx_decider_free(&decider);
    tunedx_arena_free(&arena);
    return 0;
}

static const tunedx_method_t *parse(tunedx_collective_t collective,
                                    const char *text)
{
    tunedx_complaint_t complaint;
    const tunedx_method_t *method =
        tunedx_method_parse(&arena, collective, text, strlen(text), &complaint);

    assert_non_null(method);
    return method;
}

/* A decider for 8 ranks on 2 nodes, with these rules before the built-in ones.
 */
static void begin(const char *rules)
{
    policy = (tunedx_policy_t){.rules_count = 2, .common = {4}};
    assert_true(tunedx_rules_parse(&arena, "site.rules", rules, strlen(rules),
                                   fail_at, NULL, &policy.rules[0]));
    assert_true(tunedx_rules_parse(
        &arena, "built-in rules", tunedx_default_rules,
        strlen(tunedx_default_rules), fail_at, NULL, &policy.rules[1]));
    tunedx_decider_init(&decider, &policy, 8, 2, 4);
}

static tunedx_key_t key_of(tunedx_collective_t collective, size_t bytes)
{
    return (tunedx_key_t){
        .collective = collective,
        .size = 8,
        .nodes = 2,
        .ppn = 4,
        .bytes = bytes,
        .units = bytes,
        .unit_bytes = 1,
        .commutative = true,
    };
}

static tunedx_choice_t decide(const tunedx_key_t *key)
{
    tunedx_choice_t choice;

    assert_true(tunedx_decide(&decider, key, &choice));
    return choice;
}

static void assert_says(const tunedx_choice_t *choice, const char *method,
                        const char *why)
{
    char text[256];

    tunedx_method_print(choice->method, text, sizeof text);
    assert_string_equal(text, method);
    tunedx_choice_explain(choice, text, sizeof text);
    assert_string_equal(text, why);
}

#define SITE "tunedx-rules 1\n[bcast]\n"

static void what_is_named_comes_first(void **state)
{
    const tunedx_key_t key = key_of(TUNEDX_BCAST, 100);
    tunedx_choice_t choice;

    (void)state;
    begin(SITE "* * * * -> linear\n");
    choice = decide(&key);
    assert_says(&choice, "linear segment=0 window=4", "site.rules, line 3");
    policy.forced[TUNEDX_BCAST] = parse(TUNEDX_BCAST, "linear window=2");
    choice = decide(&key);
    assert_says(&choice, "linear segment=0 window=2", "parameter");
    decider.info[TUNEDX_BCAST] = parse(TUNEDX_BCAST, "linear window=3");
    choice = decide(&key);
    assert_says(&choice, "linear segment=0 window=3", "info key");
}

static void refusals_say_who_asked(void **state)
{
    tunedx_key_t key = key_of(TUNEDX_ALLREDUCE, 4096);
    tunedx_choice_t choice;
    char text[128];

    (void)state;
    begin("tunedx-rules 1\n[allreduce]\n* * * * -> linear\n");
    decider.info[TUNEDX_ALLREDUCE] = parse(TUNEDX_ALLREDUCE, "ring");
    choice = decide(&key);
    assert_int_equal(tunedx_refusal_explain(&choice.refusal, text, sizeof text),
                     0);
    assert_string_equal(text, "");
    key.commutative = false;
    choice = decide(&key);
    assert_says(&choice, "linear window=4",
                "site.rules, line 3; ring (info key) needs a commutative "
                "operation");
    tunedx_refusal_explain(&choice.refusal, text, sizeof text);
    assert_string_equal(text, "ring (info key) needs a commutative operation");
}

/* Methods that were given out before stay what they were, and equal ones are
 * still one object. */
static void another_policy_holds(void **state)
{
    const tunedx_key_t key = key_of(TUNEDX_BCAST, 100);
    tunedx_policy_t other;

    (void)state;
    begin(SITE "* * * ..200 -> linear\n");
    const tunedx_choice_t before = decide(&key);

    other = policy;
    other.common[TUNEDX_WINDOW] = 9;
    other.rules_count = 1;
    other.rules[0] = policy.rules[1];
    other.forced[TUNEDX_REDUCE] = parse(TUNEDX_REDUCE, "linear");
    tunedx_decider_change(&decider, &other);
    const tunedx_choice_t after = decide(&key);

    assert_says(&before, "linear segment=0 window=4", "site.rules, line 3");
    assert_int_equal(after.source, TUNEDX_SOURCE_RULES);
    assert_string_equal(after.rules, "built-in rules");
    assert_int_equal(after.method->common[TUNEDX_WINDOW].number, 9);
    tunedx_decider_change(&decider, &policy);
    assert_ptr_equal(decide(&key).method, before.method);
}

static void maps_have_a_line_for_each_method(void **state)
{
    const tunedx_key_t key = key_of(TUNEDX_BCAST, 100);
    char text[1024];

    (void)state;
    /* the second and the third are one range, and what no row holds is from
     * the built-in rules */
    begin(SITE "* * * ..0 -> chain\n"
               "* * * 1..1k -> linear\n"
               "* * * 1025..64k -> linear\n"
               "* * * 128k.. -> pipeline segment=8k\n");
    policy.rules_count = 1;
    const size_t length =
        tunedx_decider_print(&decider, &key, "- ", text, sizeof text);

    assert_int_equal(length, strlen(text));
    assert_string_equal(
        text,
        "- 0..0             chain chains=4 segment=0 window=4 "
        "(site.rules, line 3)\n"
        "- 1..1k            linear segment=0 window=4 (site.rules, line 4)\n"
        "- 1025..64k        linear segment=0 window=4 (site.rules, line 5)\n"
        "- 65537..131071    binary_tree segment=0 window=4 (no "
        "rule: the first that applies)\n"
        "- 128k..           pipeline segment=8k window=4 (site.rules, "
        "line 6)\n");
}

static void maps_of_what_is_named_have_one_line(void **state)
{
    const tunedx_key_t key = key_of(TUNEDX_BCAST, 100);
    char text[256];

    (void)state;
    begin(SITE "* * * ..1k -> chain\n* * * 2k.. -> linear\n");
    policy.forced[TUNEDX_BCAST] = parse(TUNEDX_BCAST, "linear");
    tunedx_decider_print(&decider, &key, "", text, sizeof text);
    assert_string_equal(
        text, "0..              linear segment=0 window=4 (parameter)\n");
}

/* One that is too long is cut, and says how long it would be. */
static void maps_fit_the_room(void **state)
{
    const tunedx_key_t key = key_of(TUNEDX_BCAST, 100);
    char text[20];

    (void)state;
    begin(SITE "* * * ..1k -> chain\n* * * 2k.. -> linear\n");
    assert_true(tunedx_decider_print(&decider, &key, "", text, sizeof text) >
                sizeof text);
    assert_int_equal(strlen(text), sizeof text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_is_named_comes_first, free_all),
        cmocka_unit_test_teardown(refusals_say_who_asked, free_all),
        cmocka_unit_test_teardown(another_policy_holds, free_all),
        cmocka_unit_test_teardown(maps_have_a_line_for_each_method, free_all),
        cmocka_unit_test_teardown(maps_of_what_is_named_have_one_line,
                                  free_all),
        cmocka_unit_test_teardown(maps_fit_the_room, free_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
