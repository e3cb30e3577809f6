/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmocka, with the headers that it wants before itself.
 */
#ifndef TEST_UNIT_CMOCKA_TEST_H
#define TEST_UNIT_CMOCKA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
