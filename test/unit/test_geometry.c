/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Residues, logarithms and partitions, against their definitions.
 */
#include "cmocka_test.h"
#include "geometry/geometry.h"

#include <limits.h>

enum { MOST = 70 };

static void mod_is_never_negative(void **state)
{
    (void)state;
    for (int size = 1; size <= MOST; size++) {
        for (int number = -3 * size; number <= 3 * size; number++) {
            const int rest = tunedx_mod(number, size);

            assert_true(0 <= rest && rest < size);
            assert_int_equal((number - rest) % size, 0);
        }
    }
    assert_int_equal(tunedx_mod(INT_MIN, INT_MAX), INT_MAX - 1);
    assert_int_equal(tunedx_mod(INT_MAX, 1), 0);
}

static void powers_are_the_largest_below(void **state)
{
    (void)state;
    for (int size = 1; size <= 1000; size++) {
        const int power = tunedx_power_below(size);

        assert_int_equal(power & (power - 1), 0);
        assert_true(power <= size && size < 2 * power);
    }
    assert_int_equal(tunedx_power_below(INT_MAX), 1 << 30);
}

static void rounds_reach_all_ranks(void **state)
{
    (void)state;
    for (int size = 1; size <= 1000; size++) {
        const int rounds = tunedx_rounds(size);

        assert_true(size <= 1 << rounds);
        assert_true(rounds == 0 || size > 1 << (rounds - 1));
    }
    assert_int_equal(tunedx_rounds(INT_MAX), 31);
}

static void parts_make_the_whole(void **state)
{
    (void)state;
    for (int parts = 1; parts <= MOST; parts++) {
        for (size_t units = 0; units <= 2 * (size_t)MOST; units++) {
            assert_int_equal(tunedx_part_first(units, parts, 0), 0);
            assert_int_equal(tunedx_part_first(units, parts, parts), units);
            for (int i = 0; i < parts; i++) {
                const size_t length = tunedx_part_units(units, parts, i);

                assert_int_equal(tunedx_part_first(units, parts, i) + length,
                                 tunedx_part_first(units, parts, i + 1));
                assert_true(length >=
                            tunedx_part_units(units, parts, parts - 1));
                assert_true(length <=
                            tunedx_part_units(units, parts, parts - 1) + 1);
                assert_true(i == 0 ||
                            length <= tunedx_part_units(units, parts, i - 1));
            }
        }
    }
    assert_true(tunedx_part_first(SIZE_MAX, 3, 3) == SIZE_MAX);
}

static void gcd_is_the_greatest_divisor(void **state)
{
    (void)state;
    for (size_t a = 0; a <= MOST; a++) {
        for (size_t b = 0; b <= MOST; b++) {
            size_t divisor = a > b ? a : b;

            while (divisor > 1 && (a % divisor != 0 || b % divisor != 0)) {
                divisor--;
            }
            assert_int_equal(tunedx_gcd(a, b), divisor);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mod_is_never_negative),
        cmocka_unit_test(powers_are_the_largest_below),
        cmocka_unit_test(rounds_reach_all_ranks),
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(gcd_is_the_greatest_divisor),
    };

    return cmocka_run_group_tests_name("geometry", tests, NULL, NULL);
}
