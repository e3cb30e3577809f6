/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, nonoverlapping: a reduce to rank 0, then a bcast from it.
 *
 * Each of the two is a method of its own, chosen like any other.
 *
 *     nonoverlapping reduce=(binomial) bcast=(pipeline segment=8k)
 *
 * Cost     that of the reduce plus that of the bcast
 *          Whole, it is exact: whoever is not the root is free when that begins
 *          with the second part, which needs the last message of the first one.
 *          With segments a bound, since the root then begins while the first
 *          part goes on
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2
 */
#include "algorithms/algorithm.h"
#include "algorithms/method.h"

static const tunedx_parameter_t reduce_method = {
    .name = "reduce",
    .help = "the method of the reduce",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_REDUCE,
};

static const tunedx_parameter_t bcast_method = {
    .name = "bcast",
    .help = "the method of the bcast",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_BCAST,
};

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_view_t reduce = {
        .size = shape->size,
        .send = tunedx_input(shape),
        .recv = tunedx_output(shape),
    };
    const tunedx_view_t bcast = {
        .size = shape->size,
        .send = tunedx_output(shape),
        .recv = tunedx_output(shape),
    };

    tunedx_embed(s, shape, tunedx_submethod(shape, &reduce_method),
                 TUNEDX_REDUCE, &reduce, shape->rank, 0);
    tunedx_embed(s, shape, tunedx_submethod(shape, &bcast_method), TUNEDX_BCAST,
                 &bcast, shape->rank, 0);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_price_t dearer = tunedx_dearer(price);

    return tunedx_part_cost(shape, &dearer,
                            tunedx_submethod(shape, &reduce_method),
                            TUNEDX_REDUCE, shape->units, 0) +
           tunedx_part_cost(shape, &dearer,
                            tunedx_submethod(shape, &bcast_method),
                            TUNEDX_BCAST, shape->units, 0);
}

static const tunedx_parameter_t *const parameters[] = {
    &bcast_method,
    &reduce_method,
    NULL,
};

const tunedx_algorithm_t tunedx_allreduce_nonoverlapping = {
    .name = "nonoverlapping",
    .summary = "a reduce, then a bcast",
    .tuned_id = 2,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_INSIDE,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 140,
};
