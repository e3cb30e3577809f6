/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See reproducible.h.
 */
#include "decision/reproducible.h"

#include <string.h>

static const char *const names[TUNEDX_REPRODUCIBLES] = {
    [TUNEDX_REPRODUCIBLE_NO] = "no",
    [TUNEDX_REPRODUCIBLE_RUN] = "run",
    [TUNEDX_REPRODUCIBLE_RANKS] = "ranks",
};

const char *tunedx_reproducible_name(tunedx_reproducible_t mode)
{
    return names[mode];
}

bool tunedx_reproducible_find(const char *word, tunedx_reproducible_t *mode)
{
    for (int i = 0; i < TUNEDX_REPRODUCIBLES; i++) {
        if (strcmp(word, names[i]) == 0) {
            *mode = (tunedx_reproducible_t)i;
            return true;
        }
    }
    return false;
}

bool tunedx_reproducible_commutes(tunedx_reproducible_t mode,
                                  tunedx_collective_t collective, bool commutes)
{
    return commutes && (mode != TUNEDX_REPRODUCIBLE_RANKS ||
                        !tunedx_collective_is_reduction(collective));
}

/* The one that leaves short and long vectors something good: blocks have trees
 * of log2 p rounds and halving that moves the vector twice; the tree of scans
 * has segments. */
static tunedx_grouping_t grouping_for(tunedx_collective_t collective)
{
    return collective == TUNEDX_SCAN || collective == TUNEDX_EXSCAN
               ? TUNEDX_GROUPING_INORDER
               : TUNEDX_GROUPING_BLOCKS;
}

const char *tunedx_reproducible_needs(tunedx_reproducible_t mode,
                                      tunedx_collective_t collective, int size,
                                      const tunedx_method_t *method)
{
    const tunedx_grouping_t wanted = grouping_for(collective);

    if (mode == TUNEDX_REPRODUCIBLE_NO ||
        !tunedx_collective_is_reduction(collective)) {
        return NULL;
    }
    const tunedx_grouping_t has = tunedx_method_grouping(method, size, wanted);

    if (mode == TUNEDX_REPRODUCIBLE_RUN) {
        return has == TUNEDX_GROUPING_ARRIVAL
                   ? "another value than coll_tunedx_reproducible=run, which "
                     "allows no order that messages make"
                   : NULL;
    }
    if (has == wanted || (size <= 2 && has == TUNEDX_GROUPING_BLOCKS)) {
        return NULL;
    }
    return wanted == TUNEDX_GROUPING_INORDER
               ? "another value than coll_tunedx_reproducible=ranks, which "
                 "allows the grouping inorder only"
               : "another value than coll_tunedx_reproducible=ranks, which "
                 "allows the grouping blocks only";
}
