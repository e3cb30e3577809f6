/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Why a row is not the one that decides.
 */
#ifndef TUNEDX_EXPLAIN_H
#define TUNEDX_EXPLAIN_H

#include "decision/rules.h"

/* Writes the first thing about `rule` that keeps it from serving `key`: "ranks
 * 4 is not in 8..16", "the operation does not commute".  Returns false, and an
 * empty text, when nothing does.  The rule is of the key's collective. */
bool tunedx_rule_explain(const tunedx_rule_t *rule, const tunedx_key_t *key,
                         char *text, size_t size);

#endif
