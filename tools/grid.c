/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See grid.h.
 */
#include "tools/grid.h"

#include <limits.h>
#include <string.h>

#include "tools/cuts.h"
#include "tools/layout.h"
#include "tools/rank_examples.h"

enum { MOST_CELLS = 4000000 };

/* Where pieces begin: sorted, the first one is the least value there is. */
typedef struct axis {
    size_t *firsts;
    size_t count;
} axis_t;

/* Calls that differ in what is no number. */
typedef struct variant {
    bool commutative;
    tunedx_op_class_t op_class;
    const char *text;
} variant_t;

/* Rows of one set: of the collective, and of those the ones for communicators
 * of one kind. */
typedef struct rows {
    const tunedx_rule_t **all, **fit;
    size_t count, fit_count;
} rows_t;

typedef struct grid {
    const tunedx_rules_t *const *sets;
    rows_t rows[TOOL_GRID_SETS];
    size_t count;
    tunedx_collective_t collective;
    tool_visit_t *visit;
    void *context;
    tunedx_arena_t arena;
    axis_t ranks, nodes, ppn, types, gaps;
    size_t *bytes; /* room for the ends of all rows */
    bool thorough, needs_examples;
    const variant_t *variants;
    size_t variant_count;
    size_t cells;
} grid_t;

/* ---- axes ---- */

static void add(axis_t *axis, tunedx_range_t range)
{
    axis->count = tool_cuts_add(axis->firsts, axis->count, range);
}

static void sort(axis_t *axis, size_t least, size_t most)
{
    axis->count = tool_cuts_sort(axis->firsts, axis->count, least, most);
}

static tunedx_range_t piece(const axis_t *axis, size_t i)
{
    return tool_cuts_piece(axis->firsts, axis->count, i);
}

static size_t *take(grid_t *grid, size_t count)
{
    return tunedx_arena_take_array(&grid->arena, count, sizeof(size_t));
}

/* The rows of the collective, in one set. */
static bool pick_rows(grid_t *grid, const tunedx_rules_t *set, rows_t *rows,
                      size_t *ranges)
{
    const size_t bytes = sizeof(tunedx_rule_t *);

    rows->all = tunedx_arena_take_array(&grid->arena, set->count + 1, bytes);
    rows->fit = tunedx_arena_take_array(&grid->arena, set->count + 1, bytes);
    if (rows->all == NULL || rows->fit == NULL) {
        return false;
    }
    for (size_t i = 0; i < set->count; i++) {
        if (set->rows[i].collective == grid->collective) {
            rows->all[rows->count++] = &set->rows[i];
            *ranges += set->rows[i].ranks.count;
        }
    }
    return true;
}

static bool make_room(grid_t *grid)
{
    size_t rows = 2, ranges = 2;

    for (size_t s = 0; s < grid->count; s++) {
        if (!pick_rows(grid, grid->sets[s], &grid->rows[s], &ranges)) {
            return false;
        }
        rows += grid->rows[s].count;
    }
    grid->bytes = take(grid, 2 * rows);
    grid->ranks.firsts = take(grid, 2 * ranges);
    grid->nodes.firsts = take(grid, 4 * rows);
    grid->ppn.firsts = take(grid, 4 * rows);
    grid->types.firsts = take(grid, 2 * rows);
    grid->gaps.firsts = take(grid, 2 * rows);
    return grid->bytes != NULL && grid->ranks.firsts != NULL &&
           grid->nodes.firsts != NULL && grid->ppn.firsts != NULL &&
           grid->types.firsts != NULL && grid->gaps.firsts != NULL;
}

/* Conditions with the number of the communicator's ranks, and with the call. */
static uint32_t mask(const char *const *names)
{
    uint32_t bits = 0;

    for (int i = 0; tunedx_condition_name(i) != NULL; i++) {
        for (const char *const *name = names; *name != NULL; name++) {
            if (strcmp(*name, tunedx_condition_name(i)) == 0) {
                bits |= (uint32_t)1 << i;
            }
        }
    }
    return bits;
}

static void add_layout(grid_t *grid, uint32_t asked)
{
    static const char *const one_node[] = {"one_node", NULL};
    static const char *const one_per_node[] = {"one_per_node", NULL};
    static const tunedx_range_t one = {.first = 1, .last = 1};

    if ((asked & mask(one_node)) != 0) {
        add(&grid->nodes, one);
    }
    if ((asked & mask(one_per_node)) != 0) {
        add(&grid->ppn, one);
    }
}

