/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Signed ranks and Holm's correction: p that can be counted by hand, or that
 * tables have.
 */
#include "cmocka_test.h"
#include "results/rank_test.h"

#include <math.h>

static void assert_near(double actual, double expected)
{
    if (fabs(actual - expected) > 1e-9) {
        fail_msg("%.12g, expected %.12g", actual, expected);
    }
}

/* All on one side: 2 of 2^n ways to give signs are as extreme. */
static void one_sided(void **state)
{
    static const double more[] = {0.5, 0.1, 0.3, 0.2, 0.9, 0.7, 0.4, 0.6};

    (void)state;
    for (size_t n = 1; n <= 8; n++) {
        assert_near(tunedx_signed_rank_p(more, n), 2 / pow(2, (double)n));
        assert_near(tunedx_signed_rank_least_p(n), 2 / pow(2, (double)n));
    }
}

/* A rank sum of 2 among 6: {}, {1} and {2} have no more.  One of 8 among 10,
 * the bound that tables give for 5 %: 25 sets of different numbers sum up to at
 * most 8. */
static void counted_by_hand(void **state)
{
    static const double six[] = {3, -2, 1, 4, 5, 6};
    static const double ten[] = {1, 2, -3, 4, -5, 6, 7, 8, 9, 10};

    (void)state;
    assert_near(tunedx_signed_rank_p(six, 6), 2 * 3 / 64.0);
    assert_near(tunedx_signed_rank_p(ten, 10), 2 * 25 / 1024.0);
}

/* Equal ones share ranks: 1.5, 1.5, 3.5, 3.5, of which a sum of 1.5 or less
 * has 3 of 16 ways. */
static void ties(void **state)
{
    static const double four[] = {2, -1, 1, 2};
    static const double three[] = {1, 1, -1};

    (void)state;
    assert_near(tunedx_signed_rank_p(four, 4), 2 * 3 / 16.0);
    assert_near(tunedx_signed_rank_p(three, 3), 1);
}

static void zeros(void **state)
{
    static const double some[] = {0, 1, 0, 2, 3, 0};
    static const double none[] = {0, 0};

    (void)state;
    assert_near(tunedx_signed_rank_p(some, 6), 2 / 8.0);
    assert_near(tunedx_signed_rank_p(none, 2), 1);
    assert_near(tunedx_signed_rank_p(none, 0), 1);
}

/* 50 of them, the smallest 14 negative: a sum of 105 where 637.5 is the mean
 * and 103.59 the deviation, so that z is 5.136. */
static void normal(void **state)
{
    double many[50];

    (void)state;
    for (int i = 0; i < 50; i++) {
        many[i] = i < 14 ? -(i + 1) : i + 1;
    }
    assert_near(
        tunedx_signed_rank_p(many, 50),
        erfc((637.5 - 105 - 0.5) / sqrt(50.0 * 51 * 101 / 24) / sqrt(2)));
}

/* Where exact counting ends the normal distribution is near. */
static void both_agree(void **state)
{
    double many[TUNEDX_EXACT_PAIRS + 1];

    (void)state;
    for (int i = 0; i <= TUNEDX_EXACT_PAIRS; i++) {
        many[i] = i % 3 == 0 ? -(i + 1) : i + 1;
    }
    const double exact = tunedx_signed_rank_p(many, TUNEDX_EXACT_PAIRS);
    const double mean = TUNEDX_EXACT_PAIRS * (TUNEDX_EXACT_PAIRS + 1) / 4.0;
    const double deviation = sqrt(mean * (2.0 * TUNEDX_EXACT_PAIRS + 1) / 6);
    double sum = 0;
    for (int i = 0; i < TUNEDX_EXACT_PAIRS; i += 3) {
        sum += i + 1;
    }
    const double nearly = erfc((mean - sum - 0.5) / deviation / sqrt(2));

    assert_true(fabs(exact - nearly) < 0.002);
    assert_true(tunedx_signed_rank_p(many, TUNEDX_EXACT_PAIRS + 1) < 1);
}

static void holm(void **state)
{
    double p[] = {0.01, 0.04, 0.03}, one[] = {0.2}, large[] = {0.9, 0.6};

    (void)state;
    assert_true(tunedx_holm(p, 3));
    assert_near(p[0], 0.03);
    assert_near(p[1], 0.06); /* no smaller than that of a smaller p */
    assert_near(p[2], 0.06);
    assert_true(tunedx_holm(one, 1) && tunedx_holm(large, 2));
    assert_near(one[0], 0.2);
    assert_near(large[0], 1);
    assert_near(large[1], 1);
    assert_true(tunedx_holm(NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_sided), cmocka_unit_test(counted_by_hand),
        cmocka_unit_test(ties),      cmocka_unit_test(zeros),
        cmocka_unit_test(normal),    cmocka_unit_test(both_agree),
        cmocka_unit_test(holm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
