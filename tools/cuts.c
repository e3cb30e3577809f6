/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See cuts.h.
 */
#include "tools/cuts.h"

#include <stdlib.h>

size_t tool_cuts_add(size_t *cuts, size_t count, tunedx_range_t range)
{
    cuts[count++] = range.first;
    if (range.last < SIZE_MAX) {
        cuts[count++] = range.last + 1;
    }
    return count;
}

static int compare(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

size_t tool_cuts_sort(size_t *cuts, size_t count, size_t least, size_t most)
{
    size_t kept = 1;

    cuts[count++] = least;
    qsort(cuts, count, sizeof *cuts, compare);
    cuts[0] = least;
    for (size_t i = 1; i < count && cuts[i] <= most; i++) {
        if (cuts[i] > cuts[kept - 1]) {
            cuts[kept++] = cuts[i];
        }
    }
    return kept;
}

tunedx_range_t tool_cuts_piece(const size_t *cuts, size_t count, size_t i)
{
    return (tunedx_range_t){
        .first = cuts[i],
        .last = i + 1 < count ? cuts[i + 1] - 1 : SIZE_MAX,
    };
}