static void make_axes(grid_t *grid)
{
    static const char *const of_ranks[] = {"power_of_two", "even", NULL};

    for (size_t s = 0; s < grid->count; s++) {
        for (size_t i = 0; i < grid->rows[s].count; i++) {
            const tunedx_rule_t *rule = grid->rows[s].all[i];
            const uint32_t asked =
                rule->conditions.wanted | rule->conditions.unwanted;

            for (size_t k = 0; k < rule->ranks.count; k++) {
                add(&grid->ranks, rule->ranks.ranges[k]);
            }
            add(&grid->nodes, rule->nodes);
            add(&grid->ppn, rule->ppn);
            add(&grid->gaps, rule->expo_gap);
            add_layout(grid, asked);
            if (rule->measure == TUNEDX_MEASURE_TYPE_TOTAL) {
                add(&grid->types, rule->bytes);
            }
            grid->needs_examples |= (asked & mask(of_ranks)) != 0 ||
                                    rule->measure != TUNEDX_MEASURE_BYTES ||
                                    rule->expo_gap.first > 0 ||
                                    rule->expo_gap.last < SIZE_MAX;
        }
    }
    sort(&grid->ranks, 1, INT_MAX);
    sort(&grid->nodes, 1, INT_MAX);
    sort(&grid->ppn, 1, INT_MAX);
    sort(&grid->types, 0, SIZE_MAX);
    sort(&grid->gaps, 0, TOOL_MOST_GAP);
}

/* ---- variants ---- */

static void make_variants(grid_t *grid)
{
    static const char *const of_call[] = {"commutative", "op=builtin",
                                          "op=pair", "op=user", NULL};
    static const variant_t plain[] = {{true, TUNEDX_OP_BUILTIN, ""}};
    static const variant_t all[] = {
        {true, TUNEDX_OP_BUILTIN, ""},
        {true, TUNEDX_OP_PAIR, "pair operation"},
        {true, TUNEDX_OP_USER, "user operation"},
        {false, TUNEDX_OP_USER, "user operation that does not commute"},
    };
    const uint32_t asked = mask(of_call);

    grid->variants = plain;
    grid->variant_count = 1;
    if (grid->thorough && tunedx_collective_is_reduction(grid->collective)) {
        grid->variants = all;
        grid->variant_count = sizeof all / sizeof all[0];
        return;
    }
    for (size_t s = 0; s < grid->count; s++) {
        for (size_t i = 0; i < grid->rows[s].count; i++) {
            const tunedx_rule_t *rule = grid->rows[s].all[i];

            if (tunedx_collective_is_reduction(grid->collective) &&
                ((rule->conditions.wanted | rule->conditions.unwanted) &
                 asked) != 0) {
                grid->variants = all;
                grid->variant_count = sizeof all / sizeof all[0];
            }
        }
    }
}

/* ---- cells ---- */

/* Picks the rows for such communicators, and cuts the bytes by them. */
static size_t cut_bytes(grid_t *grid, const tunedx_key_t *key)
{
    size_t count = 0;

    for (size_t s = 0; s < grid->count; s++) {
        rows_t *rows = &grid->rows[s];

        rows->fit_count = 0;
        for (size_t i = 0; i < rows->count; i++) {
            tunedx_range_t bytes;

            if (tunedx_rule_is_for(rows->all[i], key) &&
                tunedx_rule_bytes(rows->all[i], key->size, &bytes)) {
                rows->fit[rows->fit_count++] = rows->all[i];
                count = tool_cuts_add(grid->bytes, count, bytes);
            }
        }
    }
    return tool_cuts_sort(grid->bytes, count, 0, SIZE_MAX);
}

/* Calls whose size ranks do not agree on have none. */
static bool has_size(tunedx_collective_t collective)
{
    return collective != TUNEDX_BARRIER && collective != TUNEDX_ALLTOALLV &&
           collective != TUNEDX_ALLTOALLW && collective != TUNEDX_GATHERV &&
           collective != TUNEDX_SCATTERV;
}

static void set_bytes(tunedx_key_t *key, size_t bytes)
{
    key->bytes = bytes;
    key->units = key->unit_bytes > 0 ? bytes / key->unit_bytes : 1;
}

static const tunedx_rule_t *find_first(const rows_t *rows,
                                       const tunedx_key_t *key)
{
    for (size_t i = 0; i < rows->fit_count; i++) {
        if (tunedx_rule_matches(rows->fit[i], key)) {
            return rows->fit[i];
        }
    }
    return NULL;
}

