/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, pairwise exchange of parts.
 *
 * Ranks count from the root.  It cuts the message into p-1 parts, one for each
 * of the others, and sends them straight there.  A rank that has its own part
 * sends it to all the others, first to the rank before it, which has its own by
 * then.  Two messages in a row bring every part everywhere.
 *
 * A rank that has its part sooner has more time to pass it on, so its part is
 * longer: each is (p-2)/(p-1) times as long as the one before, and all ranks
 * have sent theirs at one time.
 *
 *     p = 4, parts a to c of 9/19, 6/19 and 4/19
 *                rank 0   rank 1   rank 2   rank 3
 *     start      abc      ...      ...      ...
 *     scattered  abc      a..      .b.      ..c
 *     step 1     abc      ab.      .bc      a.c
 *     step 2     abc      abc      abc      abc
 *
 * Cost     2p-3 messages: (p-1) alpha + n beta + (p-2) (alpha + m beta)
 *                                      m: bytes of the first part
 *          Messages that come to a rank at once wait for each other there.
 *          Links that carry them side by side take n / (1 - q^(p-1)) beta,
 *          q = (p-2)/(p-1): from 1.33 n beta, p = 3, up to 1.58 n beta
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, scatter and
 *          allgather, both direct, with parts of unequal length
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

/* What is not cut yet, and the parts that are to come of it against the first
 * of them: 1 + q + q^2 + ..., q = (others - 1) / others, in fixed point. */
typedef struct rest {
    tunedx_span_t span;
    uint64_t sum, others;
} rest_t;

static const uint64_t one = 1 << 16;

static rest_t rest_of(const tunedx_shape_t *shape)
{
    rest_t rest = {
        .span = tunedx_output(shape),
        .others = (uint64_t)shape->size - 1,
    };

    for (uint64_t i = 0; i < rest.others; i++) {
        rest.sum = one + rest.sum * (rest.others - 1) / rest.others;
    }
    return rest;
}

/* Rounded up, so that the parts without units are the last ones. */
static tunedx_span_t next_part(rest_t *rest)
{
    const size_t all = rest->span.units;
    size_t units = all;

    if (rest->sum > one) {
        units = all / rest->sum * one +
                (all % rest->sum * one + rest->sum - 1) / rest->sum;
        rest->sum = (rest->sum - one) * rest->others / (rest->others - 1);
    }

    const tunedx_span_t part = tunedx_part(rest->span, 0, units);

    rest->span = tunedx_part(rest->span, units, all - units);
    return part;
}

/* The rank whose part has this number, from 0 on, modulo p-1. */
static int rank_of(const tunedx_shape_t *shape, int part)
{
    const int number = 1 + tunedx_mod(part, shape->size - 1);

    return tunedx_mod(shape->root + number, shape->size);
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int others = shape->size - 1;
    const int own = tunedx_mod(shape->rank - shape->root, shape->size) - 1;
    tunedx_span_t *parts =
        tunedx_schedule_memory(s, (size_t)shape->size * sizeof *parts);

    if (others == 0 || parts == NULL) {
        return;
    }
    rest_t rest = rest_of(shape);

    for (int i = 0; i < others; i++) {
        parts[i] = next_part(&rest);
    }
    if (shape->rank == shape->root) {
        for (int i = 0; i < others; i++) {
            tunedx_send(s, rank_of(shape, i), parts[i]);
        }
        return;
    }
    tunedx_recv(s, shape->root, parts[own]);
    for (int step = 1; step < others; step++) {
        tunedx_send(s, rank_of(shape, own - step), parts[own]);
        tunedx_recv(s, rank_of(shape, own + step),
                    parts[tunedx_mod(own + step, others)]);
    }
}

/* The first rank hears the last one only when that has its part, and then sends
 * the longest part at every step. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_price_t dearer = tunedx_dearer(price);
    const uint64_t others = (uint64_t)shape->size - 1;
    uint64_t time = 0;

    if (others == 0 || shape->units == 0) {
        return 0;
    }
    rest_t rest = rest_of(shape);

    for (uint64_t i = 0; i < others; i++) {
        const size_t units = next_part(&rest).units;
        const uint64_t message =
            tunedx_one_way(&dearer, units * shape->unit_bytes);

        time += units == 0 ? 0 : message;
        time += i == 0 ? (others - 1) * message : 0;
    }
    return time;
}

/* Every rank has a part. */
static bool is_even(const tunedx_shape_t *shape)
{
    rest_t rest = rest_of(shape);
    size_t last = 0;

    for (uint64_t i = 0; i < rest.others; i++) {
        last = next_part(&rest).units;
    }
    return last > 0;
}

const tunedx_algorithm_t tunedx_bcast_pairwise = {
    .name = "pairwise",
    .summary = "parts straight to ranks, then exchanged, few ranks",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = is_even,
    .excess = 34,
};
