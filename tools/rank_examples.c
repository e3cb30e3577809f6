/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See rank_examples.h.
 */
#include "tools/rank_examples.h"

#include "geometry/geometry.h"

#include <limits.h>

enum { NEIGHBOURS = 6, MANY_RANKS = 1 << 20 };

/* The piece of gaps that the gap of a number of ranks is in. */
static size_t gap_piece(const size_t *gaps, size_t count, size_t ranks)
{
    const size_t gap = (size_t)tunedx_expo_gap((int)ranks);
    size_t at = 0;

    while (at + 1 < count && gaps[at + 1] <= gap) {
        at++;
    }
    return at;
}

/* The first number of each kind that gaps and evenness make. */
static size_t add_gaps(tunedx_range_t ranks, const size_t *gaps,
                       size_t gaps_count, size_t *examples, size_t count)
{
    bool seen[TOOL_MOST_GAP + 1][2] = {{false}};

    for (size_t i = 0; i < count; i++) {
        seen[gap_piece(gaps, gaps_count, examples[i])][examples[i] % 2] = true;
    }
    for (size_t i = ranks.first; i <= ranks.last && i <= MANY_RANKS; i++) {
        bool *is_seen = &seen[gap_piece(gaps, gaps_count, i)][i % 2];

        if (!*is_seen) {
            *is_seen = true;
            examples[count++] = i;
        }
    }
    return count;
}

/* Six neighbours have all that there is of being even and no power of two. */
size_t tool_rank_examples(tunedx_range_t ranks, const size_t *gaps,
                          size_t gaps_count,
                          size_t examples[TOOL_RANK_EXAMPLES])
{
    const size_t most = ranks.last < INT_MAX ? ranks.last : INT_MAX;
    const size_t last = ranks.last < INT_MAX ? ranks.last : MANY_RANKS;
    size_t power = 1, count = 1;

    examples[0] = ranks.first;
    while (count < NEIGHBOURS && ranks.first + count <= most) {
        examples[count] = ranks.first + count;
        count++;
    }
    while (power < ranks.first) {
        power *= 2;
    }
    if (power <= most && power >= ranks.first + count) {
        examples[count++] = power;
    }
    if (gaps_count > 1) {
        count = add_gaps(ranks, gaps, gaps_count, examples, count);
    }
    for (size_t i = 0; i < count; i++) {
        if (examples[i] == last) {
            return count;
        }
    }
    if (last > ranks.first) {
        examples[count++] = last;
    }
    return count;
}