static void visit_bytes(grid_t *grid, tool_cell_t *cell)
{
    const size_t count = cut_bytes(grid, &cell->key);
    const axis_t bytes = {.firsts = grid->bytes, .count = count};

    for (size_t i = 0; i < (has_size(grid->collective) ? count : 1); i++) {
        cell->bytes = has_size(grid->collective)
                          ? piece(&bytes, i)
                          : (tunedx_range_t){.first = 0, .last = 0};
        set_bytes(&cell->key, cell->bytes.first);
        for (size_t s = 0; s < grid->count; s++) {
            cell->rows[s] = find_first(&grid->rows[s], &cell->key);
        }
        cell->others = grid->rows[0].fit;
        cell->others_count = grid->rows[0].fit_count;
        grid->visit(grid->context, cell);
        grid->cells++;
    }
}

/* Sizes of an element, from the totals that rows of scans have. */
static void visit_types(grid_t *grid, tool_cell_t *cell)
{
    const bool reduces = tunedx_collective_is_reduction(grid->collective);
    const size_t size = (size_t)cell->key.size;
    size_t last = 0;

    for (size_t i = 0; i < grid->types.count; i++) {
        const size_t total = grid->types.firsts[i];
        const size_t type = total / size + (total % size != 0);

        if (i > 0 && type <= last) {
            continue;
        }
        last = type > 1 ? type : 1;
        cell->key.unit_bytes = reduces ? last : 1;
        if (grid->types.count == 1 && reduces) {
            cell->key.unit_bytes = 8;
        }
        visit_bytes(grid, cell);
    }
}

static void visit_variants(grid_t *grid, tool_cell_t *cell)
{
    for (size_t v = 0; v < grid->variant_count; v++) {
        const variant_t *variant = &grid->variants[v];

        cell->key.commutative = variant->commutative;
        cell->key.op_class = variant->op_class;
        cell->other = variant->text;
        if (!tunedx_collective_is_reduction(grid->collective)) {
            cell->key.op_class = TUNEDX_OP_NONE;
        }
        visit_types(grid, cell);
    }
}

static void visit_layouts(grid_t *grid, tool_cell_t *cell)
{
    for (size_t n = 0; n < grid->nodes.count; n++) {
        for (size_t p = 0; p < grid->ppn.count; p++) {
            cell->nodes = piece(&grid->nodes, n);
            cell->ppn = piece(&grid->ppn, p);
            if (tool_lay_out(&cell->key, cell->nodes, cell->ppn)) {
                visit_variants(grid, cell);
            }
        }
    }
}

bool tool_grid_is_exact(const tunedx_rules_t *rules,
                        tunedx_collective_t collective)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (rules->rows[i].collective == collective &&
            rules->rows[i].measure != TUNEDX_MEASURE_BYTES) {
            return false;
        }
    }
    return true;
}

bool tool_grid_visit(const tunedx_rules_t *const *sets, size_t count,
                     tunedx_collective_t collective, bool thorough,
                     tool_visit_t *visit, void *context, bool *too_many)
{
    grid_t grid = {
        .sets = sets,
        .count = count,
        .collective = collective,
        .visit = visit,
        .context = context,
        .thorough = thorough,
        .needs_examples = thorough,
    };
    const bool has_room = make_room(&grid);

    *too_many = false;
    if (has_room) {
        make_axes(&grid);
        make_variants(&grid);
    }
    for (size_t i = 0; has_room && i < grid.ranks.count && !*too_many; i++) {
        tool_cell_t cell = {.ranks = piece(&grid.ranks, i)};
        size_t examples[TOOL_RANK_EXAMPLES] = {cell.ranks.first};
        const size_t shown =
            grid.needs_examples
                ? tool_rank_examples(cell.ranks, grid.gaps.firsts,
                                     grid.gaps.count, examples)
                : 1;

        for (size_t e = 0; e < shown; e++) {
            cell.key = (tunedx_key_t){
                .collective = collective,
                .size = (int)examples[e],
            };
            cell.shows_type = grid.types.count > 1;
            cell.shows_ranks =
                grid.needs_examples && cell.ranks.first != cell.ranks.last;
            visit_layouts(&grid, &cell);
        }
        *too_many = grid.cells > MOST_CELLS;
    }
    tunedx_arena_free(&grid.arena);
    return has_room && !*too_many;
}
