/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See quadtree.h: packing what was grown, and asking it.
 */
#include "maps/quadtree.h"

#include "geometry/geometry.h"
#include "maps/grow.h"

#include <math.h>
#include <stdint.h>

tunedx_quadtree_options_t tunedx_quadtree_exact(void)
{
    return (tunedx_quadtree_options_t){
        .most_depth = SIZE_MAX,
        .most_leaves = SIZE_MAX,
        .threshold = 1,
        .most_penalty = INFINITY,
        .mean_penalty = INFINITY,
        .exception_penalty = INFINITY,
    };
}

/* ---- nodes ---- */

static size_t count_nodes(const tunedx_grown_t *node)
{
    size_t count = 1;

    for (int child = 0; child < 4; child++) {
        if (node->children[child] != NULL) {
            count += count_nodes(node->children[child]);
        }
    }
    return count;
}

/* In preorder, so that a path down the tree is short in memory. */
static tunedx_node_t *pack(tunedx_quadtree_t *tree, const tunedx_grown_t *grown)
{
    tunedx_node_t *node = &tree->nodes[tree->nodes_count++];
    const tunedx_question_t *question = &grown->question;

    *node = (tunedx_node_t){
        .method = (unsigned short)grown->method,
        .test = (unsigned char)question->test,
        .widest = (unsigned char)question->widest,
        .south = (unsigned)question->south,
        .east = (unsigned)question->east,
    };
    for (int child = 0; child < 4; child++) {
        if (grown->children[child] != NULL) {
            node->children[child] = pack(tree, grown->children[child]);
        }
    }
    return node;
}

/* ---- exceptions ---- */

static double mean_penalty_of(const tunedx_quadtree_t *tree, size_t ranks)
{
    const tunedx_map_t *map = tree->map;
    double loss = 0, weight = 0;

    for (size_t k = 0; k < map->bytes_count; k++) {
        const size_t point = ranks * map->bytes_count + k;
        const size_t method =
            tunedx_quadtree_find(tree, map->ranks[ranks], map->bytes[k]);

        loss += map->weights[point] * tunedx_map_penalty(map, point, method);
        weight += map->weights[point];
    }
    return loss / weight;
}

/* Up to which size, from `first` on, a method keeps within the bound. */
static size_t reach_of(const tunedx_map_t *map, size_t ranks, size_t first,
                       size_t method, double bound)
{
    size_t k = first;

    while (k < map->bytes_count &&
           tunedx_map_penalty(map, ranks * map->bytes_count + k, method) <=
               bound) {
        k++;
    }
    return k;
}

/* As few pieces as can be: each as long as possible.  Of methods that reach as
 * far the first piece's best one is taken, if it is among them. */
static size_t cut_row(const tunedx_map_t *map, size_t ranks, double bound,
                      tunedx_exception_t *pieces)
{
    size_t count = 0;

    for (size_t first = 0; first < map->bytes_count;) {
        size_t method = map->best[ranks * map->bytes_count + first];
        size_t end = reach_of(map, ranks, first, method, bound);

        for (size_t i = 0; i < map->methods_count; i++) {
            const size_t reach = reach_of(map, ranks, first, i, bound);

            if (reach > end) {
                end = reach;
                method = i;
            }
        }
        if (end == first) { /* nothing can serve there */
            end++;
        }
        pieces[count++] = (tunedx_exception_t){
            .ranks = ranks,
            .first = first,
            .end = end,
            .method = method,
        };
        first = end;
    }
    return count;
}

/* The tree answers without exceptions while they are looked for. */
static bool find_exceptions(tunedx_quadtree_t *tree, double bound)
{
    const tunedx_map_t *map = tree->map;
    tunedx_exception_t *exceptions = tunedx_arena_take_array(
        &tree->arena, tunedx_map_points(map), sizeof *exceptions);
    size_t count = 0;

    if (exceptions == NULL) {
        return false;
    }
    for (size_t i = 0; i < map->ranks_count; i++) {
        if (mean_penalty_of(tree, i) > bound) {
            count += cut_row(map, i, bound, &exceptions[count]);
        }
    }
    tree->exceptions = exceptions;
    tree->exceptions_count = count;
    return true;
}

