/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See cut.h.
 */
#include "maps/cut.h"

#include <math.h>
#include <stdint.h>

/* ---- blocks between places ---- */

static size_t pairs_of(const tunedx_places_t *places)
{
    return places->count * (places->count - 1) / 2;
}

/* The number of the pair of places first < end. */
static size_t pair_of(size_t first, size_t end)
{
    return end * (end - 1) / 2 + first;
}

/* The costs of blocks with these ranks, by pairs of bytes. */
static const double *row_of(const tunedx_cutter_t *cutter, const double *level,
                            size_t first, size_t end)
{
    return level + pair_of(first, end) * pairs_of(&cutter->bytes);
}

/* What begins at a point of the axis, or later. */
static size_t place_at(const tunedx_places_t *places, size_t point)
{
    size_t at = 0;

    while (at + 1 < places->count && places->points[at] < point) {
        at++;
    }
    return at;
}

/* ---- places ---- */

/* Of the points that are let through all, or some at equal distances. */
static void choose_places(size_t *points, size_t count, size_t end,
                          tunedx_places_t *places)
{
    const size_t most = TUNEDX_CUT_POINTS;
    const size_t kept = count < most ? count : most;

    for (size_t i = 0; i < kept; i++) {
        places->points[i] = points[i * count / kept];
    }
    places->points[0] = 0;
    places->points[kept] = end;
    places->count = kept + 1;
}

static bool make_places(const tunedx_grower_t *grower,
                        const tunedx_block_t *block, tunedx_cutter_t *cutter)
{
    const tunedx_map_t *map = grower->map;
    const size_t most = map->ranks_count + map->bytes_count;
    size_t *points =
        tunedx_arena_take_array(&cutter->arena, most, sizeof *points);
    size_t count = 0;

    if (points == NULL) {
        return false;
    }
    for (size_t i = 0; i < map->ranks_count; i++) {
        if (tunedx_block_has(block, (int)map->ranks[i])) {
            points[count++] = i;
        }
    }
    choose_places(points, count, map->ranks_count, &cutter->ranks);
    for (size_t k = 0; k < map->bytes_count; k++) {
        points[k] = k;
    }
    choose_places(points, map->bytes_count, map->bytes_count, &cutter->bytes);
    return true;
}

/* ---- leaves ---- */

/* What a method costs at a point. */
static double cost_at(const tunedx_grower_t *grower, size_t point,
                      size_t method, double over)
{
    const tunedx_map_t *map = grower->map;
    const double penalty = tunedx_map_penalty(map, point, method);

    if (!grower->options->by_time) {
        return map->best[point] != method;
    }
    return map->weights[point] * penalty +
           (penalty > grower->options->most_penalty ? over : 0);
}

/* More than any tree can lose, so that a point within the bound is worth more
 * than all else. */
static double most_loss(const tunedx_grower_t *grower)
{
    const tunedx_map_t *map = grower->map;
    double loss = 1;

    for (size_t point = 0; point < tunedx_map_points(map); point++) {
        double most = 0;

        for (size_t i = 0; i < map->methods_count; i++) {
            most = fmax(most, tunedx_map_penalty(map, point, i));
        }
        loss += map->weights[point] * most;
    }
    return loss;
}

/* Costs of a method in all blocks that begin at the first places: sums[i *
 * bytes.count + k] is that of the block that ends at places i and k. */
static void add_up(const tunedx_grower_t *grower, const tunedx_block_t *block,
                   const tunedx_cutter_t *cutter, size_t method, double *sums)
{
    const tunedx_map_t *map = grower->map;
    const tunedx_places_t *ranks = &cutter->ranks, *bytes = &cutter->bytes;
    const size_t width = bytes->count;

    for (size_t k = 0; k < width; k++) {
        sums[k] = 0;
    }
    for (size_t i = 1; i < ranks->count; i++) {
        double sum = 0;

        sums[i * width] = 0;
        for (size_t k = 1; k < width; k++) {
            for (size_t row = ranks->points[i - 1]; row < ranks->points[i];
                 row++) {
                for (size_t column = bytes->points[k - 1];
                     column < bytes->points[k] &&
                     tunedx_block_has(block, (int)map->ranks[row]);
                     column++) {
                    sum += cost_at(grower, row * map->bytes_count + column,
                                   method, cutter->point);
                }
            }
            sums[i * width + k] = sums[(i - 1) * width + k] + sum;
        }
    }
}

