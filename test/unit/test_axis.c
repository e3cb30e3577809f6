/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Axes of decision maps: which point decides for a value.
 */
#include "cmocka_test.h"
#include "decision/axis.h"

static void points_decide_up_to_the_next(void **state)
{
    static const size_t points[] = {1, 16, 256};
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_axis_t axis;
    tunedx_range_t range;

    (void)state;
    assert_true(
        tunedx_axis_make(&arena, points, 3, TUNEDX_BOUNDARY_NEXT, &axis));
    static const size_t expected[][2] = {
        {0, 0},  {1, 0},   {15, 0},  {16, 1},
        {17, 1}, {255, 1}, {256, 2}, {SIZE_MAX, 2},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(tunedx_axis_find(&axis, expected[i][0]),
                         expected[i][1]);
    }
    assert_true(tunedx_axis_range(&axis, 0, 1, &range));
    assert_true(range.first == 0 && range.last == 15);
    assert_true(tunedx_axis_range(&axis, 1, 3, &range));
    assert_true(range.first == 16 && range.last == SIZE_MAX);
    tunedx_arena_free(&arena);
}

/* Between 16 and 256 is 64; between 2 and 3 the root of 6, so 3; between 0 and
 * 7 nothing but 0 belongs to 0; huge numbers do not overflow. */
static void geometric_boundaries_are_roots(void **state)
{
    const size_t huge = (size_t)1 << 62;
    const size_t points[] = {0, 2, 3, 16, 256, 1 << 20, huge};
    static const size_t starts[] = {0, 1, 3, 7, 64, 16384, (size_t)1 << 41};
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_axis_t axis;

    (void)state;
    assert_true(
        tunedx_axis_make(&arena, points, 7, TUNEDX_BOUNDARY_GEOMETRIC, &axis));
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(axis.starts[i], starts[i]);
        assert_int_equal(tunedx_axis_find(&axis, starts[i]), i);
        assert_int_equal(tunedx_axis_find(&axis, points[i]), i);
        assert_true(i == 0 || tunedx_axis_find(&axis, starts[i] - 1) == i - 1);
    }
    tunedx_arena_free(&arena);
}

static void points_that_fill_up_decide_nothing(void **state)
{
    static const size_t points[] = {2, 4, 9, 9, 9, 9, 9, 9};
    tunedx_arena_t arena = tunedx_arena_empty();

    (void)state;
    for (int boundary = 0; boundary < 2; boundary++) {
        tunedx_axis_t axis;
        tunedx_range_t range;

        assert_true(tunedx_axis_make(&arena, points, 8,
                                     (tunedx_boundary_t)boundary, &axis));
        assert_int_equal(tunedx_axis_find(&axis, 9), 2);
        assert_int_equal(tunedx_axis_find(&axis, 1000), 2);
        assert_int_equal(tunedx_axis_find(&axis, SIZE_MAX), 2);
        assert_false(tunedx_axis_range(&axis, 4, 8, &range));
        assert_true(tunedx_axis_range(&axis, 2, 4, &range));
        assert_int_equal(range.last, SIZE_MAX);
    }
    tunedx_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_decide_up_to_the_next),
        cmocka_unit_test(geometric_boundaries_are_roots),
        cmocka_unit_test(points_that_fill_up_decide_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
