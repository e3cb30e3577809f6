/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The two trees: each reaches all, no number is an inner node of both, and
 * rounds go well together.  That no two edges of a number share a round follows
 * from the way they are stored, once none is missing.
 */
#include "cmocka_test.h"
#include "geometry/twotree.h"

enum { MOST = 300 };

static int count_edges(const tunedx_edge_t edges[2], int tree)
{
    int count = 0;

    for (int i = 0; i < 2; i++) {
        count += edges[i].peer >= 0 && edges[i].tree == tree;
    }
    return count;
}

static const tunedx_edge_t *up_edge(const tunedx_twotree_t *edges, int tree)
{
    return edges->up[0].tree == tree ? &edges->up[0] : &edges->up[1];
}

/* The edges of a number and those of its neighbours are the same, and a segment
 * arrives before it leaves. */
static void check_number(const tunedx_twotree_t *all, int n, int number)
{
    const tunedx_twotree_t *own = &all[number];
    const size_t rounds = tunedx_twotree_rounds(n, 1);

    for (int tree = 0; tree < 2; tree++) {
        assert_int_equal(count_edges(own->up, tree), number > 0);
        assert_true(number == 0 || count_edges(own->down, tree) == 0 ||
                    count_edges(own->down, 1 - tree) == 0);
    }
    for (int i = 0; i < 2; i++) {
        const tunedx_edge_t *down = &own->down[i];

        if (down->peer < 0) {
            continue;
        }
        const tunedx_edge_t *other = &all[down->peer].up[i];

        assert_int_equal(down->first % 2, i);
        assert_true((size_t)down->first < rounds);
        assert_int_equal(other->peer, number);
        assert_int_equal(other->tree, down->tree);
        assert_int_equal(other->first, down->first);
        assert_true(number == 0 ||
                    down->first > up_edge(own, down->tree)->first);
    }
}

static void trees_share_the_work(void **state)
{
    static tunedx_twotree_t all[MOST + 1];

    (void)state;
    for (int n = 0; n <= MOST; n++) {
        int edges[2] = {0, 0};

        for (int i = 0; i <= n; i++) {
            all[i] = tunedx_twotree_of(n, i);
        }
        for (int i = 0; i <= n; i++) {
            check_number(all, n, i);
            for (int tree = 0; tree < 2; tree++) {
                edges[tree] += count_edges(all[i].down, tree);
            }
        }
        assert_int_equal(edges[0], n);
        assert_int_equal(edges[1], n);
    }
}

static void edges_carry_segments_in_turn(void **state)
{
    const tunedx_edge_t edge = {.peer = 1, .tree = 0, .first = 2};
    const tunedx_edge_t none = {.peer = -1};

    (void)state;
    assert_int_equal(tunedx_edge_segment(&edge, 5, 0), 5);
    assert_int_equal(tunedx_edge_segment(&edge, 5, 2), 0);
    assert_int_equal(tunedx_edge_segment(&edge, 5, 6), 2);
    assert_int_equal(tunedx_edge_segment(&none, 5, 6), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_share_the_work),
        cmocka_unit_test(edges_carry_segments_in_turn),
    };

    return cmocka_run_group_tests_name("two trees", tests, NULL, NULL);
}
