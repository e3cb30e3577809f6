/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The fuzzer of the parser of rules files, with all that follows from them:
 * printed rows, slices, packed rules.
 *
 *     make fuzz FUZZ=rules FUZZ_SECONDS=600
 *
 * Each parser has such a file.  make check replays the corpus: a finding that
 * is added to it, under a name as test/unit/test_corpus.c wants them, stays
 * found.
 */
#include "test/unit/decision_checks.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)check_rules((const char *)data, size);
    return 0;
}
