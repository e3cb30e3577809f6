/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether differences are there by chance: Wilcoxon's signed-rank test, and
 * Holm's correction of many such tests.
 *
 * Sources  Wilcoxon, Individual comparisons by ranking methods, Biometrics
 *          Bulletin 1(6), 1945
 *          Holm, A simple sequentially rejective multiple test procedure,
 *          Scandinavian Journal of Statistics 6(2), 1979
 */
#ifndef TUNEDX_RANK_TEST_H
#define TUNEDX_RANK_TEST_H

#include <stdbool.h>
#include <stddef.h>

/* How probable differences are that have these signs as one-sidedly as here, or
 * more so, if both signs are equally likely (two-sided p).  Zeros are left out
 * and equal differences share their ranks.  The p is exact for up to
 * TUNEDX_EXACT_PAIRS differences that are not zero, and that of the normal
 * distribution beyond.  1 when nothing differs. */
enum { TUNEDX_EXACT_PAIRS = 40 };
double tunedx_signed_rank_p(const double *differences, size_t count);

/* The least p that so many differences can have. */
double tunedx_signed_rank_least_p(size_t count);

/* Corrects `count` p in place, whatever their order: all of those below a level
 * are wrong with at most that probability, together.  False, and they are as
 * they were, when memory is short. */
bool tunedx_holm(double *p, size_t count);

#endif
