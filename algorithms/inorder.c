/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What scan and exscan cost in a tree that is in order.
 *
 * Whole: sums climb the left subtree of the top, which is no smaller than any
 * other one.  When the top has heard of it, it tells its right child, and
 * everyone below tells first the left child, then the right one.
 *
 * In segments it is a bound.  A rank at work takes five rounds for a step, in
 * each of which it sends one message at most and receives one:
 *
 *     0    hears its left child
 *     1    tells its left child, hears its right one
 *     2    tells its right child
 *     3    tells its parent
 *     4    hears its parent
 *
 * This goes together when a left child is 3 rounds ahead of its parent and a
 * right child is 2: then both count each message to the same round.  As a
 * segment comes down it falls behind by a step of 5 rounds at each level, hence
 * by 2 and 3.  With r levels below the top, the first message is therefore sent
 * in round 3 - 3 r of the top at the earliest, and the last one of k segments
 * is there in round 5 (k-1) + 3 r + 4 at the latest.  No message is later than
 * that when a round takes as long as a message and what is reduced after it.
 * Up to four ranks are a row, and that its messages come one by one says more.
 */
#include "algorithms/inorder.h"
#include "algorithms/segmented.h"
#include "algorithms/treereduce.h"
#include "geometry/geometry.h"

/* The time of a message and of a reduction. */
typedef struct turn {
    uint64_t message, reduction;
    const tunedx_inorder_work_t *work;
} turn_t;

/* From the moment when the top of `ranks` ranks, the last ones of all or not,
 * has the sum of all before them until they have their results. */
static uint64_t down_time(const turn_t *turn, int ranks, bool is_last)
{
    const int left = ranks / 2, right = ranks - 1 - left;
    const uint64_t result = (uint64_t)turn->work->above * turn->reduction;
    const uint64_t both = (uint64_t)turn->work->right * turn->reduction;

    if (ranks == 1) {
        return (uint64_t)turn->work->leaf * turn->reduction;
    }
    if (right == 0) {
        return result + turn->message + down_time(turn, left, false);
    }
    /* Who has nothing on its way up may send while it reduces. */
    const uint64_t to_left = (is_last ? result : both) + turn->message;

    return tunedx_later(to_left + down_time(turn, left, false),
                        tunedx_later(to_left, both) + turn->message +
                            down_time(turn, right, is_last));
}

static uint64_t whole_time(const turn_t *turn, int size)
{
    const int left = size / 2, right = size - 1 - left;
    const uint64_t up =
        (uint64_t)tunedx_larger_first(left) * (turn->message + turn->reduction);

    return right == 0 ? up + turn->message + down_time(turn, 1, true)
                      : up + 2 * turn->message + turn->reduction +
                            down_time(turn, right, true);
}

uint64_t tunedx_inorder_cost(const tunedx_shape_t *shape,
                             const tunedx_price_t *price,
                             const tunedx_inorder_work_t *work)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);
    const turn_t turn = {
        .message = tunedx_either_way(price, all.bytes),
        .reduction = tunedx_reducing(price, all.bytes),
        .work = work,
    };
    const uint64_t levels = (uint64_t)tunedx_rounds(shape->size / 2 + 1);

    if (shape->size == 1 || shape->units == 0) {
        return 0;
    }
    if (all.count == 1 || shape->size <= 4) {
        return all.count * whole_time(&turn, shape->size);
    }
    return (5 * (all.count - 1) + 6 * levels + 2) *
           (turn.message + (uint64_t)work->right * turn.reduction);
}
