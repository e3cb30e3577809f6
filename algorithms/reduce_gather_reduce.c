/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, gather_reduce: the root gathers all vectors, then combines them.
 *
 * The order of the operations is that of the ranks, whatever the method of the
 * gather, the root and the number of ranks per node.
 *
 *     p = 4      gather      root has 0 1 2 3
 *                combine     2+3, 1+(2+3), 0+(1+(2+3))
 *
 * Cost     that of the gather, and (p-1) n gamma
 *          Exact where the root is the first rank or the last one, since the
 *          operations begin with the message that comes last.  Else a bound:
 *          those of the ranks from the root on may overlap with that message
 * Needs    nothing
 * Source   Open MPI's coll/tuned has it as an allreduce
 */
#include "algorithms/folded.h"
#include "algorithms/method.h"

static const tunedx_parameter_t gather_method = {
    .name = "gather",
    .help = "the method of the gather",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_GATHER,
    .part_size = TUNEDX_PART_SAME,
};

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t all =
        tunedx_scratch(s, shape->units * (size_t)shape->size);
    const tunedx_view_t gather = {
        .size = shape->size,
        .send = tunedx_input(shape),
        .recv = all,
    };

    tunedx_embed(s, shape, tunedx_submethod(shape, &gather_method),
                 TUNEDX_GATHER, &gather, shape->rank, shape->root);
    if (shape->rank == shape->root) {
        tunedx_fold(s, all, shape->size, tunedx_output(shape));
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const uint64_t operations = (uint64_t)shape->size - 1;

    return tunedx_part_cost(shape, price,
                            tunedx_submethod(shape, &gather_method),
                            TUNEDX_GATHER, shape->units, shape->root) +
           operations *
               tunedx_reducing(price, shape->units * shape->unit_bytes);
}

static bool is_even(const tunedx_shape_t *shape)
{
    return shape->root == 0 || shape->root == shape->size - 1;
}

static const tunedx_parameter_t *const parameters[] = {&gather_method, NULL};

const tunedx_algorithm_t tunedx_reduce_gather_reduce = {
    .name = "gather_reduce",
    .summary = "a gather, then operations at the root in rank order",
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_LAST,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN,
    .is_even = is_even,
    .excess = 80,
};
