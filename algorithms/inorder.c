/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What scan and exscan cost in a tree that is in order.
 *
 * Whole: sums climb the left subtree of the top, which is no smaller than any
 * other one.  When the top has heard of it, it tells its right child, and
 * everyone below tells first the left child, then the right one.
 *
 * In segments it is a bound.  A rank at work takes three rounds for a step, in
 * each of which it tells one neighbour and hears it at the same time: its left
 * child, its right child, its parent.  This goes together when a left child is
 * 2 rounds ahead of its parent and a right child is 1: then both ends of an
 * edge count the same round for it.  As a segment comes down it falls behind by
 * a step at each level, hence by 1 round to the left and by 2 to the right.
 * With r levels below the top, the first message is therefore sent in round 2 -
 * 2 r of the top at the earliest, and the last one of k segments is there in
 * round 3 (k-1) + 2 r + 2 at the latest.  Reductions count apart: for a step,
 * one of what each child tells and those of what the parent does; and as many
 * as messages on the way of the first segment.
 *
 * The ranks on the way from the top to rank 0 hear nothing from above, those on
 * the way to the last rank tell their parents nothing, and up to twelve ranks
 * nobody else has two children.  Then a step takes two rounds: on the way to
 * rank 0, hear the left child and tell the parent, then meet the right child;
 * on the way to the last one, meet the left child, then tell the right one and
 * hear the parent.  The first message goes in round 2 - 2 r as before; the last
 * one is there in round 2 (k-1) + 2 r + 1.
 *
 * Up to four ranks are a row: whoever hears a segment tells the one before, and
 * the top a round later.
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

/* Up to four ranks are a row; up to five, nobody hears a parent and tells a
 * right child; up to twelve, only the ways from the top to the first and the
 * last rank fork. */
enum { ROW = 4, SIMPLE = 5, FORKS_OUTSIDE = 12 };

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
    if (all.count == 1 || shape->size == 2) {
        return all.count * whole_time(&turn, shape->size);
    }
    if (shape->size <= ROW) {
        return (all.count + (uint64_t)shape->size - 1) *
               (turn.message + turn.reduction);
    }
    const uint64_t rounds = shape->size <= FORKS_OUTSIDE ? 2 : 3;
    const uint64_t sums = shape->size <= SIMPLE ? 1 : (uint64_t)work->right;
    const uint64_t later = all.count - 1;

    return (rounds * later + 4 * levels + rounds - 2) * turn.message +
           ((rounds - 1 + sums) * later + 4 * levels) * turn.reduction;
}
