/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See map.h: from measurements to a map.
 */
#include "maps/map.h"

#include "maps/holes.h"

#include <math.h>
#include <stdlib.h>

/* ---- classes ---- */

static tunedx_map_class_t class_of(const tunedx_measurement_t *point)
{
    return (tunedx_map_class_t){
        .collective = point->collective,
        .one_node = point->nodes == 1,
        .ppn = point->nodes == 1 ? 0 : point->ppn,
    };
}

static int compare_classes(const void *left, const void *right)
{
    const tunedx_map_class_t *a = left, *b = right;

    if (a->collective != b->collective) {
        return a->collective < b->collective ? -1 : 1;
    }
    return (a->ppn > b->ppn) - (a->ppn < b->ppn); /* 0 is one node */
}

size_t tunedx_map_classes(const tunedx_measurements_t *measurements,
                          tunedx_map_class_t *classes, size_t room)
{
    size_t count = 0;

    for (size_t i = 0; i < measurements->count; i++) {
        const tunedx_map_class_t class = class_of(&measurements->points[i]);
        size_t known = 0;

        while (known < count && known < room &&
               compare_classes(&classes[known], &class) != 0) {
            known++;
        }
        if (known == count || known == room) {
            if (count < room) {
                classes[count] = class;
            }
            count++;
        }
    }
    qsort(classes, count < room ? count : room, sizeof *classes,
          compare_classes);
    return count;
}

/* ---- cells ---- */

/* A time and its cell, for sorting. */
typedef struct entry {
    size_t cell;
    double time;
} entry_t;

typedef struct maker {
    const tunedx_measurements_t *measurements;
    tunedx_map_t *map;
    const tunedx_measurement_t **points; /* of the class */
    entry_t *entries;
    size_t count;
} maker_t;

static int compare_sizes(const void *left, const void *right)
{
    const size_t a = *(const size_t *)left, b = *(const size_t *)right;

    return (a > b) - (a < b);
}

/* Sorts, leaves one of each, returns how many that are. */
static size_t sort_axis(size_t *points, size_t count)
{
    size_t kept = 0;

    qsort(points, count, sizeof *points, compare_sizes);
    for (size_t i = 1; i < count; i++) {
        if (points[i] != points[kept]) {
            points[++kept] = points[i];
        }
    }
    return kept + 1;
}

static size_t find_method(const tunedx_map_t *map,
                          const tunedx_method_t *method)
{
    size_t i = 0;

    while (i < map->methods_count &&
           !tunedx_method_equal(map->methods[i], method)) {
        i++;
    }
    return i;
}

static size_t find_point(const size_t *axis, size_t count, size_t value)
{
    const size_t *found =
        bsearch(&value, axis, count, sizeof *axis, compare_sizes);

    return (size_t)(found - axis);
}

/* Collects what belongs to the class. */
static bool select_points(maker_t *maker)
{
    tunedx_map_t *map = maker->map;
    const tunedx_measurements_t *all = maker->measurements;

    maker->points =
        tunedx_arena_take_array(&map->arena, all->count, sizeof(void *));
    if (maker->points == NULL) {
        return false;
    }
    for (size_t i = 0; i < all->count; i++) {
        const tunedx_map_class_t class = class_of(&all->points[i]);

        if (compare_classes(&class, &map->class) == 0) {
            maker->points[maker->count++] = &all->points[i];
        }
    }
    return true;
}

static bool make_axes(maker_t *maker)
{
    tunedx_map_t *map = maker->map;
    const size_t count = maker->count;

    map->ranks = tunedx_arena_take_array(&map->arena, count, sizeof(size_t));
    map->bytes = tunedx_arena_take_array(&map->arena, count, sizeof(size_t));
    map->methods = tunedx_arena_take_array(&map->arena, count, sizeof(void *));
    if (map->ranks == NULL || map->bytes == NULL || map->methods == NULL) {
        return false;
    }
    map->is_simulated = true;
    for (size_t i = 0; i < count; i++) {
        const tunedx_measurement_t *point = maker->points[i];

        map->ranks[i] = (size_t)point->ranks;
        map->bytes[i] = point->bytes;
        map->is_simulated = map->is_simulated && point->is_simulated;
        if (find_method(map, point->method) == map->methods_count) {
            map->methods[map->methods_count++] = point->method;
        }
    }
    map->ranks_count = sort_axis(map->ranks, count);
    map->bytes_count = sort_axis(map->bytes, count);
    map->nodes =
        tunedx_arena_take_array(&map->arena, map->ranks_count, sizeof(int));
    return map->nodes != NULL;
}

