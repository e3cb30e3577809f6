/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numbers, read and written.
 */
#include "cmocka_test.h"
#include "decision/text.h"

#include <string.h>

static size_t number_of(const char *text, size_t *used)
{
    size_t number = 4711;

    *used = tunedx_number_parse(text, strlen(text), &number);
    return number;
}

static void numbers_are_decimal_and_fit(void **state)
{
    size_t used;

    (void)state;
    assert_int_equal(number_of("42", &used), 42);
    assert_int_equal(used, 2);
    assert_int_equal(number_of("64kx", &used), 65536);
    assert_int_equal(used, 3);
    assert_int_equal(number_of("0x10", &used), 0);
    assert_int_equal(used, 1);
    assert_int_equal(number_of("18446744073709551615", &used), SIZE_MAX);
    assert_int_equal(used, 20);
    assert_int_equal(number_of("17179869183G", &used),
                     SIZE_MAX - ((1 << 30) - 1));
    assert_int_equal(used, 12);
    assert_int_equal(tunedx_number_parse("12", 1, &used), 1);
    assert_int_equal(used, 1);

    static const char *const bad[] = {
        "",
        "k",
        "-1",
        "+1",
        " 1",
        "010",
        "00",
        "01k",
        "18446744073709551616",
        "99999999999999999999999",
        "17179869184G",
        "18014398509481984k",
        ".5",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(number_of(bad[i], &used), 4711);
        assert_int_equal(used, 0);
    }
}

static void everything_written_reads_the_same(void **state)
{
    (void)state;
    for (int shift = 0; shift < 64; shift++) {
        for (size_t near = 0; near < 3; near++) {
            const size_t number = ((size_t)1 << shift) - 1 + near;
            char text[32];
            size_t used;
            tunedx_writer_t writer = tunedx_writer(text, sizeof text);

            tunedx_write_number(&writer, number);
            assert_int_equal(writer.length, strlen(text));
            assert_int_equal(number_of(text, &used), number);
            assert_int_equal(used, strlen(text));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_decimal_and_fit),
        cmocka_unit_test(everything_written_reads_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
