/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, scatter and allgather.
 *
 * Ranks count from the root.  The message is cut into p parts, which a binomial
 * tree brings to their ranks, each at its place in the message.  Then an
 * allgather, a method of its own, completes the message everywhere.
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3
 *     start      abcd     ....     ....     ....
 *     round 0    abcd     ....     ..cd     ....
 *     round 1    abcd     .b..     ..cd     ...d
 *     then       allgather of a, b, c, d
 *
 * Cost     ceil(log2 p) alpha + (p-1)/p n beta plus that of the allgather
 *          Exact where p divides n: the root ends the scatter last, and its
 *          part is what the allgather takes longest with.  Else a bound
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005
 */
#include "algorithms/method.h"
#include "algorithms/treebcast.h"

static const tunedx_parameter_t allgather_method = {
    .name = "allgather",
    .help = "the method of the allgather, whose blocks may differ in length",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_ALLGATHERV,
    .part_size = TUNEDX_PART_OVER_RANKS,
};

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const size_t count = (size_t)shape->size;
    size_t *lengths = tunedx_schedule_memory(s, count * sizeof *lengths);
    int *ranks = tunedx_schedule_memory(s, count * sizeof *ranks);
    const tunedx_view_t view = {
        .ranks = ranks,
        .size = shape->size,
        .send = tunedx_output(shape),
        .recv = tunedx_output(shape),
        .block_units = lengths,
    };

    if (lengths == NULL || ranks == NULL) {
        return;
    }
    for (int i = 0; i < shape->size; i++) {
        lengths[i] = tunedx_tree_parts(shape, i, i + 1).units;
        ranks[i] = tunedx_mod(shape->root + i, shape->size);
    }
    tunedx_tree_scatter(s, shape);
    tunedx_embed(s, shape, tunedx_submethod(shape, &allgather_method),
                 TUNEDX_ALLGATHERV, &view,
                 tunedx_mod(shape->rank - shape->root, shape->size), 0);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_price_t dearer = tunedx_dearer(price);
    const size_t longest = tunedx_part_units(shape->units, shape->size, 0);

    return tunedx_tree_scatter_cost(shape, &dearer) +
           tunedx_part_cost(
               shape, &dearer, tunedx_submethod(shape, &allgather_method),
               TUNEDX_ALLGATHERV, (size_t)shape->size * longest, 0);
}

static bool is_even(const tunedx_shape_t *shape)
{
    return shape->units % (size_t)shape->size == 0;
}

static const tunedx_parameter_t *const parameters[] = {
    &allgather_method,
    NULL,
};

const tunedx_algorithm_t tunedx_bcast_scatter_allgather = {
    .name = "scatter_allgather",
    .summary = "a binomial scatter, then an allgather, long messages",
    .tuned_id = 8,
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = is_even,
    .excess = 300,
};
