/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What scan and exscan by parts have in common, which is all but whether a rank
 * adds its own vector to that of the ranks before it.
 *
 * The vector is cut into p parts, one for each rank.  Ranks send their parts to
 * the ranks that add them up, from the first rank on; these send the sum of the
 * ranks before each rank to it.  Nothing is passed on, so two messages in a row
 * are all there is.
 */
#ifndef TUNEDX_PREFIXES_H
#define TUNEDX_PREFIXES_H

#include "algorithms/algorithm.h"

/* The whole text. */
void tunedx_prefixes(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                     bool adds_own);

/* Its cost where all parts have one length, at one price; else no less. */
uint64_t tunedx_prefixes_cost(const tunedx_shape_t *shape,
                              const tunedx_price_t *price, bool adds_own);

/* Whether all parts have one length. */
bool tunedx_prefixes_are_even(const tunedx_shape_t *shape);

#endif
