/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ranges as rules have them: 2..15, 16.., *.
 *
 * Private to what writes rules or speaks of them.
 */
#ifndef TUNEDX_PRINT_RULE_H
#define TUNEDX_PRINT_RULE_H

#include "decision/rules.h"
#include "decision/text.h"

void tunedx_write_range(tunedx_writer_t *writer, tunedx_range_t range);

/* By commas. */
void tunedx_write_ranges(tunedx_writer_t *writer, tunedx_ranges_t ranges);

#endif
