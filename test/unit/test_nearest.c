/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The word that was probably meant.
 */
#include "cmocka_test.h"
#include "decision/nearest.h"

#include <stdlib.h>
#include <string.h>

static const char *const words[] = {
    "binomial", "bruck", "pipeline", "recursive_doubling", "ring", "segment",
};
enum { WORDS = sizeof words / sizeof words[0] };

static const char *nearest(const char *word)
{
    return tunedx_nearest(word, strlen(word), words, WORDS);
}

static void every_word_is_nearest_to_itself(void **state)
{
    (void)state;
    for (int i = 0; i < WORDS; i++) {
        assert_ptr_equal(nearest(words[i]), words[i]);
    }
}

static void single_edits_are_near(void **state)
{
    static const char *const pairs[][2] = {
        {"pipline", "pipeline"},
        {"pipelinee", "pipeline"},
        {"pipelyne", "pipeline"},
        {"ipipeline", "pipeline"},
        {"piepline", "pipeline"},
        {"rnig", "ring"},
        {"brcuk", "bruck"},
        {"rin", "ring"},
        {"sgement", "segment"},
        {"recursive-doubling", "recursive_doubling"},
        {"recursivedoubling", "recursive_doubling"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        assert_string_equal(nearest(pairs[i][0]), pairs[i][1]);
    }
}

static void case_counts_little(void **state)
{
    (void)state;
    assert_string_equal(nearest("RECURSIVE_DOUBLING"), "recursive_doubling");
    assert_string_equal(nearest("Ring"), "ring");
    assert_string_equal(nearest("PIPLINE"), "pipeline");
    assert_string_equal(nearest("RNIG"), "ring");

    static const char *const cases[] = {"AB", "Ab", "ab"};
    assert_string_equal(tunedx_nearest("ab", 2, cases, 3), "ab");
    assert_string_equal(tunedx_nearest("aB", 2, cases, 3), "AB");
}

static void beginnings_are_near(void **state)
{
    (void)state;
    assert_string_equal(nearest("recursive"), "recursive_doubling");
    assert_string_equal(nearest("ring_segmented"), "ring");
    assert_string_equal(nearest("seg"), "segment");
    assert_string_equal(nearest("segmentsize"), "segment");
    assert_null(nearest("se"));
}

static void other_words_are_not_near(void **state)
{
    (void)state;
    assert_null(nearest(""));
    assert_null(nearest("x"));
    assert_null(nearest("linear"));
    assert_null(nearest("rabenseifner"));
    assert_null(nearest("kings_road"));
    assert_null(tunedx_nearest("ring", 4, words, 0));
}

static void the_nearer_wins_and_the_first_of_equals(void **state)
{
    static const char *const many[] = {"", "gatherv", "gather", "father"};
    static const char *const even[] = {"abcx", "abcy"};

    (void)state;
    assert_string_equal(tunedx_nearest("gathr", 5, many, 4), "gather");
    assert_string_equal(tunedx_nearest("abcd", 4, even, 2), "abcx");
    assert_string_equal(tunedx_nearest("ringleader", 4, words, WORDS), "ring");
}

/* Any bytes, and lengths about and far beyond the longest word looked at. */
static void long_words_and_odd_bytes_do_no_harm(void **state)
{
    const size_t length = 1 << 20;
    char *word = malloc(length);
    char twin[200];

    (void)state;
    assert_non_null(word);
    memset(word, 'r', length);
    for (size_t i = 1; i < 200; i++) {
        assert_null(tunedx_nearest(word, i, words, WORDS));
        memset(twin, 'r', i);
        twin[i - 1] = '\0';
        const char *const list[] = {twin, ""};
        const char *found = tunedx_nearest(word, i, list, 2);
        assert_true(found == NULL || found == twin);
    }
    assert_null(tunedx_nearest(word, length, words, WORDS));
    memset(word, '\0', 64);
    assert_null(tunedx_nearest(word, 64, words, WORDS));
    memset(word, '\xff', 64);
    assert_null(tunedx_nearest(word, 64, words, WORDS));
    free(word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_is_nearest_to_itself),
        cmocka_unit_test(single_edits_are_near),
        cmocka_unit_test(case_counts_little),
        cmocka_unit_test(beginnings_are_near),
        cmocka_unit_test(other_words_are_not_near),
        cmocka_unit_test(the_nearer_wins_and_the_first_of_equals),
        cmocka_unit_test(long_words_and_odd_bytes_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
