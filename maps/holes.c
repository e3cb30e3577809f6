/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See holes.h.
 */
#include "maps/holes.h"

#include <math.h>
#include <string.h>

/* A line of points of a map: every `stride`-th from `first` on, with the values
 * of the axis that it goes along. */
typedef struct line {
    const size_t *axis;
    size_t count, first, stride;
} line_t;

static line_t line_of_bytes(const tunedx_map_t *map, size_t ranks)
{
    return (line_t){
        .axis = map->bytes,
        .count = map->bytes_count,
        .first = ranks * map->bytes_count,
        .stride = 1,
    };
}

static line_t line_of_ranks(const tunedx_map_t *map, size_t bytes)
{
    return (line_t){
        .axis = map->ranks,
        .count = map->ranks_count,
        .first = bytes,
        .stride = map->bytes_count,
    };
}

static size_t point_at(const line_t *line, size_t at)
{
    return line->first + at * line->stride;
}

static size_t cell_at(const tunedx_map_t *map, const line_t *line, size_t at,
                      size_t method)
{
    return point_at(line, at) * map->methods_count + method;
}

static bool can_serve(const tunedx_map_t *map, size_t point, size_t method)
{
    const tunedx_key_t key = tunedx_map_key(map, point);
    const tunedx_algorithm_t *refuses;

    return tunedx_method_applies(map->methods[method], &key, &refuses);
}

/* No bytes count as half a byte. */
static double logarithm(size_t value)
{
    return log(value == 0 ? 0.5 : (double)value);
}

/* Fills what is empty between cells `from` and `to` of the line, which are
 * not. */
static void fill_between(tunedx_map_t *map, const line_t *line, size_t method,
                         size_t from, size_t to)
{
    const double left = log(map->times[cell_at(map, line, from, method)]);
    const double right = log(map->times[cell_at(map, line, to, method)]);
    const double begin = logarithm(line->axis[from]);
    const double width = logarithm(line->axis[to]) - begin;

    for (size_t at = from + 1; at < to; at++) {
        const size_t cell = cell_at(map, line, at, method);
        const double part = (logarithm(line->axis[at]) - begin) / width;

        if (can_serve(map, point_at(line, at), method)) {
            map->times[cell] = exp(left + part * (right - left));
            map->kinds[cell] = TUNEDX_CELL_FILLED;
        }
    }
}

static void fill_line(tunedx_map_t *map, const line_t *line, size_t method)
{
    size_t last = line->count; /* that is not empty */

    for (size_t at = 0; at < line->count; at++) {
        if (map->kinds[cell_at(map, line, at, method)] == TUNEDX_CELL_EMPTY) {
            continue;
        }
        if (last < line->count && at > last + 1) {
            fill_between(map, line, method, last, at);
        }
        last = at;
    }
}

/* Of its own: those that were copied do not count. */
static bool has_times(const tunedx_map_t *map, size_t point)
{
    for (size_t i = 0; i < map->methods_count; i++) {
        const unsigned char kind = map->kinds[point * map->methods_count + i];

        if (kind == TUNEDX_CELL_GIVEN || kind == TUNEDX_CELL_FILLED) {
            return true;
        }
    }
    return false;
}

static void copy_point(tunedx_map_t *map, size_t from, size_t to)
{
    const size_t methods = map->methods_count;

    for (size_t i = 0; i < methods; i++) {
        if (map->times[from * methods + i] < INFINITY &&
            can_serve(map, to, i)) {
            map->times[to * methods + i] = map->times[from * methods + i];
            map->kinds[to * methods + i] = TUNEDX_CELL_COPIED;
        }
    }
}

/* The times of the nearest point of the line that has some. */
static void copy_nearest(tunedx_map_t *map, const line_t *line, size_t at)
{
    for (size_t distance = 1; distance < line->count; distance++) {
        const size_t places[] = {at - distance, at + distance};

        for (int i = 0; i < 2; i++) {
            if (places[i] < line->count && /* and so not below 0 */
                has_times(map, point_at(line, places[i]))) {
                copy_point(map, point_at(line, places[i]), point_at(line, at));
                return;
            }
        }
    }
}

/* Every rank count has a time at one size at least. */
static void fill_empty_points(tunedx_map_t *map)
{
    for (size_t i = 0; i < map->ranks_count; i++) {
        const line_t line = line_of_bytes(map, i);

        for (size_t k = 0; k < map->bytes_count; k++) {
            if (!has_times(map, line.first + k)) {
                copy_nearest(map, &line, k);
            }
        }
    }
}

void tunedx_map_fill(tunedx_map_t *map)
{
    for (size_t method = 0; method < map->methods_count; method++) {
        for (size_t i = 0; i < map->ranks_count; i++) {
            const line_t line = line_of_bytes(map, i);

            fill_line(map, &line, method);
        }
        for (size_t k = 0; k < map->bytes_count; k++) {
            const line_t line = line_of_ranks(map, k);

            fill_line(map, &line, method);
        }
    }
    fill_empty_points(map);
}
