/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules as C: whatever a row may have, generated code says what a search of
 * the rows says, and so does a decision that is made with it.
 */
#include "cmocka_test.h"
#include "generated.h"
#include "row_keys.h"

#include "decision/decide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_KEYS = 20000 };

typedef struct subject {
    const tunedx_generated_t *generated;
    tunedx_arena_t arena;
    tunedx_policy_t by_rows, by_code;
    tunedx_decider_t rows_decider, code_decider;
    row_keys_t keys;
    random_t random;
} subject_t;

static subject_t subject;

static void fail_at(void *context, const char *name, int line, size_t column,
                    const char *text)
{
    (void)context;
    fail_msg("%s:%d:%zu: %s", name, line, column, text);
}

/* The whole of a file below the source tree, in the arena. */
static const char *read_file(const char *path)
{
    const char *folder = getenv("srcdir");
    const size_t most = 1 << 20;
    char whole[1024];
    char *text = tunedx_arena_take(&subject.arena, most);
    FILE *file;

    snprintf(whole, sizeof whole, "%s/%s", folder == NULL ? "." : folder, path);
    file = fopen(whole, "r");
    if (file == NULL) {
        fail_msg("%s cannot be read", whole);
    }
    assert_non_null(text);
    assert_true(fread(text, 1, most - 1, file) > 0);
    fclose(file);
    return text;
}

static void parse(const char *name, const char *text, tunedx_rules_t *rules)
{
    assert_true(tunedx_rules_parse(&subject.arena, name, text, strlen(text),
                                   fail_at, NULL, rules));
}

static void begin(const tunedx_generated_t *generated, const char *path)
{
    const tunedx_generated_method_t *faulty;
    tunedx_complaint_t complaint;

    subject = (subject_t){.generated = generated, .random = {.state = 2007}};
    subject.by_rows = (tunedx_policy_t){.rules_count = 2, .common = {4}};
    parse(path, read_file(path), &subject.by_rows.rules[0]);
    parse("built-in rules", tunedx_default_rules, &subject.by_rows.rules[1]);
    subject.by_code = (tunedx_policy_t){
        .rules = {subject.by_rows.rules[1]},
        .rules_count = 1,
        .common = {4},
    };
    assert_true(tunedx_generated_parse(&subject.arena, generated,
                                       &subject.by_code.generated, &faulty,
                                       &complaint));
}

static int end(void **state)
{
    (void)state;
    tunedx_decider_free(&subject.rows_decider);
    tunedx_decider_free(&subject.code_decider);
    tunedx_arena_free(&subject.arena);
    return 0;
}

/* ---- what is compared ---- */

static void tell_key(const tunedx_key_t *key, const char *what)
{
    fail_msg("%s: %s: ranks %d, nodes %d, ppn %d, bytes %zu, units of %zu, "
             "commutative %d, class %d",
             what, tunedx_collective_name(key->collective), key->size,
             key->nodes, key->ppn, key->bytes, key->unit_bytes,
             key->commutative, key->op_class);
}

static bool same_method(const tunedx_method_t *a, const tunedx_method_t *b)
{
    return (a == NULL) == (b == NULL) &&
           (a == NULL || tunedx_method_equal(a, b));
}

/* The first method that the code names, whether or not it can serve. */
static const tunedx_method_t *ask_code(const tunedx_key_t *key, int refused)
{
    tunedx_generated_decide_t *decide =
        subject.generated->decide[key->collective];
    const int number = decide == NULL ? 0 : decide(key, refused);

    assert_true(number >= 0 && number <= (int)subject.generated->count);
    return number == 0 ? NULL : subject.by_code.generated.methods[number - 1];
}

/* The first row that matches, whether or not its method can serve. */
static const tunedx_method_t *ask_rows(const tunedx_key_t *key)
{
    const tunedx_rules_t *rules = &subject.by_rows.rules[0];
    size_t i = 0;

    while (i < rules->count && !tunedx_rule_matches(&rules->rows[i], key)) {
        i++;
    }
    return i < rules->count ? rules->rows[i].method : NULL;
}

/* The first method of the code that can serve. */
static const tunedx_method_t *search_code(const tunedx_key_t *key)
{
    const tunedx_algorithm_t *refuses;
    const tunedx_method_t *method;
    int refused = 0;

    while ((method = ask_code(key, refused)) != NULL &&
           !tunedx_method_applies(method, key, &refuses)) {
        refused++;
        assert_true(refused <= (int)subject.generated->count);
    }
    return method;
}

static const tunedx_method_t *search_rows(const tunedx_key_t *key)
{
    const tunedx_rule_t *row =
        tunedx_rules_find(&subject.by_rows.rules[0], 0, key);

    return row == NULL ? NULL : row->method;
}

static void compare_searches(const tunedx_key_t *key)
{
    if (!same_method(ask_code(key, 0), ask_rows(key))) {
        tell_key(key, "the first row that matches is another one");
    }
    if (!same_method(search_code(key), search_rows(key))) {
        tell_key(key, "the first row that serves is another one");
    }
}

/* Both deciders give the same, and the one with code says so. */
static void compare_decisions(const tunedx_key_t *key)
{
    tunedx_choice_t by_rows, by_code;

    tunedx_decider_free(&subject.rows_decider);
    tunedx_decider_free(&subject.code_decider);
    tunedx_decider_init(&subject.rows_decider, &subject.by_rows, key->size,
                        key->nodes, key->ppn);
    tunedx_decider_init(&subject.code_decider, &subject.by_code, key->size,
                        key->nodes, key->ppn);
    assert_true(tunedx_decide(&subject.rows_decider, key, &by_rows));
    assert_true(tunedx_decide(&subject.code_decider, key, &by_code));
    if (!tunedx_method_equal(by_rows.method, by_code.method)) {
        tell_key(key, "decisions differ");
    }
    assert_int_equal(by_code.source == TUNEDX_SOURCE_GENERATED,
                     search_code(key) != NULL);
    assert_int_equal(by_rows.refusal.method != NULL,
                     by_code.refusal.method != NULL);
}

