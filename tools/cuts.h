/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where ranges cut numbers into pieces: the first number of each piece.
 */
#ifndef TUNEDX_TOOLS_CUTS_H
#define TUNEDX_TOOLS_CUTS_H

#include "decision/rules.h"

/* Adds both ends of a range to `count` cuts, which have room for two more;
 * returns how many there are then. */
size_t tool_cuts_add(size_t *cuts, size_t count, tunedx_range_t range);

/* Sorts and leaves one of each, of those from `least`, which is made the first,
 * to `most`; there is room for one more.  Returns how many there are then. */
size_t tool_cuts_sort(size_t *cuts, size_t count, size_t least, size_t most);

/* Piece number i; the last one ends at SIZE_MAX. */
tunedx_range_t tool_cuts_piece(const size_t *cuts, size_t count, size_t i);

#endif
