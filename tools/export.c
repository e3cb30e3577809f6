/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See export.h.
 *
 * The ends of the rows' ranges of ranks make the tables, and the ends of their
 * sizes the rows of each.  Where a row's sizes do not mean what coll/tuned
 * means by them, they depend on the ranks: then there are tables for powers of
 * two in between, each with the sizes of its first number of ranks.
 */
#include "tools/export.h"

#include "tools/cuts.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MOST_SAMPLED_RANKS = 1 << 20 };

/* A row of the source, with its sizes for some number of ranks. */
typedef struct sized {
    tunedx_range_t sizes;
    const tool_table_row_t *row;
} sized_t;

/* The rows that can be said, in order. */
typedef struct source {
    tunedx_arena_t *arena;
    const tunedx_rule_t **rules;
    tool_table_row_t *rows; /* the values of each */
    size_t count;
    bool asks_spread, depends;
    sized_t *sized; /* room for all */
    size_t *cuts;   /* room for the ends of all ranges */
} source_t;

static void tell(const tunedx_rules_t *rules, const tunedx_rule_t *rule,
                 const char *why, const char *then)
{
    fprintf(stderr, "%s:%d: %s: %s%s\n", rules->name, rule->line,
            tunedx_collective_name(rule->collective), why, then);
}

/* ---- the rows ---- */

static void add_source(source_t *source, const tunedx_rules_t *rules,
                       const tunedx_rule_t *rule, tunedx_rules_kind_t kind,
                       size_t *left_out)
{
    tool_table_row_t *row = &source->rows[source->count];
    const char *lost = NULL, *why = tool_export_refuses(rule, kind);
    tunedx_range_t sizes;

    if (why == NULL) {
        why = tool_export_method(rule->method, rule->collective, kind, row,
                                 &lost);
    }
    if (why != NULL) {
        tell(rules, rule, why, "; this row is left out");
        ++*left_out;
        return;
    }
    if (lost != NULL) {
        tell(rules, rule, lost, "");
        ++*left_out;
    }
    source->asks_spread |= tool_export_asks_spread(rule);
    (void)tool_export_sizes(rule, 1, &sizes, &source->depends);
    source->rules[source->count++] = rule;
}

static bool collect(source_t *source, const tunedx_rules_t *rules,
                    tunedx_collective_t collective, tunedx_rules_kind_t kind,
                    size_t *left_out)
{
    size_t ends = 64;

    for (size_t i = 0; i < rules->count; i++) {
        ends += 2 * (rules->rows[i].ranks.count + 1);
    }
    source->rules = tunedx_arena_take_array(source->arena, rules->count + 1,
                                            sizeof(tunedx_rule_t *));
    source->rows = tunedx_arena_take_array(source->arena, rules->count + 1,
                                           sizeof *source->rows);
    source->sized = tunedx_arena_take_array(source->arena, rules->count + 1,
                                            sizeof *source->sized);
    source->cuts = tunedx_arena_take_array(source->arena, ends, sizeof(size_t));
    if (source->rules == NULL || source->rows == NULL ||
        source->sized == NULL || source->cuts == NULL) {
        return false;
    }
    for (size_t i = 0; i < rules->count; i++) {
        if (rules->rows[i].collective == collective) {
            add_source(source, rules, &rules->rows[i], kind, left_out);
        }
    }
    return true;
}

/* ---- pieces ---- */

static bool is_same_row(const tool_table_row_t *a, const tool_table_row_t *b)
{
    return a->algorithm == b->algorithm && a->values.fan == b->values.fan &&
           a->values.segment == b->values.segment &&
           a->values.requests == b->values.requests;
}

static bool is_same_table(const tool_table_t *a, const tool_table_t *b)
{
    bool same = a->count == b->count && a->spread == b->spread;

    for (size_t i = 0; same && i < a->count; i++) {
        same = is_same_row(&a->rows[i], &b->rows[i]) &&
               a->rows[i].sizes.first == b->rows[i].sizes.first;
    }
    return same;
}

/* ---- tables ---- */

static tool_table_row_t find(const sized_t *sized, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        if (tunedx_range_holds(sized[i].sizes, size)) {
            return *sized[i].row;
        }
    }
    return (tool_table_row_t){.algorithm = 0};
}

/* The rows for such communicators; returns how many. */
static size_t pick(const source_t *source, size_t ranks, tool_spread_t spread,
                   sized_t *sized)
{
    bool depends = false;
    size_t count = 0;

    for (size_t i = 0; i < source->count; i++) {
        if (tool_export_is_for(source->rules[i], ranks, spread) &&
            tool_export_sizes(source->rules[i], ranks, &sized[count].sizes,
                              &depends)) {
            sized[count++].row = &source->rows[i];
        }
    }
    return count;
}

