/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Residues, logarithms and partitions, against their definitions.
 */
#include "cmocka_test.h"
#include "geometry/geometry.h"
#include "geometry/tree.h"

#include <limits.h>

enum { MOST = 70 };

static void mod_is_never_negative(void **state)
{
    (void)state;
    for (int size = 1; size <= MOST; size++) {
        for (int number = -3 * size; number <= 3 * size; number++) {
            const int rest = tunedx_mod(number, size);

            assert_true(0 <= rest && rest < size);
            assert_int_equal((number - rest) % size, 0);
        }
    }
    assert_int_equal(tunedx_mod(INT_MIN, INT_MAX), INT_MAX - 1);
    assert_int_equal(tunedx_mod(INT_MAX, 1), 0);
}

static void powers_are_the_largest_below(void **state)
{
    (void)state;
    for (int size = 1; size <= 1000; size++) {
        const int power = tunedx_power_below(size);

        assert_int_equal(power & (power - 1), 0);
        assert_true(power <= size && size < 2 * power);
    }
    assert_int_equal(tunedx_power_below(INT_MAX), 1 << 30);
}

static void rounds_reach_all_ranks(void **state)
{
    (void)state;
    for (int size = 1; size <= 1000; size++) {
        const int rounds = tunedx_rounds(size);

        assert_true(size <= 1 << rounds);
        assert_true(rounds == 0 || size > 1 << (rounds - 1));
    }
    assert_int_equal(tunedx_rounds(INT_MAX), 31);
}

static void parts_make_the_whole(void **state)
{
    (void)state;
    for (int parts = 1; parts <= MOST; parts++) {
        for (size_t units = 0; units <= 2 * (size_t)MOST; units++) {
            assert_int_equal(tunedx_part_first(units, parts, 0), 0);
            assert_int_equal(tunedx_part_first(units, parts, parts), units);
            for (int i = 0; i < parts; i++) {
                const size_t length = tunedx_part_units(units, parts, i);

                assert_int_equal(tunedx_part_first(units, parts, i) + length,
                                 tunedx_part_first(units, parts, i + 1));
                assert_true(length >=
                            tunedx_part_units(units, parts, parts - 1));
                assert_true(length <=
                            tunedx_part_units(units, parts, parts - 1) + 1);
                assert_true(i == 0 ||
                            length <= tunedx_part_units(units, parts, i - 1));
            }
        }
    }
    assert_true(tunedx_part_first(SIZE_MAX, 3, 3) == SIZE_MAX);
}

/* Children are one another's neighbours, in both directions, and each is found
 * from the top. */
static int assert_node(const tunedx_tree_t *tree, tunedx_node_t node)
{
    const tunedx_node_t found = tunedx_tree_node(tree, node.first);
    tunedx_node_t child;
    int count = 1, next = node.first + 1;
    int firsts[MOST] = {0}, children = 0;

    assert_int_equal(found.end, node.end);
    assert_int_equal(found.parent, node.parent);
    while (tunedx_tree_child_from(tree, &node, next, &child)) {
        assert_int_equal(child.first, next);
        assert_int_equal(child.parent, node.first);
        assert_true(child.end > next && child.end <= node.end);
        count += assert_node(tree, child);
        firsts[children++] = next;
        next = child.end;
    }
    assert_int_equal(next, node.end);
    while (tunedx_tree_child_before(tree, &node, next, &child)) {
        assert_int_equal(child.end, next);
        assert_int_equal(child.first, firsts[--children]);
        next = child.first;
    }
    assert_int_equal(children, 0);
    return count;
}

static void trees_reach_all(void **state)
{
    (void)state;
    for (int kind = TUNEDX_TREE_LINEAR; kind <= TUNEDX_TREE_HALVES; kind++) {
        for (int size = 1; size <= MOST; size++) {
            for (int fan = 2; fan <= 9; fan++) {
                const tunedx_tree_t tree = {
                    .kind = (tunedx_tree_kind_t)kind,
                    .fan = fan,
                    .size = size,
                };

                assert_int_equal(assert_node(&tree, tunedx_tree_top(&tree)),
                                 size);
            }
        }
    }
}

/* The ends of the children of the top, by the pictures in tree.h and the
 * definition of the k-nomial tree. */
static void trees_have_their_shapes(void **state)
{
    static const struct {
        tunedx_tree_t tree;
        int ends[6];
    } cases[] = {
        {{TUNEDX_TREE_LINEAR, 0, 4}, {2, 3, 4}},
        {{TUNEDX_TREE_CHAINS, 1, 7}, {7}},
        {{TUNEDX_TREE_CHAINS, 2, 8}, {5, 8}},
        {{TUNEDX_TREE_BINARY, 0, 8}, {5, 8}},
        {{TUNEDX_TREE_KNOMIAL, 2, 8}, {2, 4, 8}},
        {{TUNEDX_TREE_KNOMIAL, 2, 11}, {2, 4, 8, 11}},
        {{TUNEDX_TREE_KNOMIAL, 3, 8}, {2, 3, 6, 8}},
        {{TUNEDX_TREE_HALVES, 0, 7}, {2, 4, 7}},
        {{TUNEDX_TREE_HALVES, 0, 11}, {2, 3, 6, 11}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tunedx_node_t top = tunedx_tree_top(&cases[i].tree);
        tunedx_node_t child = {.end = 1};
        int k = 0;

        while (
            tunedx_tree_child_from(&cases[i].tree, &top, child.end, &child)) {
            assert_int_equal(child.end, cases[i].ends[k++]);
        }
        assert_int_equal(cases[i].ends[k], 0);
    }
}

static void gcd_is_the_greatest_divisor(void **state)
{
    (void)state;
    for (size_t a = 0; a <= MOST; a++) {
        for (size_t b = 0; b <= MOST; b++) {
            size_t divisor = a > b ? a : b;

            while (divisor > 1 && (a % divisor != 0 || b % divisor != 0)) {
                divisor--;
            }
            assert_int_equal(tunedx_gcd(a, b), divisor);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mod_is_never_negative),
        cmocka_unit_test(powers_are_the_largest_below),
        cmocka_unit_test(rounds_reach_all_ranks),
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(trees_reach_all),
        cmocka_unit_test(trees_have_their_shapes),
        cmocka_unit_test(gcd_is_the_greatest_divisor),
    };

    return cmocka_run_group_tests_name("geometry", tests, NULL, NULL);
}
