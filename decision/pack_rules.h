/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules as bytes, for rank 0 to send and all ranks to take.
 */
#ifndef TUNEDX_PACK_RULES_H
#define TUNEDX_PACK_RULES_H

#include "decision/rules.h"

/* The rows of `rules` and their name as bytes, the same for the same rules; the
 * caller frees them.  *length is their number.  NULL when memory is short. */
void *tunedx_rules_pack(const tunedx_rules_t *rules, size_t *length);

/* The rules that `bytes` hold; [meta] and [match] stay behind.  They live in
 * `arena`.  False when the bytes are no such rules or memory is short. */
bool tunedx_rules_unpack(tunedx_arena_t *arena, const void *bytes,
                         size_t length, tunedx_rules_t *rules);

/* A number that two packed sets of rules hardly have in common, whatever their
 * names: FNV-1a, 64 bits. */
uint64_t tunedx_rules_digest(const void *bytes, size_t length);

#endif
