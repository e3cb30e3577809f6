/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See statistics.h.
 */
#include "maps/statistics.h"

#include <math.h>
#include <stdlib.h>

/* As the paper counts (sections 3.3 and 4.5). */
enum { PAPER_NODE = 48, PAPER_METHOD = 6, PAPER_POINT = 2 };

static bool is_left_out(size_t bytes, const size_t *left_out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (left_out[i] == bytes) {
            return true;
        }
    }
    return false;
}

static void summarize(double *values, size_t count,
                      tunedx_penalties_t *penalties)
{
    double sum = 0;

    penalties->points = count;
    if (count == 0) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        sum += values[i];
    }
    penalties->median = tunedx_median(values, count); /* sorts */
    penalties->mean = sum / (double)count;
    penalties->least = values[0];
    penalties->most = values[count - 1];
    penalties->high = values[(count * 95 + 99) / 100 - 1];
}

bool tunedx_penalties_of(const tunedx_map_t *map, const size_t *choices,
                         const size_t *left_out, size_t left_out_count,
                         tunedx_penalties_t *penalties)
{
    const size_t points = tunedx_map_points(map);
    double *values = calloc(points, sizeof *values);
    size_t count = 0;

    if (values == NULL) {
        return false;
    }
    *penalties = (tunedx_penalties_t){.points = 0};
    for (size_t point = 0; point < points; point++) {
        const size_t method = choices[point];

        if (is_left_out(map->bytes[point % map->bytes_count], left_out,
                        left_out_count)) {
            continue;
        }
        if (method == TUNEDX_NO_METHOD) {
            penalties->unknown++;
        } else if (map->times[point * map->methods_count + method] ==
                   INFINITY) {
            penalties->unserved++;
        } else {
            values[count++] = tunedx_map_penalty(map, point, method);
        }
    }
    summarize(values, count, penalties);
    free(values);
    return true;
}

void tunedx_quadtree_choices(const tunedx_quadtree_t *tree, size_t *choices)
{
    const tunedx_map_t *map = tree->map;

    for (size_t i = 0; i < map->ranks_count; i++) {
        for (size_t k = 0; k < map->bytes_count; k++) {
            choices[i * map->bytes_count + k] =
                tunedx_quadtree_find(tree, map->ranks[i], map->bytes[k]);
        }
    }
}

/* Adds up leaves below a node. */
static void visit(const tunedx_node_t *node, size_t depth,
                  tunedx_tree_size_t *size)
{
    if (tunedx_node_is_leaf(node)) {
        size->mean_depth += (double)depth;
        size->leaves++;
        size->least_depth =
            depth < size->least_depth ? depth : size->least_depth;
        size->most_depth = depth > size->most_depth ? depth : size->most_depth;
        return;
    }
    for (int child = 0; child < 4; child++) {
        if (node->children[child] != NULL) {
            visit(node->children[child], depth + 1, size);
        }
    }
}

tunedx_tree_size_t tunedx_quadtree_size(const tunedx_quadtree_t *tree)
{
    const size_t points = tree->ranks.count + tree->bytes.count;
    tunedx_tree_size_t size = {
        .least_depth = SIZE_MAX,
        .nodes = tree->nodes_count,
        .conditions = tree->nodes_count - 1,
        .paper_bytes = PAPER_NODE * tree->nodes_count +
                       PAPER_METHOD * tree->map->methods_count +
                       PAPER_POINT * points,
        .bytes = sizeof *tree + tree->nodes_count * sizeof *tree->nodes +
                 tree->exceptions_count * sizeof *tree->exceptions +
                 2 * points * sizeof(size_t),
    };

    visit(tree->nodes, 0, &size);
    size.mean_depth /= (double)size.leaves;
    return size;
}
