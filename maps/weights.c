/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Weights of a map's points, from what an application calls.
 */
#include "decision/axis.h"
#include "maps/map.h"

static const double share_of_calls = 0.9;

bool tunedx_map_weigh(tunedx_map_t *map, const tunedx_map_calls_t *calls,
                      size_t count)
{
    const double points = (double)tunedx_map_points(map);
    tunedx_axis_t ranks, bytes;
    double all = 0;

    for (size_t i = 0; i < count; i++) {
        all += calls[i].calls;
    }
    if (all <= 0 ||
        !tunedx_axis_make(&map->arena, map->ranks, map->ranks_count,
                          TUNEDX_BOUNDARY_NEXT, &ranks) ||
        !tunedx_axis_make(&map->arena, map->bytes, map->bytes_count,
                          TUNEDX_BOUNDARY_NEXT, &bytes)) {
        return false;
    }
    for (size_t point = 0; point < tunedx_map_points(map); point++) {
        map->weights[point] = 1 - share_of_calls;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t point =
            tunedx_axis_find(&ranks, calls[i].ranks) * map->bytes_count +
            tunedx_axis_find(&bytes, calls[i].bytes);

        map->weights[point] += share_of_calls * points * calls[i].calls / all;
    }
    return true;
}
