/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, two trees.
 *
 * The trees of bcast, upwards: partial results of the first half of the vector
 * climb a binary tree in segments, those of the second half another one, in
 * which the leaves of the first are the inner nodes.  All runs backwards, the
 * last round first.
 *
 *     p = 7           0                  a: 1>2 3>2 5>6 2>4 6>4 4>0
 *                  a/   \b               b: 2>1 4>5 6>5 1>3 5>3 3>0
 *                 4       3
 *                / \     / \
 *               2   6   1   5
 *              / \ /     \ / \
 *             1  3 5     2 4  6
 *
 * Cost     (2 (k-1) + r) (alpha + n/2k (beta + gamma))    k: segments of a half
 *          r, the rounds until all have the first segment of both halves, is 2
 *          ceil(log2 p) or one less
 *          A bound where segments are not all equal, since a rank that has
 *          less to do in a round goes on to the next
 * Needs    a commutative operation
 * Source   Sanders, Speck, Traff, Parallel Computing 35(12), 2009
 */
#include "algorithms/twotree.h"

typedef struct sums {
    tunedx_halves_t halves;
    tunedx_span_t input, output;
    int inner;            /* the tree in which this rank has children */
    bool begun[2];        /* of segments with even and with odd numbers: */
    tunedx_span_t sum[2]; /* at most two are on their way through a rank */
} sums_t;

/* Adds what a child sends of a segment. */
static void join(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                 sums_t *sums, const tunedx_edge_t *down, size_t segment)
{
    const tunedx_span_t input =
        tunedx_half_cut(&sums->halves, sums->input, down->tree, segment);
    tunedx_span_t *sum = &sums->sum[segment % 2];
    tunedx_span_t own = *sum;

    if (shape->rank == shape->root) {
        own = input;
        *sum =
            tunedx_half_cut(&sums->halves, sums->output, down->tree, segment);
    } else if (!sums->begun[segment % 2]) {
        own = input;
        *sum = tunedx_scratch(s, input.units);
        sums->begun[segment % 2] = true;
    }
    tunedx_recv_reduce(s, tunedx_twotree_rank(shape, down->peer), own, *sum,
                       TUNEDX_FROM_HIGHER);
}

/* What this rank sends of a segment: its sum, or all it has where it is a leaf
 * of the tree. */
static tunedx_span_t take(sums_t *sums, int tree, size_t segment)
{
    if (sums->begun[segment % 2] && tree == sums->inner) {
        sums->begun[segment % 2] = false;
        return sums->sum[segment % 2];
    }
    return tunedx_half_cut(&sums->halves, sums->input, tree, segment);
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_twotree_t edges = tunedx_twotree_here(shape);
    sums_t sums = {
        .halves = tunedx_halves_of(shape),
        .input = tunedx_input(shape),
        .output = tunedx_output(shape),
        .inner =
            edges.down[0].peer < 0 ? edges.down[1].tree : edges.down[0].tree,
    };
    const size_t segments = sums.halves.segments;

    for (size_t round = tunedx_twotree_rounds(shape->size - 1, segments);
         round-- > 0;) {
        const tunedx_edge_t *up = &edges.up[round % 2];
        const tunedx_edge_t *down = &edges.down[round % 2];
        const size_t out = tunedx_edge_segment(up, segments, round);
        const size_t in = tunedx_edge_segment(down, segments, round);

        if (out < segments) {
            tunedx_send(s, tunedx_twotree_rank(shape, up->peer),
                        take(&sums, up->tree, out));
        }
        if (in < segments) {
            join(s, shape, &sums, down, in);
        }
    }
    if (shape->size == 1) {
        tunedx_copy(s, sums.input, sums.output);
    }
}

static bool applies(const tunedx_key_t *key)
{
    return key->commutative;
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const tunedx_halves_t halves = tunedx_halves_of(shape);
    const size_t bytes = halves.segment * shape->unit_bytes;

    return tunedx_halves_rounds(shape) *
           (tunedx_either_way(price, bytes) + tunedx_reducing(price, bytes));
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_two_tree = {
    .name = "two_tree",
    .summary = "halves up two trees at full bandwidth, long messages",
    .parameters = parameters,
    .applies = applies,
    .needs = "a commutative operation",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = tunedx_halves_are_even,
    .excess = 100,
};
