/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See decision_tree.h.
 *
 * A box is split into slabs along one field, at every end of a range that lies
 * inside; a slab is a smaller box.  Slabs beside each other with the same tree
 * are joined, and what is left is searched in halves.  Along which field to
 * split first is found by trying all, as long as that does not take too long.
 */
#include "tools/decision_tree.h"

#include "tools/decision_leaf.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { TRIED_BOXES = 200000, MOST_BOXES = 4000000 };

typedef struct box {
    tunedx_range_t fields[TREE_FIELDS];
} box_t;

typedef struct rows {
    const tunedx_rule_t **rows;
    size_t count;
} rows_t;

/* Where a box is cut along one field: up to and with each of these. */
typedef struct cuts {
    size_t *limits;
    size_t count;
} cuts_t;

/* ---- rows and boxes ---- */

/* `range` as far as a condition for a value of 1 leaves it. */
static tunedx_range_t narrow(tunedx_range_t range, const tunedx_rule_t *row,
                             const char *condition)
{
    const uint32_t bit = tunedx_condition_named(condition, true).wanted;

    if ((row->conditions.wanted & bit) != 0 && range.last > 1) {
        range.last = 1;
    }
    if ((row->conditions.unwanted & bit) != 0 && range.first < 2) {
        range.first = 2;
    }
    return range;
}

static tunedx_ranges_t ranges_of(const tunedx_rule_t *row, tree_field_t field,
                                 tunedx_range_t *single)
{
    static const tree_field_t measured[] = {
        [TUNEDX_MEASURE_BYTES] = TREE_BYTES,
        [TUNEDX_MEASURE_TOTAL] = TREE_TOTAL,
        [TUNEDX_MEASURE_TYPE_TOTAL] = TREE_TYPE_TOTAL,
    };

    switch (field) {
    case TREE_RANKS:
        return row->ranks;
    case TREE_NODES:
        *single = narrow(row->nodes, row, "one_node");
        break;
    case TREE_PPN:
        *single = narrow(row->ppn, row, "one_per_node");
        break;
    default:
        *single =
            field == measured[row->measure] ? row->bytes : tunedx_range_any();
        break;
    }
    return (tunedx_ranges_t){.ranges = single, .count = 1};
}

static bool meets(const tunedx_rule_t *row, tree_field_t field,
                  tunedx_range_t part)
{
    tunedx_range_t single;
    const tunedx_ranges_t ranges = ranges_of(row, field, &single);
    bool meet = false;

    for (size_t i = 0; i < ranges.count && !meet; i++) {
        meet = ranges.ranges[i].first <= part.last &&
               ranges.ranges[i].last >= part.first;
    }
    return meet;
}

static bool covers(const tunedx_rule_t *row, tree_field_t field,
                   tunedx_range_t part)
{
    tunedx_range_t single;
    const tunedx_ranges_t ranges = ranges_of(row, field, &single);
    bool cover = false;

    for (size_t i = 0; i < ranges.count && !cover; i++) {
        cover = ranges.ranges[i].first <= part.first &&
                ranges.ranges[i].last >= part.last;
    }
    return cover;
}

static bool in_all(bool (*holds)(const tunedx_rule_t *row, tree_field_t field,
                                 tunedx_range_t part),
                   const tunedx_rule_t *row, const box_t *box)
{
    bool all = true;

    for (int i = 0; i < TREE_FIELDS && all; i++) {
        all = holds(row, (tree_field_t)i, box->fields[i]);
    }
    return all;
}

/* The rows that say something in the box, up to the one that leaves nothing to
 * those behind it. */
static rows_t keep_rows(tunedx_arena_t *arena, const rows_t *rows,
                        const box_t *box)
{
    rows_t kept = {
        .rows =
            tunedx_arena_take_array(arena, rows->count + 1, sizeof *kept.rows),
    };
    bool ended = kept.rows == NULL;

    for (size_t i = 0; i < rows->count && !ended; i++) {
        if (in_all(meets, rows->rows[i], box)) {
            kept.rows[kept.count++] = rows->rows[i];
            ended = tree_row_ends(rows->rows[i]) &&
                    in_all(covers, rows->rows[i], box);
        }
    }
    return kept;
}

static size_t product(size_t a, size_t b)
{
    return a != 0 && b > SIZE_MAX / a ? SIZE_MAX : a * b;
}