/* Lowers the cost of each block to that of a method. */
static void lower(const tunedx_cutter_t *cutter, const double *sums,
                  double *level)
{
    const size_t rows = cutter->ranks.count, width = cutter->bytes.count;

    for (size_t south = 1; south < rows; south++) {
        for (size_t north = 0; north < south; north++) {
            const double *upper = sums + north * width;
            const double *below = sums + south * width;

            for (size_t east = 1; east < width; east++) {
                for (size_t west = 0; west < east; west++) {
                    const double cost =
                        below[east] - upper[east] - below[west] + upper[west];

                    *level =
                        cost <= cutter->negligible ? 0 : fmin(*level, cost);
                    level++;
                }
            }
        }
    }
}

static double *take_level(tunedx_cutter_t *cutter)
{
    double **levels =
        tunedx_arena_grow(&cutter->arena, cutter->levels, cutter->levels_count,
                          &cutter->levels_capacity, sizeof *cutter->levels);

    if (levels == NULL) {
        return NULL;
    }
    cutter->levels = levels;
    return tunedx_arena_take_array(
        &cutter->arena, pairs_of(&cutter->ranks) * pairs_of(&cutter->bytes),
        sizeof(double));
}

bool tunedx_cutter_make(const tunedx_grower_t *grower,
                        const tunedx_block_t *block, tunedx_cutter_t *cutter)
{
    const double points = (double)tunedx_map_points(grower->map);

    *cutter = (tunedx_cutter_t){.point = most_loss(grower)};
    cutter->negligible = 1e-15 * cutter->point * points;
    if (!make_places(grower, block, cutter)) {
        return false;
    }
    const size_t blocks = pairs_of(&cutter->ranks) * pairs_of(&cutter->bytes);
    double *sums = tunedx_arena_take_array(
        &cutter->arena, cutter->ranks.count * cutter->bytes.count,
        sizeof *sums);
    double *level = take_level(cutter);

    if (sums == NULL || level == NULL) {
        return false;
    }
    for (size_t i = 0; i < blocks; i++) {
        level[i] = INFINITY;
    }
    for (size_t i = 0; i < grower->map->methods_count; i++) {
        add_up(grower, block, cutter, i, sums);
        lower(cutter, sums, level);
    }
    cutter->levels[cutter->levels_count++] = level;
    return true;
}

void tunedx_cutter_free(tunedx_cutter_t *cutter)
{
    tunedx_arena_free(&cutter->arena);
    *cutter = (tunedx_cutter_t){.levels = NULL};
}

/* ---- cuts ---- */

/* A block by its places, and the costs of what is within it. */
typedef struct piece {
    size_t north, south, west, east;
    const double *level;
} piece_t;

/* The least cost, `cost` or less, of cuts between north and south, whose costs
 * are given; south NULL: not there.  The place of the column that has it, if
 * any; the east end is no cut. */
static double find_column(const tunedx_cutter_t *cutter, const piece_t *piece,
                          const double *north, const double *south, double cost,
                          size_t *column)
{
    const size_t west = piece->west, east = piece->east;
    const double limit = cutter->negligible;

    if (east - west == 1) {
        const size_t all = pair_of(west, east);
        const double sum = north[all] + (south == NULL ? 0 : south[all]);

        if (sum < cost - limit) {
            *column = east;
            cost = sum;
        }
        return cost;
    }
    for (size_t k = west + 1, left = pair_of(west, k), right = pair_of(k, east);
         k < east; left += k++, right++) {
        const double sum = south == NULL ? north[left] + north[right]
                                         : north[left] + north[right] +
                                               south[left] + south[right];

        if (sum < cost - limit) {
            *column = k;
            cost = sum;
        }
    }
    return cost;
}

