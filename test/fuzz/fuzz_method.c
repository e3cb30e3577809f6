/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The fuzzer of the parser of methods, as those of each collective.  See
 * fuzz_rules.c.
 */
#include "test/unit/decision_checks.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        (void)check_method((tunedx_collective_t)i, (const char *)data, size);
    }
    return 0;
}
