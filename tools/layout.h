/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ranks on nodes.
 */
#ifndef TUNEDX_TOOLS_LAYOUT_H
#define TUNEDX_TOOLS_LAYOUT_H

#include "decision/rules.h"

/* Lays key->size ranks out on as few nodes as the ranges allow, with as few as
 * they allow on the fullest; false when they allow none. */
bool tool_lay_out(tunedx_key_t *key, tunedx_range_t nodes, tunedx_range_t ppn);

#endif
