/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The arena: what it gives is zeroed, aligned, separate and as long as asked.
 */
#include "cmocka_test.h"
#include "random.h"
#include "schedule/arena.h"

#include <stdalign.h>
#include <string.h>

enum { PIECES = 2000, LONGEST = 3000 };

static void pieces_are_zeroed_and_separate(void **state)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    random_t random = {.state = 1};
    unsigned char *pieces[PIECES];
    size_t lengths[PIECES];

    (void)state;
    for (int i = 0; i < PIECES; i++) {
        lengths[i] = (size_t)random_below(&random, LONGEST);
        pieces[i] = tunedx_arena_take(&arena, lengths[i]);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % alignof(max_align_t), 0);
        for (size_t k = 0; k < lengths[i]; k++) {
            assert_int_equal(pieces[i][k], 0);
        }
        memset(pieces[i], i % 255 + 1, lengths[i]);
    }
    for (int i = 0; i < PIECES; i++) {
        for (size_t k = 0; k < lengths[i]; k++) {
            assert_int_equal(pieces[i][k], i % 255 + 1);
        }
    }
    tunedx_arena_free(&arena);
}

static void large_pieces_fit(void **state)
{
    const size_t bytes = (size_t)5 << 20;
    tunedx_arena_t arena = tunedx_arena_empty();

    (void)state;
    char *small = tunedx_arena_take(&arena, 1);
    char *large = tunedx_arena_take(&arena, bytes);
    assert_non_null(small);
    assert_non_null(large);
    memset(large, 1, bytes);
    assert_int_equal(*small, 0);
    tunedx_arena_free(&arena);
}

static void arenas_can_be_used_again(void **state)
{
    tunedx_arena_t arena = tunedx_arena_empty();

    (void)state;
    tunedx_arena_free(&arena);
    for (int i = 0; i < 3; i++) {
        char *piece = tunedx_arena_take(&arena, 100);

        assert_non_null(piece);
        assert_int_equal(piece[99], 0);
        memset(piece, 1, 100);
        tunedx_arena_free(&arena);
    }
}

static void what_is_too_large_is_refused(void **state)
{
    tunedx_arena_t arena = tunedx_arena_empty();

    (void)state;
    assert_null(tunedx_arena_take(&arena, SIZE_MAX));
    assert_null(tunedx_arena_take(&arena, SIZE_MAX - 16));
    assert_null(tunedx_arena_take_array(&arena, SIZE_MAX / 4, 8));
    assert_null(tunedx_arena_take_array(&arena, 8, SIZE_MAX / 4));
    assert_null(tunedx_arena_copy_text(&arena, "", SIZE_MAX));
    assert_non_null(tunedx_arena_take_array(&arena, 0, 8));
    assert_non_null(tunedx_arena_take_array(&arena, 8, 0));
    tunedx_arena_free(&arena);
}

static void texts_are_copied(void **state)
{
    tunedx_arena_t arena = tunedx_arena_empty();

    (void)state;
    assert_string_equal(tunedx_arena_copy_text(&arena, "abcdef", 3), "abc");
    assert_string_equal(tunedx_arena_copy_text(&arena, "", 0), "");
    tunedx_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_zeroed_and_separate),
        cmocka_unit_test(large_pieces_fit),
        cmocka_unit_test(arenas_can_be_used_again),
        cmocka_unit_test(what_is_too_large_is_refused),
        cmocka_unit_test(texts_are_copied),
    };

    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
