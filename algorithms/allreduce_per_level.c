/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, combined in a way of its own at each level.
 *
 * A level of two joins ranks 2^i apart: `full`, in which they exchange all that
 * they have, and `half`, in which they exchange halves and join them later.  A
 * level `ring` joins all that are left by a pairwise exchange of parts, which
 * then go around; of `direct` they go straight to all.
 *
 *     levels=full          recursive doubling    when p is a power of two
 *     levels=half          rabenseifner          for any p
 *     levels=ring          pairwise_ring         for any p
 *     levels=direct        pairwise              for any p
 *     levels=half,half,full    long messages to near ranks, short ones to far
 *     levels=half,ring     p = 6, parts abc and def of the vector
 *                rank 0   rank 1   rank 2   rank 3   rank 4   rank 5
 *     half       abc:01   def:01   abc:23   def:23   abc:45   def:45
 *     ring       a:all    d:all    b:all    e:all    c:all    f:all
 *     back       abc      def      abc      def      abc      def
 *     back       abcdef   abcdef   abcdef   abcdef   abcdef   abcdef
 *
 * levels.h defines it for any number of ranks and any list.
 *
 * Cost     of a level at which pieces have n bytes:
 *              full   alpha + n (beta + gamma)
 *              half   2 alpha + n/2 (2 beta + gamma)
 *              ring, direct   2 (q-1) alpha + (1 - 1/q) n (2 beta + gamma)
 *          where q ranks are left; the pairs of a first step cost as in
 *          rabenseifner.  A bound where halves or parts of a piece differ
 * Needs    nothing
 * Source   Rabenseifner 2004, sections 3.4 to 3.7 and 6; which levels there are
 *          for which p is our own
 */
#include "algorithms/levels.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_levels_combine(s, shape, tunedx_number(shape, &tunedx_levels));
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_levels_cost(shape, price,
                              tunedx_number(shape, &tunedx_levels));
}

/* Whether the vector has parts of one length for all numbers that take part. */
static bool is_even(const tunedx_shape_t *shape)
{
    const size_t list = tunedx_number(shape, &tunedx_levels);
    int power = 1;

    for (int level = 0; power <= shape->size / 2 &&
                        tunedx_words_get(list, level) != TUNEDX_LEVEL_RING;
         level++) {
        power *= 2;
    }
    return shape->units % (size_t)(shape->size - shape->size % power) == 0;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_levels, NULL};

const tunedx_algorithm_t tunedx_allreduce_per_level = {
    .name = "per_level",
    .summary = "each level in a way of its own: full, half, ring or direct",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_PAIRS,
    .groups = tunedx_levels_group,
    .groups_with = "no ring, not direct",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN,
    .is_even = is_even,
    .excess = 17,
};
