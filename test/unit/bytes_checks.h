/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is true of the readers of trees and of packed rules for any bytes at
 * all.
 *
 * Shared by unit tests and the fuzzer, so failures abort, with a message.
 */
#ifndef TUNEDX_BYTES_CHECKS_H
#define TUNEDX_BYTES_CHECKS_H

#include "decision/rules.h"

/* Parses `text` as what stands between the head and the end of a tree.  Returns
 * whether it is one: then it decides every call. */
bool check_tree(const char *text, size_t length);

/* Takes bytes for packed rules.  Returns whether they are: then packing and
 * unpacking them again changes nothing, and they can be sliced. */
bool check_unpack(const char *bytes, size_t length);

#endif
