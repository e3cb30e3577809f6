/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The model in which algorithms state their cost: Hockney's alpha-beta model
 * with reductions (gamma), messages in both directions at once priced apart
 * from those in one (Rabenseifner 2004, section 3).
 *
 * Numbers are whole, in any unit of time, so that formula and simulation can be
 * compared exactly.
 */
#ifndef TUNEDX_COST_H
#define TUNEDX_COST_H

#include <stddef.h>
#include <stdint.h>

typedef struct tunedx_price {
    uint64_t alpha, beta; /* a message, and each of its bytes, when a rank sends
                           * and receives at once */
    uint64_t one_way_alpha, one_way_beta; /* when it only does one of both */
    uint64_t gamma;                       /* a byte combined with another one */
} tunedx_price_t;

static inline uint64_t tunedx_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline uint64_t tunedx_two_way(const tunedx_price_t *price, size_t bytes)
{
    return price->alpha + price->beta * bytes;
}

static inline uint64_t tunedx_one_way(const tunedx_price_t *price, size_t bytes)
{
    return price->one_way_alpha + price->one_way_beta * bytes;
}

/* For a bound, where some messages are two-way and others are not: the dearer
 * price for both. */
static inline tunedx_price_t tunedx_dearer(const tunedx_price_t *price)
{
    tunedx_price_t dearer = *price;

    dearer.alpha = price->alpha > price->one_way_alpha ? price->alpha
                                                       : price->one_way_alpha;
    dearer.beta =
        price->beta > price->one_way_beta ? price->beta : price->one_way_beta;
    dearer.one_way_alpha = dearer.alpha;
    dearer.one_way_beta = dearer.beta;
    return dearer;
}

/* A message at that price. */
static inline uint64_t tunedx_either_way(const tunedx_price_t *price,
                                         size_t bytes)
{
    const tunedx_price_t dearer = tunedx_dearer(price);

    return tunedx_two_way(&dearer, bytes);
}

static inline uint64_t tunedx_reducing(const tunedx_price_t *price,
                                       size_t bytes)
{
    return price->gamma * bytes;
}

/* `messages` of them one after the other, of `bytes` bytes in all, that a rank
 * sends while it receives as many. */
static inline uint64_t tunedx_exchanges(const tunedx_price_t *price,
                                        uint64_t messages, size_t bytes)
{
    return messages * price->alpha + price->beta * bytes;
}

#endif
