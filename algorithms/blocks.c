/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See blocks.h.
 */
#include "algorithms/blocks.h"

#include "geometry/geometry.h"

tunedx_block_t tunedx_block_of(int size, int rank)
{
    int left = size;
    tunedx_block_t block = {.size = tunedx_power_below(size)};

    while (rank >= block.first + block.size) {
        block.first += block.size;
        block.larger = block.size;
        left -= block.size;
        block.size = tunedx_power_below(left);
    }
    left -= block.size;
    block.smaller = left > 0 ? tunedx_power_below(left) : 0;
    return block;
}

tunedx_span_t tunedx_block_segment(tunedx_span_t span, int size, int number)
{
    for (int bit = 1; bit < size; bit *= 2) {
        const size_t upper = span.units / 2, lower = span.units - upper;

        span = (number & bit) == 0 ? tunedx_part(span, 0, lower)
                                   : tunedx_part(span, lower, upper);
    }
    return span;
}

size_t tunedx_block_longest(size_t units, int size)
{
    return tunedx_part_units(units, size, 0);
}

bool tunedx_blocks_are_even(const tunedx_shape_t *shape)
{
    return shape->units % (size_t)tunedx_power_below(shape->size) == 0;
}

void tunedx_blocks_scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           const tunedx_block_t *block, tunedx_span_t result)
{
    const int number = shape->rank - block->first;
    const tunedx_span_t input = tunedx_input(shape);
    tunedx_span_t sum = input;

    for (int bit = 1; bit < block->size; bit *= 2) {
        const int other = number ^ bit, peer = block->first + other;

        tunedx_send(s, peer, tunedx_block_segment(sum, 2 * bit, other));
        tunedx_recv_reduce(s, peer, tunedx_block_segment(sum, 2 * bit, number),
                           tunedx_block_segment(result, 2 * bit, number),
                           number < other ? TUNEDX_FROM_HIGHER
                                          : TUNEDX_FROM_LOWER);
        sum = result;
    }
    if (block->smaller > 0) {
        const int peer = block->first + block->size + number % block->smaller;

        tunedx_recv_reduce(s, peer,
                           tunedx_block_segment(sum, block->size, number),
                           tunedx_block_segment(result, block->size, number),
                           TUNEDX_FROM_HIGHER);
    }
    for (int to = number; to < block->larger; to += block->size) {
        tunedx_send(s, block->first - block->larger + to,
                    tunedx_block_segment(sum, block->larger, to));
    }
    if (shape->size == 1) {
        tunedx_copy(s, input, result);
    }
}

/* A block is ready to receive when its halving ends, and gets the last message
 * when those before it, of the same sender, have arrived: all that this one
 * has, in messages of a unit at least. */
uint64_t tunedx_blocks_scatter_cost(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price)
{
    uint64_t halving = 0, ready = 0;
    int smaller = 0;

    for (int size = 1; size <= shape->size; size *= 2) {
        const size_t bytes =
            tunedx_block_longest(shape->units, size) * shape->unit_bytes;

        if (size > 1) {
            halving +=
                tunedx_two_way(price, bytes) + tunedx_reducing(price, bytes);
        }
        if ((shape->size & size) == 0) {
            continue;
        }
        ready = ready > halving ? ready : halving;
        if (smaller > 0) {
            const size_t units = tunedx_block_longest(shape->units, smaller);
            const size_t messages = (size_t)(size / smaller);

            ready += (messages < units ? messages : units) *
                         tunedx_one_way(price, 0) +
                     price->one_way_beta * units * shape->unit_bytes +
                     tunedx_reducing(price, bytes);
        }
        smaller = size;
        if (size > shape->size / 2) {
            break;
        }
    }
    return ready;
}