/* The rows for `ranks` ranks.  False when memory is short. */
static bool fill(const source_t *source, tool_table_t *table, size_t ranks)
{
    sized_t *sized = source->sized;
    const size_t picked = pick(source, ranks, table->spread, sized);
    size_t *cuts =
        tunedx_arena_take_array(source->arena, 2 * picked + 1, sizeof *cuts);
    size_t count = 0;

    if (cuts == NULL) {
        return false;
    }
    for (size_t i = 0; i < picked; i++) {
        count = tool_cuts_add(cuts, count, sized[i].sizes);
    }
    count = tool_cuts_sort(cuts, count, 0, SIZE_MAX);
    table->rows =
        tunedx_arena_take_array(source->arena, count, sizeof *table->rows);
    if (table->rows == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        tool_table_row_t row = find(sized, picked, cuts[i]);

        row.sizes = tool_cuts_piece(cuts, count, i);
        if (table->count > 0 &&
            is_same_row(&table->rows[table->count - 1], &row)) {
            table->rows[table->count - 1].sizes.last = row.sizes.last;
        } else {
            table->rows[table->count++] = row;
        }
    }
    return true;
}

/* Where tables begin, by ranks. */
static size_t cut_ranks(source_t *source)
{
    size_t count = 0;

    for (size_t i = 0; i < source->count; i++) {
        const tunedx_ranges_t ranks = source->rules[i]->ranks;

        for (size_t k = 0; k < ranks.count; k++) {
            count = tool_cuts_add(source->cuts, count, ranks.ranges[k]);
        }
    }
    for (size_t p = 2; source->depends && p <= MOST_SAMPLED_RANKS; p *= 2) {
        source->cuts[count++] = p;
    }
    return tool_cuts_sort(source->cuts, count, 1, INT_MAX);
}

/* Adds a table, or lengthens the one before if that says the same. */
static void add_table(tool_tables_t *tables, size_t apart,
                      const tool_table_t *table)
{
    tool_table_t *before =
        tables->count < apart ? NULL : &tables->tables[tables->count - apart];

    if (before != NULL && is_same_table(before, table) &&
        before->ranks.last + 1 == table->ranks.first && apart == 1) {
        before->ranks.last = table->ranks.last;
    } else {
        tables->tables[tables->count++] = *table;
    }
}

static bool make_tables(source_t *source, tool_tables_t *tables)
{
    static const tool_spread_t spreads[TOOL_SPREADS] = {
        TOOL_SPREAD_ONE_NODE, TOOL_SPREAD_ONE_PER_NODE, TOOL_SPREAD_ANY};
    const size_t count = cut_ranks(source);
    const size_t kinds = source->asks_spread ? TOOL_SPREADS : 1;

    tables->tables = tunedx_arena_take_array(source->arena, kinds * count,
                                             sizeof *tables->tables);
    if (tables->tables == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = TOOL_SPREADS - kinds; k < TOOL_SPREADS; k++) {
            tool_table_t table = {
                .ranks = tool_cuts_piece(source->cuts, count, i),
                .spread = spreads[k],
            };

            if (!fill(source, &table, source->cuts[i])) {
                return false;
            }
            add_table(tables, kinds, &table);
        }
    }
    return true;
}

static bool is_open(const tool_tables_t *tables)
{
    for (size_t i = 0; i < tables->count; i++) {
        if (tables->tables[i].count > 1 ||
            tables->tables[i].rows[0].algorithm != 0) {
            return false;
        }
    }
    return true;
}

bool tool_export(tunedx_arena_t *arena, const tunedx_rules_t *rules,
                 tunedx_collective_t collective, tunedx_rules_kind_t kind,
                 tool_tables_t *tables, size_t *left_out)
{
    source_t source = {.arena = arena};

    *tables = (tool_tables_t){.count = 0};
    if (!collect(&source, rules, collective, kind, left_out) ||
        !make_tables(&source, tables)) {
        return false;
    }
    if (is_open(tables)) {
        tables->count = 0;
    } else if (source.depends) {
        fprintf(stderr,
                "%s: %s: message sizes are exact for the numbers of ranks that "
                "are written, and near for those in between\n",
                rules->name, tunedx_collective_name(collective));
        ++*left_out;
    }
    return true;
}
