/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The fuzzer of the readers of coll/tuned's classic files.  See fuzz_rules.c.
 */
#include "test/unit/decision_checks.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)check_tuned((const char *)data, size);
    return 0;
}
