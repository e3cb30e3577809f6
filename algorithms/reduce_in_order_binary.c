/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce, binary tree that keeps the order.
 *
 * A rank stands in the middle of those below it and adds the results of the
 * lower and of the higher half from either side.  The root is at the top
 * wherever it stands, so the result needs no further hop; where the order does
 * not matter, ranks are counted such that it is in the middle too.
 *
 *     p = 7, root 3      3          root 1      1
 *                      /   \                  /   \
 *                     1     5                0     4
 *                    / \   / \                   /   \
 *                   0   2 4   6                 3     6
 *                                              /     /
 *                                             2     5
 *
 * Cost     about 2 (log2 p + k - 1) (alpha + n/k beta + n/k gamma)
 *          k: number of segments; up to one level more in rank order
 * Needs    nothing
 * Source   Pjesivac-Grbovic and others, Cluster Computing 10(2), 2007; that
 *          any rank may be the top is our own
 */
#include "algorithms/treereduce.h"
#include "geometry/geometry.h"

enum { NOBODY = -1 };

/* The middle of first..end-1, or nobody. */
static int middle_of(int first, int end)
{
    return first < end ? first + (end - first) / 2 : NOBODY;
}

/* Finds `number` by descent from `top`. */
static tunedx_between_t find_place(int size, int top, int number)
{
    tunedx_between_t place = {.parent = NOBODY};
    int first = 0, end = size, middle = top;

    while (middle != number) {
        place.parent = middle;
        if (number < middle) {
            end = middle;
        } else {
            first = middle + 1;
        }
        middle = middle_of(first, end);
    }
    place.lower = middle_of(first, number);
    place.higher = middle_of(number + 1, end);
    return place;
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int size = shape->size;
    const int top = shape->commutative ? size / 2 : shape->root;
    const int shift = shape->root - top;
    tunedx_between_t place =
        find_place(size, top, tunedx_mod(shape->rank - shift, size));
    int *const peers[] = {&place.lower, &place.higher, &place.parent};

    for (int i = 0; i < 3; i++) {
        if (*peers[i] != NOBODY) {
            *peers[i] = tunedx_mod(*peers[i] + shift, size);
        }
    }
    tunedx_reduce_between(s, shape, &place);
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int top = shape->commutative ? shape->size / 2 : shape->root;
    const int lower = tunedx_smaller_first(top);
    const int higher = tunedx_smaller_first(shape->size - 1 - top);
    const int turns = (lower > higher + 1 ? lower : higher + 1) + 1;

    return tunedx_climb_cost(shape, price, (uint64_t)turns,
                             shape->size > 2 ? 2 : 1);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_reduce_in_order_binary = {
    .name = "in_order_binary",
    .summary = "a pipelined binary tree in rank order, medium messages",
    .tuned_id = 6,
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_ONE_PRICE,
};
