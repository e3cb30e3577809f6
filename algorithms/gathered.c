/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See gathered.h.
 */
#include "algorithms/gathered.h"
#include "geometry/geometry.h"

static tunedx_span_t side_by_side(const tunedx_shape_t *shape, int first,
                                  int blocks)
{
    tunedx_span_t span =
        tunedx_recv_block(shape, tunedx_mod(first, shape->size));

    span.units *= (size_t)blocks;
    return span;
}

void tunedx_gathered_exchange(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                              int to, int out, int from, int in, int blocks)
{
    const int step =
        tunedx_collective_is_irregular(shape->collective) ? 1 : blocks;

    for (int i = 0; i < blocks; i += step) {
        tunedx_send(s, to, side_by_side(shape, out + i, step));
        tunedx_recv(s, from, side_by_side(shape, in + i, step));
    }
}

size_t tunedx_gathered_units(const tunedx_shape_t *shape, int first, int blocks)
{
    size_t units = 0;

    if (!tunedx_collective_is_irregular(shape->collective)) {
        return (size_t)blocks * shape->units;
    }
    for (int i = 0; i < blocks; i++) {
        units += shape->block_units[tunedx_mod(first + i, shape->size)];
    }
    return units;
}

bool tunedx_gathered_even(const tunedx_key_t *key)
{
    return key->size % 2 == 0;
}

bool tunedx_gathered_power_of_two(const tunedx_key_t *key)
{
    return tunedx_power_below(key->size) == key->size;
}

uint64_t tunedx_gathered_time(const tunedx_shape_t *shape,
                              const tunedx_price_t *price, uint64_t messages)
{
    const size_t size = (size_t)shape->size;
    const size_t units = tunedx_collective_is_irregular(shape->collective)
                             ? shape->units - shape->units / size
                             : (size - 1) * shape->units;

    return units == 0
               ? 0
               : tunedx_exchanges(price, messages, units * shape->unit_bytes);
}

uint64_t tunedx_gathered_cost(const tunedx_shape_t *shape,
                              const tunedx_price_t *price)
{
    return tunedx_gathered_time(shape, price, (uint64_t)shape->size - 1);
}
