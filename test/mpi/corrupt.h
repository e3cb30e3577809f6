/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Faults on demand, so that the tests themselves can be tested.
 *
 *     TUNEDX_TEST_FAULT=KIND[:COLLECTIVE[:FORM]]
 *
 * Once per process, when the first call where it is possible has completed,
 * the kind of fault
 *
 *     value    changes the first byte of the result
 *     hole     changes a byte between the data of the result
 *     before   changes the byte before the result
 *     after    changes the byte after it
 *     input    changes the first byte of the send buffer
 *     error    returns an error although all went well
 *
 * and in every call
 *
 *     skip     does not start the collective at all
 *     commute  tells MPI that every user operation commutes
 *
 * A program that does not report this does not test anything.
 */
#ifndef TUNEDX_TEST_CORRUPT_H
#define TUNEDX_TEST_CORRUPT_H

#include "call.h"

bool corrupt_skips(const call_t *call);

/* Do the damage; returns the code, or an error. */
int corrupt_damage(const call_t *call, int code);

#endif
