/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is true of the parsers of methods and rules for any bytes at all.
 *
 * Shared by unit tests and the fuzzer, so failures abort, with a message.
 */
#ifndef TUNEDX_DECISION_CHECKS_H
#define TUNEDX_DECISION_CHECKS_H

#include "decision/read_tuned.h"

/* Parses `text` as a method: a complaint is one printable line about a place
 * in the text, and what parses prints and parses to the same again.  Returns
 * whether it parses. */
bool check_method(tunedx_collective_t collective, const char *text,
                  size_t length);

/* Parses `text` as rules: faults are located, rows are sound, and slices say
 * what the rows say.  Returns the number of faults. */
size_t check_rules(const char *text, size_t length);

/* The same for a classic file of coll/tuned's, of whose rows at most one
 * matches a call. */
size_t check_tuned(const char *text, size_t length);

/* The slice is as short as can be and agrees with the rows at every end of a
 * range and beside it. */
void check_slice(const tunedx_rules_t *rules, tunedx_collective_t collective,
                 int size, int nodes, int ppn);

#endif
