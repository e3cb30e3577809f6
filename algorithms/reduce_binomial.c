/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, binomial tree that keeps the order.
 *
 * Blocks of neighbouring ranks are joined two by two, so operands only ever
 * meet their neighbours.  One rank of a block holds its result: the root where
 * the block contains it, else the lowest rank.  Of two blocks that are joined,
 * the holder that is not the holder of the whole sends to the other.  So any
 * root gets the result without a further hop.
 *
 *     p = 8, root 5   holders in brackets
 *     start      [0] [1] [2] [3] [4] [5] [6] [7]
 *     round 0    [0   1] [2   3] [5   4] [6   7]     1>0 3>2 4>5 7>6
 *     round 1    [0   1   2   3] [5   4   6   7]     2>0 6>5
 *     round 2    [5   0   1   2   3   4   6   7]     0>5
 *
 * Cost     ceil(log2 p) k (alpha + n/k beta + n/k gamma)   k: number of
 *          segments; less where the root hears of fewer blocks
 * Needs    nothing
 * Source   Rabenseifner 2004, section 2 (binary tree); the choice of holders
 *          is our own
 */
#include "algorithms/segmented.h"
#include "algorithms/treereduce.h"
#include "geometry/geometry.h"

/* The rounds of the blocks that the root hears of. */
typedef struct turns {
    uint64_t rounds[31];
    size_t count;
} turns_t;

typedef struct block {
    int first, end; /* ranks first..end-1 */
} block_t;

static int holder(const tunedx_shape_t *shape, block_t block)
{
    const bool has_root = block.first <= shape->root && shape->root < block.end;

    return has_root ? shape->root : block.first;
}

static void build_segment(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                          tunedx_span_t own, tunedx_span_t result)
{
    for (int width = 1; width < shape->size; width *= 2) {
        const int first = shape->rank - shape->rank % (2 * width);
        const int middle = first + width;
        const int end =
            middle < shape->size - width ? middle + width : shape->size;
        const block_t all = {first, end};
        const bool is_lower = shape->rank < middle;
        const block_t other =
            is_lower ? (block_t){middle, end} : (block_t){first, middle};

        if (middle >= shape->size) {
            continue;
        }
        if (holder(shape, all) != shape->rank) {
            tunedx_send(s, holder(shape, all), own);
            return;
        }
        tunedx_recv_reduce(s, holder(shape, other), own, result,
                           is_lower ? TUNEDX_FROM_HIGHER : TUNEDX_FROM_LOWER);
        own = result;
    }
    tunedx_copy(s, own, result);
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t input = tunedx_input(shape);
    const size_t segment = tunedx_segment_units(shape, shape->units);

    for (size_t done = 0, i = 0; done < shape->units; done += segment, i++) {
        const tunedx_span_t own = tunedx_cut(input, i, segment);
        const tunedx_span_t result =
            shape->rank == shape->root
                ? tunedx_cut(tunedx_output(shape), i, segment)
                : tunedx_scratch(s, own.units);

        build_segment(s, shape, own, result);
    }
}

/* How many blocks of neighbours the root hears of, and the rounds that each of
 * them takes by itself; returns the most of all these. */
static uint64_t find_turns(const tunedx_shape_t *shape, turns_t *turns)
{
    uint64_t most = 0;

    turns->count = 0;
    for (int width = 1; width < shape->size; width *= 2) {
        const int first = shape->root - shape->root % width;
        const int other = first ^ width;
        const int rest = shape->size - other;

        if (rest > 0) {
            const int rounds = tunedx_rounds(rest < width ? rest : width);

            turns->rounds[turns->count++] = (uint64_t)rounds;
            most = (uint64_t)rounds > most ? (uint64_t)rounds : most;
        }
    }
    return turns->count > most ? turns->count : most;
}

/* Every holder adds up a segment in as many turns as it hears of blocks, and
 * takes the next one; the slowest of them sets the pace.  The root waits for
 * the blocks of the first segment, and of the last one, which may be shorter:
 * between these all is steady. */
static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_segments_t all = tunedx_segments_of(shape, shape->units);
    const tunedx_price_t dearer = tunedx_dearer(price);
    const tunedx_price_t *paid = all.count == 1 ? price : &dearer;
    const uint64_t full = tunedx_one_way_sum(paid, all.bytes);
    const uint64_t last = tunedx_one_way_sum(paid, all.last_bytes);
    turns_t turns;
    const uint64_t pace = find_turns(shape, &turns);
    uint64_t time = 0;

    for (size_t i = 0; i < turns.count && all.count > 1; i++) {
        time = tunedx_later(time, turns.rounds[i] * full) + full;
    }
    if (all.count > 2) {
        time += (all.count - 2) * pace * full;
    }
    for (size_t i = 0; i < turns.count; i++) {
        time = tunedx_later(time,
                            turns.rounds[i] * ((all.count - 1) * full + last)) +
               last;
    }
    return time;
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_binomial = {
    .name = "binomial",
    .summary = "log2 p rounds in rank order, short messages",
    .tuned_id = 5,
    .parameters = parameters,
    .grouping = TUNEDX_GROUPING_BLOCKS,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
