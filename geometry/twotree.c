/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See twotree.h.
 *
 * Places are the numbers of the first tree; the second one has the same places
 * and other numbers there.  By symmetry the second tree is one round behind.
 */
#include "geometry/twotree.h"

#include "geometry/geometry.h"

/* What is at a place of a tree; the other way round it is the same. */
static int mirror(int n, int tree, int place)
{
    const int even = n - n % 2;

    return tree == 0 || place == 0 || place > even ? place : even + 1 - place;
}

/* The lowest set bit is the height: a node is in the middle of a range of that
 * many numbers on each side, as far as there are so many. */
static int bit_of(int place)
{
    return place & -place;
}

static int parent_of(int n, int place)
{
    const int bit = bit_of(place);

    return (place & 2 * bit) == 0 && bit <= n - place ? place + bit
                                                      : place - bit;
}

/* The child right of a place that is no leaf, or 0. */
static int right_of(int n, int place)
{
    int step = bit_of(place) / 2;

    while (step > n - place) {
        step /= 2;
    }
    return step == 0 ? 0 : place + step;
}

/* Whether the edge to a place in the first tree has odd rounds.  The two edges
 * that lead from a place differ, hence so do those of left and right children;
 * whether left ones are like the parent depends on n alone (section 4 of the
 * paper).  That holds for inner nodes; a leaf is an inner node of the other
 * tree, whose edge there has the other rounds, just as the tree itself has. */
static int is_odd(int n, int place)
{
    const int even = n - n % 2;
    int odd = 0;

    if (n == 1) {
        return 0;
    }
    if (place > even) { /* the right child of `even`, unlike the left one */
        place = even - bit_of(even) / 2;
        odd = 1;
    }
    if (place % 2 == 1) {
        place = even + 1 - place;
    }
    for (int parent; (parent = parent_of(n, place)) != 0; place = parent) {
        odd ^= even / 2 % 2 ^ (parent > place);
    }
    return odd;
}

/* The first round of the edge to a place in the first tree: the next one, after
 * that of the edge above, which is even or odd as it must be. */
static int first_of(int n, int place)
{
    int round;

    if (place == 0) {
        return -1;
    }
    round = first_of(n, parent_of(n, place)) + 1;
    return round % 2 == is_odd(n, place) ? round : round + 1;
}

static void add_edge(tunedx_edge_t edges[2], int n, int tree, int place,
                     int peer)
{
    const int first = first_of(n, place) + tree;

    edges[first % 2] = (tunedx_edge_t){
        .peer = mirror(n, tree, peer),
        .tree = tree,
        .first = first,
    };
}

tunedx_twotree_t tunedx_twotree_of(int n, int number)
{
    const tunedx_edge_t none = {.peer = -1};
    tunedx_twotree_t edges = {{none, none}, {none, none}};

    for (int tree = 0; tree < 2 && n > 0; tree++) {
        const int place = mirror(n, tree, number);

        if (number == 0) {
            const int top = tunedx_power_below(n);

            add_edge(edges.down, n, tree, top, top);
            continue;
        }
        add_edge(edges.up, n, tree, place, parent_of(n, place));
        if (place % 2 == 0) {
            const int left = place - bit_of(place) / 2;
            const int right = right_of(n, place);

            add_edge(edges.down, n, tree, left, left);
            if (right != 0) {
                add_edge(edges.down, n, tree, right, right);
            }
        }
    }
    return edges;
}

size_t tunedx_twotree_depth(int n)
{
    int last = -1;

    for (int place = 1; place <= n; place++) {
        const int first = first_of(n, place) + 1; /* in the second tree */

        last = first > last ? first : last;
    }
    return (size_t)last + 1;
}

size_t tunedx_twotree_rounds(int n, size_t segments)
{
    const size_t levels = (size_t)tunedx_rounds(n + 1);

    return n == 0 || segments == 0 ? 0 : 2 * (segments + levels - 1);
}
