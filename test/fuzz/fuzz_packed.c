/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The fuzzer of the reader of packed rules.  See fuzz_rules.c.
 */
#include "test/unit/bytes_checks.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)check_unpack((const char *)data, size);
    return 0;
}
