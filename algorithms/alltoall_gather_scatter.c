/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoall, gather_scatter: a gather to rank 0, which turns rows into columns,
 * then a scatter.
 *
 * Each of the two is a method of its own, chosen like any other.  Rank 0 holds
 * all p^2 blocks twice: this is for few ranks and small blocks.
 *
 *     gather_scatter gather=(binomial) scatter=(binomial)
 *
 *     p = 3, block 12 goes from rank 1 to rank 2
 *                rank 0                   rank 1     rank 2
 *     start      00 01 02                 10 11 12   20 21 22
 *     gather     00 01 02 10 11 12 20 21 22
 *     turn       00 10 20 01 11 21 02 12 22
 *     scatter    00 10 20                 01 11 21   02 12 22
 *
 * Cost     that of the gather plus that of the scatter, each of p m
 *          m: bytes of one block
 *          With segments a bound: the scatter begins before the gather has
 *          ended everywhere
 * Needs    nothing
 * Source   the definition of MPI_Alltoall
 */
#include "algorithms/algorithm.h"
#include "algorithms/method.h"

static const tunedx_parameter_t gather_method = {
    .name = "gather",
    .help = "the method of the gather",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_GATHER,
    .part_size = TUNEDX_PART_TIMES_RANKS,
};

static const tunedx_parameter_t scatter_method = {
    .name = "scatter",
    .help = "the method of the scatter",
    .kind = TUNEDX_PARAMETER_METHOD,
    .collective = TUNEDX_SCATTER,
    .part_size = TUNEDX_PART_TIMES_RANKS,
};

static void turn(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                 tunedx_span_t rows, tunedx_span_t columns)
{
    const size_t size = (size_t)shape->size, block = shape->units;

    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < size; k++) {
            tunedx_copy(s, tunedx_part(rows, (k * size + i) * block, block),
                        tunedx_part(columns, (i * size + k) * block, block));
        }
    }
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const size_t size = (size_t)shape->size;
    tunedx_span_t input = tunedx_send_block(shape, 0);

    if (shape->units > SIZE_MAX / size / size) {
        tunedx_schedule_fail(s, TUNEDX_TOO_LARGE);
        return;
    }
    input.units *= size;
    /* Other ranks than 0 have them in name only. */
    const tunedx_span_t rows = tunedx_scratch(s, input.units * size);
    const tunedx_span_t columns = tunedx_scratch(s, input.units * size);
    const tunedx_view_t gather = {
        .size = shape->size,
        .send = input,
        .recv = rows,
    };
    const tunedx_view_t scatter = {
        .size = shape->size,
        .send = columns,
        .recv = tunedx_output(shape),
    };

    tunedx_embed(s, shape, tunedx_submethod(shape, &gather_method),
                 TUNEDX_GATHER, &gather, shape->rank, 0);
    if (shape->rank == 0) {
        turn(s, shape, rows, columns);
    }
    tunedx_embed(s, shape, tunedx_submethod(shape, &scatter_method),
                 TUNEDX_SCATTER, &scatter, shape->rank, 0);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_price_t dearer = tunedx_dearer(price);
    const size_t row = (size_t)shape->size * shape->units;

    return tunedx_part_cost(shape, &dearer,
                            tunedx_submethod(shape, &gather_method),
                            TUNEDX_GATHER, row, 0) +
           tunedx_part_cost(shape, &dearer,
                            tunedx_submethod(shape, &scatter_method),
                            TUNEDX_SCATTER, row, 0);
}

static const tunedx_parameter_t *const parameters[] = {
    &gather_method,
    &scatter_method,
    NULL,
};

const tunedx_algorithm_t tunedx_alltoall_gather_scatter = {
    .name = "gather_scatter",
    .summary = "a gather, then a scatter, few ranks and short messages",
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_WHOLE | TUNEDX_COST_ONE_PRICE,
    .excess = 75,
};
