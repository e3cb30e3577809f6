/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decisions that tunedx codegen has made of rules files, by make.
 */
#ifndef TEST_UNIT_GENERATED_H
#define TEST_UNIT_GENERATED_H

#include "decision/generated.h"

/* decision/defaults.rules, and the files of these names in test/codegen. */
extern const tunedx_generated_t generated_defaults, generated_everything,
    generated_random;

/* As generated_everything, by rows: codegen --rows. */
extern const tunedx_generated_t generated_rows;

#endif