static void compare_all(const tunedx_generated_t *generated, const char *path)
{
    begin(generated, path);
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;

        row_keys_collect(&subject.keys, &subject.by_rows.rules[0], collective);
        if (subject.keys.ranks.count == 0) {
            assert_null(generated->decide[i]);
            continue;
        }
        for (int r = 0; r < subject.keys.ranks.count; r++) {
            for (int b = 0; b < subject.keys.bytes.count; b++) {
                const tunedx_key_t key = row_keys_make(
                    &subject.keys, &subject.random, collective,
                    subject.keys.ranks.values[r], subject.keys.bytes.values[b]);
                compare_searches(&key);
            }
        }
        for (int k = 0; k < RANDOM_KEYS; k++) {
            const size_t ranks =
                row_keys_pick(&subject.keys.ranks, &subject.random);
            const size_t bytes =
                row_keys_pick(&subject.keys.bytes, &subject.random);
            const size_t divisor = random_chance(&subject.random, 50)
                                       ? 1 /* or a total of them */
                                       : ranks;
            const tunedx_key_t key = row_keys_make(
                &subject.keys, &subject.random, collective, ranks,
                bytes / divisor + (size_t)random_below(&subject.random, 2));
            compare_searches(&key);
            if (k % 20 == 0) {
                compare_decisions(&key);
            }
        }
    }
}

static void says_what_the_built_in_rules_say(void **state)
{
    (void)state;
    compare_all(&generated_defaults, "decision/defaults.rules");
}

static void says_what_rows_with_everything_say(void **state)
{
    (void)state;
    compare_all(&generated_everything, "test/codegen/everything.rules");
}

static void says_what_rows_at_random_say(void **state)
{
    (void)state;
    compare_all(&generated_random, "test/codegen/random.rules");
}

static void says_the_same_by_rows(void **state)
{
    (void)state;
    compare_all(&generated_rows, "test/codegen/everything.rules");
}

/* ---- what it is called, and what becomes of it ---- */

static void expect_reason(const tunedx_generated_t *generated,
                          const tunedx_key_t *key, const char *expected)
{
    tunedx_choice_t choice;
    char why[256];

    begin(generated, "test/codegen/everything.rules");
    tunedx_decider_init(&subject.code_decider, &subject.by_code, key->size,
                        key->nodes, key->ppn);
    assert_true(tunedx_decide(&subject.code_decider, key, &choice));
    tunedx_choice_explain(&choice, why, sizeof why);
    assert_string_equal(why, expected);
    (void)end(NULL);
}

static void names_its_file_and_line(void **state)
{
    tunedx_key_t key = {
        .collective = TUNEDX_REDUCE,
        .size = 8,
        .nodes = 1,
        .ppn = 8,
        .bytes = 8192,
        .units = 1024,
        .unit_bytes = 8,
        .commutative = true,
        .op_class = TUNEDX_OP_BUILTIN,
    };

    (void)state;
    expect_reason(&generated_everything, &key,
                  "generated_everything.c (from everything.rules, line 49 or 3 "
                  "others with this method)");
    expect_reason(&generated_rows, &key,
                  "generated_rows.c (from everything.rules, line 50)");
    key.collective = TUNEDX_ALLREDUCE;
    key.commutative = false;
    expect_reason(
        &generated_rows, &key,
        "generated_rows.c (from everything.rules, line 28); ring (line "
        "27) needs a commutative operation");
    key.collective = TUNEDX_EXSCAN;
    assert_null(generated_everything.decide[TUNEDX_EXSCAN]);
    assert_null(generated_everything.decide[TUNEDX_GATHER]);
}

static void keeps_match_and_digest(void **state)
{
    (void)state;
    assert_int_equal(generated_everything.match.count, 1);
    assert_string_equal(generated_everything.match.pairs[0].name, "ranks");
    assert_string_equal(generated_everything.match.pairs[0].value, "1..");
    assert_int_equal(generated_everything.match.pairs[0].line, 8);
    assert_int_equal(strlen(generated_everything.digest), 16);
    assert_string_equal(generated_everything.digest, generated_rows.digest);
    assert_string_not_equal(generated_everything.digest,
                            generated_random.digest);
}

/* Of a decision for another version one method may be unknown. */
static void an_unknown_method_is_told(void **state)
{
    static const tunedx_generated_method_t methods[] = {
        {TUNEDX_BCAST, "binomial", 3, 1},
        {TUNEDX_BCAST, "binomiall", 4, 1},
    };
    const tunedx_generated_t generated = {.methods = methods, .count = 2};
    const tunedx_generated_method_t *faulty;
    tunedx_generated_rules_t rules;
    tunedx_complaint_t complaint;

    (void)state;
    assert_false(tunedx_generated_parse(&subject.arena, &generated, &rules,
                                        &faulty, &complaint));
    assert_ptr_equal(faulty, &methods[1]);
    assert_non_null(strstr(complaint.text, "binomiall"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(says_what_the_built_in_rules_say, end),
        cmocka_unit_test_teardown(says_what_rows_with_everything_say, end),
        cmocka_unit_test_teardown(says_what_rows_at_random_say, end),
        cmocka_unit_test_teardown(says_the_same_by_rows, end),
        cmocka_unit_test_teardown(names_its_file_and_line, end),
        cmocka_unit_test_teardown(keeps_match_and_digest, end),
        cmocka_unit_test_teardown(an_unknown_method_is_told, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
