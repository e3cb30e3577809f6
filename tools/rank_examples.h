/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numbers of ranks that show what rules may tell apart in a range of them.
 */
#ifndef TUNEDX_TOOLS_RANK_EXAMPLES_H
#define TUNEDX_TOOLS_RANK_EXAMPLES_H

#include "decision/rules.h"

enum {
    TOOL_MOST_GAP = 31,
    /* neighbours, a power of two, both kinds of each gap, the last */
    TOOL_RANK_EXAMPLES = 6 + 1 + 2 * (TOOL_MOST_GAP + 1) + 1
};

/* One of each kind that there is in the range, up to 1,048,576: a power of two
 * or not, even or not, and in which piece the gap between exponents is; the
 * pieces begin at gaps[0] = 0 < gaps[1] and so on.  The first number and the
 * last one (1,048,576 without end) are among them.  Returns how many. */
size_t tool_rank_examples(tunedx_range_t ranks, const size_t *gaps,
                          size_t gaps_count,
                          size_t examples[TOOL_RANK_EXAMPLES]);

#endif