/* The least cost, `cost` or less, and the places of the cut that has it, which
 * stay if there is none.  A block with several places on both axes is cut along
 * both: more cuts never cost more. */
static double find_least(const tunedx_cutter_t *cutter, const piece_t *piece,
                         double cost, size_t *row, size_t *column)
{
    const size_t north = piece->north, south = piece->south;

    if (south - north == 1) {
        const double *all = row_of(cutter, piece->level, north, south);
        const double least =
            piece->east - piece->west > 1
                ? find_column(cutter, piece, all, NULL, cost, column)
                : cost;

        *row = least < cost ? south : *row;
        return least;
    }
    for (size_t i = north + 1; i < south; i++) {
        const double least =
            find_column(cutter, piece, row_of(cutter, piece->level, north, i),
                        row_of(cutter, piece->level, i, south), cost, column);

        if (least < cost) {
            *row = i;
            cost = least;
        }
    }
    return cost;
}

static void cut_all(const tunedx_cutter_t *cutter, const double *from,
                    double *level)
{
    piece_t piece = {.level = from};
    size_t row, column;

    for (piece.south = 1; piece.south < cutter->ranks.count; piece.south++) {
        for (piece.north = 0; piece.north < piece.south; piece.north++) {
            for (piece.east = 1; piece.east < cutter->bytes.count;
                 piece.east++) {
                for (piece.west = 0; piece.west < piece.east; piece.west++) {
                    *level = *from > 0 ? find_least(cutter, &piece, *from, &row,
                                                    &column)
                                       : 0;
                    level++;
                    from++;
                }
            }
        }
    }
}

bool tunedx_cutter_extend(tunedx_cutter_t *cutter, size_t levels)
{
    while (cutter->levels_count < levels) {
        double *level = take_level(cutter);

        if (level == NULL) {
            return false;
        }
        cut_all(cutter, cutter->levels[cutter->levels_count - 1], level);
        cutter->levels[cutter->levels_count++] = level;
    }
    return true;
}

/* The cost of a block with `levels` levels, and its best cut. */
static double find_cut(const tunedx_cutter_t *cutter, piece_t piece,
                       size_t levels, size_t *row, size_t *column)
{
    const double leaf = row_of(cutter, cutter->levels[0], piece.north,
                               piece.south)[pair_of(piece.west, piece.east)];

    *row = *column = SIZE_MAX;
    if (levels == 0 || leaf <= 0) {
        return leaf;
    }
    piece.level = cutter->levels[levels - 1];
    return find_least(cutter, &piece, leaf, row, column);
}

double tunedx_cutter_cost(const tunedx_cutter_t *cutter, size_t levels)
{
    const piece_t all = {
        .south = cutter->ranks.count - 1,
        .east = cutter->bytes.count - 1,
    };
    size_t row, column;

    return find_cut(cutter, all, levels, &row, &column);
}

bool tunedx_cutter_find(const tunedx_cutter_t *cutter,
                        const tunedx_block_t *block, size_t levels,
                        tunedx_cut_t *cut)
{
    const piece_t piece = {
        .north = place_at(&cutter->ranks, block->ranks),
        .south = place_at(&cutter->ranks, block->ranks_end),
        .west = place_at(&cutter->bytes, block->bytes),
        .east = place_at(&cutter->bytes, block->bytes_end),
    };
    size_t row, column;

    (void)find_cut(cutter, piece, levels, &row, &column);
    if (row == SIZE_MAX) {
        return false;
    }
    *cut = (tunedx_cut_t){
        .south = row < piece.south ? cutter->ranks.points[row] : SIZE_MAX,
        .east = column < piece.east ? cutter->bytes.points[column] : SIZE_MAX,
    };
    return true;
}