/* Leaves of the totals those that the ranks and bytes of the box can have.
 * False when there are none: no call lies in the box. */
static bool fit_total(box_t *box)
{
    const tunedx_range_t ranks = box->fields[TREE_RANKS];
    const tunedx_range_t bytes = box->fields[TREE_BYTES];
    const size_t least = product(ranks.first, bytes.first);
    const size_t most = product(ranks.last, bytes.last);
    tunedx_range_t *total = &box->fields[TREE_TOTAL];

    total->first = total->first < least ? least : total->first;
    total->last = total->last > most ? most : total->last;
    return total->first <= total->last;
}

/* ---- cuts ---- */

static int compare_limits(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

static void sort_cuts(cuts_t *cuts)
{
    size_t kept = 0;

    if (cuts->count == 0) {
        return;
    }
    qsort(cuts->limits, cuts->count, sizeof *cuts->limits, compare_limits);
    for (size_t i = 1; i < cuts->count; i++) {
        if (cuts->limits[i] != cuts->limits[kept]) {
            cuts->limits[++kept] = cuts->limits[i];
        }
    }
    cuts->count = kept + 1;
}

/* Every end of a row's range inside the box; limits NULL when memory is short.
 */
static cuts_t find_cuts(tunedx_arena_t *arena, const rows_t *rows,
                        const box_t *box, tree_field_t field)
{
    const tunedx_range_t part = box->fields[field];
    tunedx_range_t single;
    size_t most = 1;
    cuts_t cuts = {.count = 0};

    for (size_t i = 0; i < rows->count; i++) {
        most += 2 * ranges_of(rows->rows[i], field, &single).count;
    }
    cuts.limits = tunedx_arena_take_array(arena, most, sizeof *cuts.limits);
    for (size_t i = 0; i < rows->count && cuts.limits != NULL; i++) {
        const tunedx_ranges_t ranges = ranges_of(rows->rows[i], field, &single);

        for (size_t k = 0; k < ranges.count; k++) {
            const tunedx_range_t range = ranges.ranges[k];

            if (range.first > part.first && range.first <= part.last) {
                cuts.limits[cuts.count++] = range.first - 1;
            }
            if (range.last >= part.first && range.last < part.last) {
                cuts.limits[cuts.count++] = range.last;
            }
        }
    }
    sort_cuts(&cuts);
    return cuts;
}

/* ---- trees ---- */

typedef struct slab {
    size_t last;
    const tree_node_t *node;
} slab_t;

/* How much room a subtree takes in a tree that is as low as can be. */
static double weight_of(const slab_t *slab)
{
    return ldexp(1.0, (int)slab->node->depth);
}

/* Slabs in halves that reach equally deep, as far as that goes. */
static const tree_node_t *halve(tree_t *tree, tree_field_t field,
                                const slab_t *slabs, size_t count)
{
    double whole = 0, left = weight_of(&slabs[0]);
    size_t middle = 1;

    if (count == 1) {
        return slabs[0].node;
    }
    for (size_t i = 0; i < count; i++) {
        whole += weight_of(&slabs[i]);
    }
    while (middle + 1 < count &&
           left + weight_of(&slabs[middle]) / 2 < whole / 2) {
        left += weight_of(&slabs[middle++]);
    }
    const tree_node_t *low = halve(tree, field, slabs, middle);
    const tree_node_t *high =
        halve(tree, field, slabs + middle, count - middle);

    return low == NULL || high == NULL
               ? NULL
               : tree_branch(tree, field, slabs[middle - 1].last, low, high);
}

static const tree_node_t *fail(tree_t *tree, tree_error_t error)
{
    if (tree->error == TREE_SUCCESS) {
        tree->error = error;
    }
    return NULL;
}

static const tree_node_t *build(tree_t *tree, const box_t *box,
                                const rows_t *all);

static const tree_node_t *split(tree_t *tree, const box_t *box,
                                const rows_t *rows, tree_field_t field,
                                const cuts_t *cuts)
{
    tunedx_arena_t work = tunedx_arena_empty();
    slab_t *slabs =
        tunedx_arena_take_array(&work, cuts->count + 1, sizeof *slabs);
    const tree_node_t *node = NULL;
    size_t count = 0, first = box->fields[field].first;
    bool made = slabs != NULL;
    box_t part;

    for (size_t i = 0; i <= cuts->count && made; i++) {
        const size_t last =
            i < cuts->count ? cuts->limits[i] : box->fields[field].last;
        part = *box;
        part.fields[field] = (tunedx_range_t){.first = first, .last = last};
        first = last + 1;
        if (!fit_total(&part)) {
            continue; /* whatever its neighbour says */
        }
        node = build(tree, &part, rows);
        made = node != NULL;
        if (!tree->merges || count == 0 || slabs[count - 1].node != node) {
            count++;
        }
        slabs[count - 1] = (slab_t){.last = last, .node = node};
    }
    if (made) { /* without a slab no call lies in the box: all is right */
        node = count > 0 ? halve(tree, field, slabs, count)
                         : tree_leaf(tree, NULL, 0);
    }
    tunedx_arena_free(&work);
    return node != NULL ? node : fail(tree, TREE_NO_MEMORY);
}

static bool is_better(const tree_node_t *node, const tree_node_t *best)
{
    return best == NULL || node->conditions < best->conditions ||
           (node->conditions == best->conditions && node->depth < best->depth);
}

/* The best tree for a box that rows cover in part.  Once the trials have taken
 * long enough, the field with the fewest cuts comes first. */
static const tree_node_t *choose(tree_t *tree, const box_t *box,
                                 const rows_t *rows, const cuts_t *cuts)
{
    const tree_node_t *best = NULL;
    int fewest = TREE_FIELDS;

    for (int i = 0; i < TREE_FIELDS; i++) {
        if (cuts[i].count > 0 &&
            (fewest == TREE_FIELDS || cuts[i].count < cuts[fewest].count)) {
            fewest = i;
        }
    }
    best = split(tree, box, rows, (tree_field_t)fewest, &cuts[fewest]);
    for (int i = 0; i < TREE_FIELDS && best != NULL; i++) {
        if (i != fewest && cuts[i].count > 0 && tree->visits < TRIED_BOXES) {
            const tree_node_t *other =
                split(tree, box, rows, (tree_field_t)i, &cuts[i]);

            best = other == NULL || is_better(other, best) ? other : best;
        }
    }
    return best;
}

static const tree_node_t *build(tree_t *tree, const box_t *box,
                                const rows_t *all)
{
    tunedx_arena_t work = tunedx_arena_empty();
    const rows_t rows = keep_rows(&work, all, box);
    const tree_node_t *node = NULL;
    cuts_t cuts[TREE_FIELDS];
    bool is_cut = false, made = rows.rows != NULL;

    if (++tree->visits > MOST_BOXES) {
        tunedx_arena_free(&work);
        return fail(tree, TREE_TOO_MANY);
    }
    for (int i = 0; i < TREE_FIELDS && made; i++) {
        cuts[i] = find_cuts(&work, &rows, box, (tree_field_t)i);
        made = cuts[i].limits != NULL;
        is_cut = is_cut || cuts[i].count > 0;
    }
    if (made) {
        node = is_cut ? choose(tree, box, &rows, cuts)
                      : tree_leaf(tree, rows.rows, rows.count);
    }
    tunedx_arena_free(&work);
    return node != NULL ? node : fail(tree, TREE_NO_MEMORY);
}

tree_error_t tree_make(tree_t *tree, tunedx_collective_t collective,
                       const tree_node_t **root)
{
    const tunedx_range_t ints = {.first = 1, .last = INT_MAX};
    const box_t whole = {
        .fields =
            {
                [TREE_RANKS] = ints,
                [TREE_NODES] = ints,
                [TREE_PPN] = ints,
                [TREE_BYTES] = tunedx_range_any(),
                [TREE_TOTAL] = tunedx_range_any(),
                [TREE_TYPE_TOTAL] = tunedx_range_any(),
            },
    };
    const tunedx_rules_t *rules = tree->rules;
    rows_t rows = {
        .rows = tunedx_arena_take_array(tree->arena, rules->count + 1,
                                        sizeof *rows.rows),
    };
    const tree_node_t *made = NULL;

    for (size_t i = 0; i < rules->count && rows.rows != NULL; i++) {
        if (rules->rows[i].collective == collective) {
            rows.rows[rows.count++] = &rules->rows[i];
        }
    }
    tree->visits = 0;
    tree->error = TREE_SUCCESS;
    made = rows.rows == NULL ? fail(tree, TREE_NO_MEMORY)
                             : build(tree, &whole, &rows);
    if (made != NULL) {
        *root = made;
    }
    return tree->error;
}
