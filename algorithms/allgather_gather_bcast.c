/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather, gather_bcast: a gather to rank 0, then a bcast of all blocks.
 *
 * Each of the two is a method of its own, chosen like any other.
 *
 *     gather_bcast gather=(binomial) bcast=(pipeline segment=8k)
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3
 *     start      0...     .1..     ..2.     ...3
 *     gather     0123     .1..     ..2.     ...3
 *     bcast      0123     0123     0123     0123
 *
 * Cost     that of the gather plus that of the bcast of p blocks
 *          Whole, it is exact: whoever is not the root is free when that begins
 *          with the second part, which needs the last message of the first one.
 *          With segments a bound, since the root then begins while the first
 *          part goes on
 * Needs    nothing
 * Source   the definition of MPI_Allgather
 */
#include "algorithms/algorithm.h"
#include "algorithms/method.h"

static const tunedx_parameter_t gather_method = {
    .name = "gather",
    .help = "the method of the gather",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_GATHER,
};

static const tunedx_parameter_t bcast_method = {
    .name = "bcast",
    .help = "the method of the bcast",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_BCAST,
    .part_size = TUNEDX_PART_TIMES_RANKS,
};

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_view_t gather = {
        .size = shape->size,
        .send = tunedx_input(shape),
        .recv = tunedx_output(shape),
    };
    const tunedx_view_t bcast = {
        .size = shape->size,
        .send = tunedx_output(shape),
        .recv = tunedx_output(shape),
    };

    tunedx_embed(s, shape, tunedx_submethod(shape, &gather_method),
                 TUNEDX_GATHER, &gather, shape->rank, 0);
    tunedx_embed(s, shape, tunedx_submethod(shape, &bcast_method), TUNEDX_BCAST,
                 &bcast, shape->rank, 0);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_price_t dearer = tunedx_dearer(price);

    return tunedx_part_cost(shape, &dearer,
                            tunedx_submethod(shape, &gather_method),
                            TUNEDX_GATHER, shape->units, 0) +
           tunedx_part_cost(
               shape, &dearer, tunedx_submethod(shape, &bcast_method),
               TUNEDX_BCAST, (size_t)shape->size * shape->units, 0);
}

static const tunedx_parameter_t *const parameters[] = {
    &bcast_method,
    &gather_method,
    NULL,
};

const tunedx_algorithm_t tunedx_allgather_gather_bcast = {
    .name = "gather_bcast",
    .summary = "a gather, then a bcast",
    .tuned_id = 1, /* there it is called linear */
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 70,
};
