/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoall, linear: the text of alltoallv with blocks of one length.
 *
 * Cost     (p-1) (alpha + m beta)        m: bytes of one block
 * Needs    nothing
 * Source   see alltoallv_linear.c
 */
#include "algorithms/exchange.h"

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return tunedx_exchange_time(shape, price, 1);
}

const tunedx_algorithm_t tunedx_alltoall_linear = {
    .name = "linear",
    .summary = "all exchanges as far as the window allows, nearest first",
    .tuned_id = 1,
    .build = tunedx_exchange_linear,
    .cost = cost,
};
