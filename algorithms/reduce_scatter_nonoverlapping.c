/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter, nonoverlapping: a reduce to rank 0, then a scatter from it.
 *
 * The reduce is a method of its own, chosen like any other.  The scatter is a
 * binomial tree: a rank gets its own block and those of the ranks below it in
 * the tree, which come next to it, in one message.
 *
 *     nonoverlapping reduce=(binomial)
 *
 *     p = 6, blocks a to f      0 -> 4: ef      0 -> 2: cd      0 -> 1: b
 *                                               4 -> 5: f       2 -> 3: d
 *
 * Cost     that of the reduce plus ceil(log2 p) alpha + (p-1)/p n beta
 *          Whole, it is exact: whoever is not the root is free when that begins
 *          with the second part, which needs the last message of the first one.
 *          With segments a bound, since the root then begins while the first
 *          part goes on
 * Needs    nothing
 * Source   Vadhiyar, Fagg, Dongarra, SC 2000, section 2 (both trees)
 */
#include "algorithms/method.h"
#include "algorithms/scattered.h"
#include "geometry/geometry.h"

const tunedx_parameter_t tunedx_scattered_reduce = {
    .name = "reduce",
    .help = "the method of the reduce",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_REDUCE,
};

/* `whole` is the vector of all blocks at rank 0. */
static void scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                    tunedx_span_t whole)
{
    const int rank = shape->rank, size = shape->size;
    tunedx_span_t held = whole;
    int width = 1; /* ranks from this one on whose blocks come this way */

    while (width < size && rank % (2 * width) == 0) {
        width *= 2;
    }
    if (rank > 0) {
        const int end = rank < size - width ? rank + width : size;

        held =
            end == rank + 1
                ? tunedx_output(shape)
                : tunedx_scratch(s, tunedx_scattered_units(shape, rank, end));
        tunedx_recv(s, rank - width, held);
    }
    for (int half = width / 2; half > 0; half /= 2) {
        const int first = rank + half;
        const int end = first < size - half ? first + half : size;

        if (first < size) {
            tunedx_send(s, first,
                        tunedx_part(held,
                                    tunedx_scattered_units(shape, rank, first),
                                    tunedx_scattered_units(shape, first, end)));
        }
    }
    tunedx_copy(s, tunedx_part(held, 0, tunedx_output(shape).units),
                tunedx_output(shape));
}

void tunedx_scattered_nonoverlapping(tunedx_schedule_t *s,
                                     const tunedx_shape_t *shape)
{
    const tunedx_span_t input = tunedx_input(shape);
    const tunedx_view_t reduce = {
        .size = shape->size,
        .send = input,
        .recv = shape->in_place ? input : tunedx_scratch(s, input.units),
    };

    tunedx_embed(s, shape, tunedx_submethod(shape, &tunedx_scattered_reduce),
                 TUNEDX_REDUCE, &reduce, shape->rank, 0);
    scatter(s, shape, reduce.recv);
}

/* The scatter, in which the root's neighbours in the tree have half of what it
 * has, and so on. */
uint64_t tunedx_scattered_nonoverlapping_cost(const tunedx_shape_t *shape,
                                              const tunedx_price_t *price)
{
    const tunedx_price_t dearer = tunedx_dearer(price);
    const size_t bytes = tunedx_scattered_bytes(shape);
    const size_t units = shape->collective == TUNEDX_REDUCE_SCATTER_BLOCK
                             ? (size_t)shape->size * shape->units
                             : shape->units;
    uint64_t time = tunedx_part_cost(
        shape, &dearer, tunedx_submethod(shape, &tunedx_scattered_reduce),
        TUNEDX_REDUCE, units, 0);

    for (int half = tunedx_power_below(shape->size); half > 0; half /= 2) {
        const int rest = shape->size - half;
        const int blocks = rest < half ? rest : half;

        time += bytes == 0 || blocks == 0
                    ? 0
                    : tunedx_one_way(&dearer, (size_t)blocks * bytes);
    }
    return time;
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_scattered_reduce,
    NULL,
};

const tunedx_algorithm_t tunedx_reduce_scatter_nonoverlapping = {
    .name = "nonoverlapping",
    .summary = "a reduce, then a scatter, short messages in rank order",
    .tuned_id = 1,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_INSIDE,
    .build = tunedx_scattered_nonoverlapping,
    .cost = tunedx_scattered_nonoverlapping_cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 60,
};
