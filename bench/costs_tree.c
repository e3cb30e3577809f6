/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See costs_tree.h.
 *
 * The map is made for it: at every point the method that the slice decides
 * takes 1, any other one 2.
 */
#include "bench/costs_tree.h"

enum { MOST_METHODS = 64 };

typedef struct making {
    bench_tree_t *tree;
    tunedx_collective_t collective;
    const tunedx_slice_t *slices;
    int least, most;
    size_t methods; /* how many are known */
    const tunedx_method_t *known[MOST_METHODS];
} making_t;

/* ---- the map ---- */

static bool collect_methods(making_t *making)
{
    for (int size = making->least; size <= making->most; size++) {
        const tunedx_slice_t *slice = &making->slices[size];

        for (size_t i = 0; i < slice->count; i++) {
            const tunedx_rule_t *rule = slice->entries[i].rule;
            size_t at = 0;

            if (rule == NULL || rule->method == NULL) {
                return false;
            }
            while (at < making->methods &&
                   !tunedx_method_equal(making->known[at], rule->method)) {
                at++;
            }
            if (at == MOST_METHODS) {
                return false;
            }
            if (at == making->methods) {
                making->known[making->methods++] = rule->method;
            }
        }
    }
    return true;
}

/* All methods at a point. */
static bool add_point(making_t *making, int size, size_t bytes)
{
    const tunedx_rule_t *rule = tunedx_slice_find(&making->slices[size], bytes);

    for (size_t i = 0; i < making->methods; i++) {
        const tunedx_measurement_t point = {
            .collective = making->collective,
            .method = making->known[i],
            .ranks = size,
            .nodes = size,
            .ppn = 1,
            .bytes = bytes,
            .time = tunedx_method_equal(making->known[i], rule->method) ? 1 : 2,
        };

        if (!tunedx_measurements_add(&making->tree->measurements, &point)) {
            return false;
        }
    }
    return true;
}

/* The points of every number of ranks: 0, and where the slice of any one of
 * them changes. */
static bool add_points(making_t *making)
{
    bool done = true;

    for (int size = making->least; size <= making->most && done; size++) {
        done = add_point(making, size, 0);
        for (int other = making->least; other <= making->most; other++) {
            const tunedx_slice_t *slice = &making->slices[other];

            for (size_t i = 0; i + 1 < slice->count && done; i++) {
                done =
                    add_point(making, size, slice->entries[i].last_bytes + 1);
            }
        }
    }
    return done;
}

/* ---- the tree ---- */

static bool decides_alike(const making_t *making)
{
    const tunedx_map_t *map = &making->tree->map;

    for (size_t point = 0; point < tunedx_map_points(map); point++) {
        const size_t ranks = map->ranks[point / map->bytes_count];
        const size_t bytes = map->bytes[point % map->bytes_count];
        const tunedx_rule_t *rule =
            tunedx_slice_find(&making->slices[ranks], bytes);
        const size_t found =
            tunedx_quadtree_find(&making->tree->tree, ranks, bytes);

        if (!tunedx_method_equal(map->methods[found], rule->method)) {
            return false;
        }
    }
    return true;
}

bool bench_tree_make(bench_tree_t *tree, tunedx_collective_t collective,
                     const tunedx_slice_t *slices, int least, int most,
                     bool cuts_best)
{
    const tunedx_map_class_t class = {.collective = collective, .ppn = 1};
    tunedx_quadtree_options_t options = tunedx_quadtree_exact();
    making_t making = {
        .tree = tree,
        .collective = collective,
        .slices = slices,
        .least = least,
        .most = most,
    };

    *tree = (bench_tree_t){.map = {.ranks = NULL}};
    options.by_time = true;
    options.cuts_best = cuts_best;
    return collect_methods(&making) && add_points(&making) &&
           tunedx_map_make(&tree->measurements, &class, &tree->map) &&
           tunedx_quadtree_build(&tree->map, &options, &tree->tree) &&
           decides_alike(&making);
}

void bench_tree_free(bench_tree_t *tree)
{
    tunedx_quadtree_free(&tree->tree);
    tunedx_map_free(&tree->map);
    tunedx_measurements_free(&tree->measurements);
}
