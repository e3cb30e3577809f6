/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions by levels: what reduce and allreduce have in common in
 * rabenseifner, in pairwise, in pairwise_ring and in per_level, of which the
 * others are special cases (Rabenseifner 2004, sections 3.2 to 3.7, and the
 * closing remark of section 6).
 *
 * The ranks that take part are numbered 0..count-1 in the order of the ranks.
 * Level i, from 0 on, joins number x and number x xor 2^i; each brings a piece
 * of the vector, which is the same piece for both.
 *
 *     full   allreduce: they exchange their pieces, and both reduce;
 *            reduce: one sends its piece to the one nearer to the root, and
 *            is done
 *     half   they exchange halves of their pieces, and each reduces one, which
 *            is its piece in the next level.  When all further levels have
 *            ended, both pieces are joined again: in allreduce by both, in
 *            reduce by the one nearer to the root
 *     ring   not two but all numbers that differ in bits i and above, in as
 *            many parts: a pairwise exchange of parts, one for each number;
 *            then in allreduce a ring allgather, in reduce each sends its part
 *            to the one that has the root's upper bits.  No level comes after
 *     direct as ring, but in allreduce each sends its part to all others
 *
 * A number is nearer to the root when its bit i is that of the root's number.
 * As neighbours are joined first, the order of operands is kept.
 *
 * Which levels there are: a list of words, of which the last one goes on for
 * ever; half without a list.  Levels of two end with `ring` or `direct`, before
 * level i, or when 2^(i+1) would be more than the ranks.  Then 2^i must divide
 * `count`, so ranks are removed in pairs by a first step:
 *
 *     the ranks of a pair, 2j and 2j+1, exchange halves of their vectors and
 *     reduce one each; then the second one gives its half to the first one,
 *     which takes part as number j, and in allreduce sends the result back.
 *     When the second one is the root of a reduce, both change roles.  If the
 *     first level is full, the second one gives its whole vector instead, which
 *     is a message less.
 *
 * With p ranks, p mod 2^i pairs are made.  So ring or direct alone serves any
 * number of ranks without this step, and without them `count` is a power of
 * two.
 *
 * Of halves the lower one is the larger one, if any, and number x keeps it when
 * its bit i is 0; of a pair, the rank that takes part keeps it.
 */
#ifndef TUNEDX_LEVELS_H
#define TUNEDX_LEVELS_H

#include "algorithms/method.h"

/* Levels as a list of words; see algorithm.h. */
enum {
    TUNEDX_LEVEL_FULL,
    TUNEDX_LEVEL_HALF,
    TUNEDX_LEVEL_RING, /* the first one that is for all further levels */
    TUNEDX_LEVEL_DIRECT
};

/* Lists of one word, which goes on for ever. */
enum {
    TUNEDX_LEVELS_HALF = 1 + TUNEDX_LEVEL_HALF,
    TUNEDX_LEVELS_RING = 1 + TUNEDX_LEVEL_RING,
    TUNEDX_LEVELS_DIRECT = 1 + TUNEDX_LEVEL_DIRECT
};

/* The list of words of per_level. */
extern const tunedx_parameter_t tunedx_levels;

/* Whether per_level groups in pairs: not if all further ranks exchange parts,
 * for then a part is combined by who is to have it. */
static inline bool tunedx_levels_group(const tunedx_method_t *method)
{
    const size_t list = tunedx_method_number(method, &tunedx_levels);
    int level = 0;

    while (tunedx_words_get(list, level) >= 0 &&
           tunedx_words_get(list, level) < TUNEDX_LEVEL_RING) {
        level++;
    }
    return tunedx_words_get(list, level) < 0;
}

/* Writes the reduce or allreduce of `shape` with the levels `list`. */
void tunedx_levels_combine(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           size_t list);

/* What it takes when the operation is commutative.  It is exact when all levels
 * are half or all are ring; else a bound, exact where no halves or parts of a
 * piece differ. */
uint64_t tunedx_levels_cost(const tunedx_shape_t *shape,
                            const tunedx_price_t *price, size_t list);

#endif