/* ---- axes ---- */

/* An axis with its last point repeated up to `count` points. */
static bool make_axis(tunedx_quadtree_t *tree, const size_t *points,
                      size_t given, size_t count, tunedx_boundary_t boundary,
                      tunedx_axis_t *axis)
{
    size_t *padded =
        tunedx_arena_take_array(&tree->arena, count, sizeof *padded);

    if (padded == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        padded[i] = points[i < given ? i : given - 1];
    }
    return tunedx_axis_make(&tree->arena, padded, count, boundary, axis);
}

static bool make_axes(tunedx_quadtree_t *tree,
                      const tunedx_quadtree_options_t *options)
{
    const tunedx_map_t *map = tree->map;
    size_t ranks = map->ranks_count, bytes = map->bytes_count;

    if (options->pads && !options->cuts_best) {
        const size_t most = ranks > bytes ? ranks : bytes;

        for (ranks = 1; ranks < most;) {
            ranks *= 2;
        }
        bytes = ranks;
    }
    return make_axis(tree, map->ranks, map->ranks_count, ranks,
                     TUNEDX_BOUNDARY_NEXT, &tree->ranks) &&
           make_axis(tree, map->bytes, map->bytes_count, bytes,
                     options->boundary, &tree->bytes);
}

/* ---- all of it ---- */

bool tunedx_quadtree_build(const tunedx_map_t *map,
                           const tunedx_quadtree_options_t *options,
                           tunedx_quadtree_t *tree)
{
    tunedx_arena_t work = tunedx_arena_empty();
    tunedx_grower_t grower = {.map = map, .options = options, .arena = &work};
    bool is_built = false;

    *tree = (tunedx_quadtree_t){.map = map, .boundary = options->boundary};
    if (!make_axes(tree, options)) {
        return false;
    }
    grower.ranks_count = tree->ranks.count;
    grower.bytes_count = tree->bytes.count;
    const tunedx_grown_t *root = tunedx_grow(&grower);
    if (root == NULL) {
        goto out_free_work;
    }
    tree->nodes = tunedx_arena_take_array(&tree->arena, count_nodes(root),
                                          sizeof *tree->nodes);
    if (tree->nodes == NULL) {
        goto out_free_work;
    }
    pack(tree, root);
    is_built = options->exception_penalty == INFINITY ||
               find_exceptions(tree, options->exception_penalty);

out_free_work:
    tunedx_arena_free(&work);
    return is_built;
}

void tunedx_quadtree_free(tunedx_quadtree_t *tree)
{
    tunedx_arena_free(&tree->arena);
    *tree = (tunedx_quadtree_t){.map = NULL};
}

/* ---- questions ---- */

static const tunedx_exception_t *find_exception(const tunedx_quadtree_t *tree,
                                                size_t ranks, size_t bytes)
{
    for (size_t i = 0; i < tree->exceptions_count; i++) {
        const tunedx_exception_t *exception = &tree->exceptions[i];

        if (tree->ranks.points[exception->ranks] == ranks &&
            exception->first <= bytes &&
            (bytes < exception->end ||
             exception->end == tree->map->bytes_count)) {
            return exception;
        }
    }
    return NULL;
}

size_t tunedx_quadtree_find(const tunedx_quadtree_t *tree, size_t ranks,
                            size_t bytes)
{
    const size_t row = tunedx_axis_find(&tree->ranks, ranks);
    const size_t column = tunedx_axis_find(&tree->bytes, bytes);
    const tunedx_exception_t *exception = find_exception(tree, ranks, column);
    const tunedx_node_t *node = tree->nodes;

    if (exception != NULL) {
        return exception->method;
    }
    while (!tunedx_node_is_leaf(node)) {
        int child;

        if (node->test == TUNEDX_NODE_QUADRANTS) {
            child = 2 * (row >= node->south) + (column >= node->east);
        } else if (node->test == TUNEDX_NODE_POWER_OF_TWO) {
            child = !tunedx_is_power_of_two((int)ranks);
        } else {
            child = tunedx_expo_gap((int)ranks) > node->widest;
        }
        node = node->children[child];
    }
    return node->method;
}