static int compare_entries(const void *left, const void *right)
{
    const entry_t *a = left, *b = right;

    if (a->cell != b->cell) {
        return a->cell < b->cell ? -1 : 1;
    }
    return (a->time > b->time) - (a->time < b->time);
}

/* The cell of a measurement. */
static size_t cell_of(const tunedx_map_t *map,
                      const tunedx_measurement_t *point)
{
    const size_t i =
        find_point(map->ranks, map->ranks_count, (size_t)point->ranks);
    const size_t k = find_point(map->bytes, map->bytes_count, point->bytes);

    if (map->nodes[i] == 0) {
        map->nodes[i] = point->nodes;
    }
    return (i * map->bytes_count + k) * map->methods_count +
           find_method(map, point->method);
}

/* Medians into the cells. */
static bool give_cells(maker_t *maker)
{
    tunedx_map_t *map = maker->map;
    const size_t count = maker->count;
    double *times = tunedx_arena_take_array(&map->arena, count, sizeof *times);
    entry_t *entries =
        tunedx_arena_take_array(&map->arena, count, sizeof *entries);

    if (times == NULL || entries == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        entries[i] = (entry_t){
            .cell = cell_of(map, maker->points[i]),
            .time = maker->points[i]->time,
        };
    }
    qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 0, samples; i < count; i += samples) {
        for (samples = 0; i + samples < count &&
                          entries[i + samples].cell == entries[i].cell;
             samples++) {
            times[samples] = entries[i + samples].time;
        }
        map->times[entries[i].cell] = tunedx_median(times, samples);
        map->kinds[entries[i].cell] = TUNEDX_CELL_GIVEN;
    }
    return true;
}

static bool make_cells(maker_t *maker)
{
    tunedx_map_t *map = maker->map;
    tunedx_arena_t *arena = &map->arena;
    const size_t points = tunedx_map_points(map);
    const size_t cells = points * map->methods_count;

    map->times = tunedx_arena_take_array(arena, cells, sizeof *map->times);
    map->kinds = tunedx_arena_take_array(arena, cells, sizeof *map->kinds);
    map->best = tunedx_arena_take_array(arena, points, sizeof *map->best);
    map->weights = tunedx_arena_take_array(arena, points, sizeof *map->weights);
    if (map->times == NULL || map->kinds == NULL || map->best == NULL ||
        map->weights == NULL) {
        return false;
    }
    for (size_t i = 0; i < cells; i++) {
        map->times[i] = INFINITY;
    }
    for (size_t i = 0; i < points; i++) {
        map->weights[i] = 1;
    }
    return give_cells(maker);
}

/* The first of the fastest. */
static void find_best(tunedx_map_t *map)
{
    for (size_t point = 0; point < tunedx_map_points(map); point++) {
        const double *times = &map->times[point * map->methods_count];

        map->best[point] = 0;
        for (size_t i = 1; i < map->methods_count; i++) {
            if (times[i] < times[map->best[point]]) {
                map->best[point] = i;
            }
        }
    }
}

bool tunedx_map_make(const tunedx_measurements_t *measurements,
                     const tunedx_map_class_t *class, tunedx_map_t *map)
{
    maker_t maker = {.measurements = measurements, .map = map};

    *map = (tunedx_map_t){.class = *class};
    if (!select_points(&maker) || !make_axes(&maker) || !make_cells(&maker)) {
        return false;
    }
    tunedx_map_fill(map);
    find_best(map);
    return true;
}

void tunedx_map_free(tunedx_map_t *map)
{
    tunedx_arena_free(&map->arena);
    *map = (tunedx_map_t){.ranks = NULL};
}

/* ---- questions ---- */

tunedx_key_t tunedx_map_key(const tunedx_map_t *map, size_t point)
{
    const size_t i = point / map->bytes_count;
    const tunedx_measurement_t at = {
        .collective = map->class.collective,
        .ranks = (int)map->ranks[i],
        .nodes = map->nodes[i],
        .ppn = map->class.one_node ? (int)map->ranks[i] : map->class.ppn,
        .bytes = map->bytes[point % map->bytes_count],
    };

    return tunedx_measurement_key(&at);
}

double tunedx_map_penalty(const tunedx_map_t *map, size_t point, size_t method)
{
    const double *times = &map->times[point * map->methods_count];

    return times[method] < INFINITY
               ? times[method] / times[map->best[point]] - 1
               : TUNEDX_UNSERVED;
}

size_t tunedx_map_filled(const tunedx_map_t *map)
{
    size_t filled = 0;

    for (size_t i = 0; i < tunedx_map_points(map) * map->methods_count; i++) {
        filled += map->kinds[i] == TUNEDX_CELL_FILLED ||
                  map->kinds[i] == TUNEDX_CELL_COPIED;
    }
    return filled;
}
