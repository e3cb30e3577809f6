/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See tree.h.
 */
#include "geometry/tree.h"

#include "geometry/geometry.h"

tunedx_node_t tunedx_tree_top(const tunedx_tree_t *tree)
{
    return (tunedx_node_t){.first = 0, .end = tree->size, .parent = -1};
}

/* Where the one of `parts` parts of first..end-1 that holds `number` begins and
 * ends. */
static void find_part(int first, int end, int parts, int number, int *from,
                      int *to)
{
    const size_t units = (size_t)(end - first);
    const int each = (end - first) / parts, rest = (end - first) % parts;
    const int within = number - first;
    const int part = within < rest * (each + 1)
                         ? within / (each + 1)
                         : rest + (within - rest * (each + 1)) / each;

    *from = first + (int)tunedx_part_first(units, parts, part);
    *to = first + (int)tunedx_part_first(units, parts, part + 1);
}

/* The same for the parts of a k-nomial tree: those of power, 2 power, .. (fan -
 * 1) power numbers behind the first, power being the highest that is not above
 * the offset. */
static void find_power(const tunedx_tree_t *tree, const tunedx_node_t *node,
                       int number, int *from, int *to)
{
    const int offset = number - node->first;
    int power = 1;

    while (power <= offset / tree->fan) {
        power *= tree->fan;
    }
    *from = node->first + offset / power * power;
    *to = node->end - *from < power ? node->end : *from + power;
}

/* The same for halves. */
static void find_half(const tunedx_node_t *node, int number, int *from, int *to)
{
    int end = node->end;
    int middle = node->first + (end - node->first + 1) / 2;

    while (number < middle) {
        end = middle;
        middle = node->first + (end - node->first + 1) / 2;
    }
    *from = middle;
    *to = end;
}

/* The child of `node` that holds `number`, which is below the node. */
static tunedx_node_t find_child(const tunedx_tree_t *tree,
                                const tunedx_node_t *node, int number)
{
    const int first = node->first + 1, below = node->end - first;
    tunedx_node_t child = {.parent = node->first, .depth = node->depth + 1};
    int parts = 1;

    switch (tree->kind) {
    case TUNEDX_TREE_KNOMIAL:
        find_power(tree, node, number, &child.first, &child.end);
        return child;
    case TUNEDX_TREE_HALVES:
        find_half(node, number, &child.first, &child.end);
        return child;
    case TUNEDX_TREE_LINEAR:
        parts = below;
        break;
    case TUNEDX_TREE_CHAINS:
        parts = node->parent < 0 ? tree->fan : 1;
        break;
    case TUNEDX_TREE_BINARY:
        parts = 2;
        break;
    }
    find_part(first, node->end, parts < below ? parts : below, number,
              &child.first, &child.end);
    return child;
}

bool tunedx_tree_child_before(const tunedx_tree_t *tree,
                              const tunedx_node_t *node, int end,
                              tunedx_node_t *child)
{
    if (end <= node->first + 1) {
        return false;
    }
    *child = find_child(tree, node, end - 1);
    return true;
}

bool tunedx_tree_child_from(const tunedx_tree_t *tree,
                            const tunedx_node_t *node, int first,
                            tunedx_node_t *child)
{
    if (first >= node->end) {
        return false;
    }
    *child = find_child(tree, node, first);
    return true;
}

tunedx_node_t tunedx_tree_node(const tunedx_tree_t *tree, int number)
{
    tunedx_node_t node = tunedx_tree_top(tree);

    while (node.first != number) {
        node = find_child(tree, &node, number);
        if (tree->kind == TUNEDX_TREE_CHAINS) {
            /* The rest of the way is straight. */
            node.depth += number - node.first;
            node.parent = node.depth == 1 ? 0 : number - 1;
            node.first = number;
        }
    }
    return node;
}
