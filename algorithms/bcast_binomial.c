/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, binomial tree.
 *
 * Ranks count from the root.  The number of ranks that have the data doubles
 * each round.  There are two ways to split the ranks: by mask a rank hears from
 * the rank whose number lacks its lowest set bit; evenly, the ranks that are
 * left to a rank are halved, and the upper half's first one is told.  They
 * differ where p is no power of two: even halves leave no rank idle early.
 *
 *     p = 8            0                round 0   0 -> 4
 *                   /  |  \             round 1   0 -> 2   4 -> 6
 *                  4   2   1            round 2   0 -> 1   2 -> 3
 *                 / \  |                          4 -> 5   6 -> 7
 *                6   5 3
 *                |
 *                7
 *
 *     p = 5, mask      0                p = 5, even      0
 *                   /  |  \                            /   \
 *                  4   2   1                          3  2  1
 *                      |                              |
 *                      3                              4
 *
 * Cost     ceil(log2 p) (k alpha + n beta)        k: number of segments
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2; Huse, PVM/MPI 1999
 *          (even halves)
 */
#include "algorithms/treebcast.h"

static const char *const splits[] = {"mask", "even", NULL};

enum { SPLIT_MASK, SPLIT_EVEN };

static const tunedx_parameter_t split = {
    .name = "split",
    .help = "how ranks are split: by mask of their numbers, or evenly",
    .kind = TUNEDX_PARAMETER_WORDS,
    .fallback = 1 + SPLIT_MASK,
    .words = splits,
    .most_words = 1,
};

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int word = tunedx_words_get(tunedx_number(shape, &split), 0);
    const tunedx_tree_t tree = {
        .kind = word == SPLIT_EVEN ? TUNEDX_TREE_HALVES : TUNEDX_TREE_KNOMIAL,
        .fan = 2,
        .size = shape->size,
    };

    tunedx_tree_bcast(s, shape, &tree);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_tree_bcast_cost(shape, price, tunedx_rounds(shape->size));
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_segment,
    &split,
    NULL,
};

const tunedx_algorithm_t tunedx_bcast_binomial = {
    .name = "binomial",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 6,
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
