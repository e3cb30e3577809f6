/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The fuzzer of the parsers of methods, rules and coll/tuned's classic files:
 * any input is given to all.
 *
 *     make fuzz FUZZ_SECONDS=600
 *
 * make check replays the corpus: a finding that is added to it, under a name
 * as test/unit/test_corpus.c wants them, stays found.
 */
#include "test/unit/decision_checks.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        (void)check_method((tunedx_collective_t)i, text, size);
    }
    (void)check_rules(text, size);
    (void)check_tuned(text, size);
    return 0;
}
