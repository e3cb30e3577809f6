/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce, allgather_reduce: every rank gathers all vectors, then combines
 * them.
 *
 * Every rank does the same operations in the order of the ranks, whatever the
 * method of the allgather.
 *
 *     p = 4      allgather   all ranks have 0 1 2 3
 *                combine     2+3, 1+(2+3), 0+(1+(2+3))
 *
 * Cost     that of the allgather, and (p-1) n gamma
 * Needs    nothing
 * Source   Open MPI's coll/tuned has it as an allreduce
 */
#include "algorithms/folded.h"
#include "algorithms/method.h"

static const tunedx_parameter_t allgather_method = {
    .name = "allgather",
    .help = "the method of the allgather",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_ALLGATHER,
    .part_size = TUNEDX_PART_SAME,
};

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t all =
        tunedx_scratch(s, shape->units * (size_t)shape->size);
    const tunedx_view_t allgather = {
        .size = shape->size,
        .send = tunedx_input(shape),
        .recv = all,
    };

    tunedx_embed(s, shape, tunedx_submethod(shape, &allgather_method),
                 TUNEDX_ALLGATHER, &allgather, shape->rank, 0);
    tunedx_fold(s, all, shape->size, tunedx_output(shape));
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t operations = (uint64_t)shape->size - 1;

    return tunedx_part_cost(shape, price,
                            tunedx_submethod(shape, &allgather_method),
                            TUNEDX_ALLGATHER, shape->units, 0) +
           operations *
               tunedx_reducing(price, shape->units * shape->unit_bytes);
}

static const tunedx_parameter_t *const parameters[] = {&allgather_method, NULL};

const tunedx_algorithm_t tunedx_allreduce_allgather_reduce = {
    .name = "allgather_reduce",
    .summary = "an allgather, then operations in rank order, short",
    .tuned_id = 7,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_LAST,
    .build = build,
    .cost = cost,
    .excess = 70,
};
