/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The word that was probably meant.
 */
#ifndef TUNEDX_NEAREST_H
#define TUNEDX_NEAREST_H

#include <stddef.h>

/* The entry of `words` (`count` of them) that is nearest to the first `length`
 * characters of `word` by edit distance (insert, delete, change, exchange two
 * neighbours; case counts little).  NULL when nothing is near enough to be
 * what was meant: at most one edit in three characters, unless one word is the
 * beginning of the other. */
const char *tunedx_nearest(const char *word, size_t length,
                           const char *const *words, size_t count);

#endif
