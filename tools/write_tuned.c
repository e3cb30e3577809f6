/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See write_rules.h: coll/tuned's two formats.
 */
#include "tools/write_rules.h"

#include "tools/export.h"

#include <string.h>

/* The tables of all collectives. */
static bool export_all(tunedx_arena_t *arena, const tunedx_rules_t *rules,
                       tunedx_rules_kind_t kind, tool_tables_t *all, int *count)
{
    size_t left_out = 0;

    *count = 0;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if (!tool_export(arena, rules, (tunedx_collective_t)i, kind, &all[i],
                         &left_out)) {
            return false;
        }
        *count += all[i].count > 0;
    }
    return true;
}

/* ---- classic ---- */

static void write_table(FILE *out, const tool_table_t *table)
{
    fprintf(out, "%zu %zu # ranks, message sizes\n", table->ranks.first,
            table->count);
    for (size_t i = 0; i < table->count; i++) {
        const tool_table_row_t *row = &table->rows[i];

        fprintf(out, "%zu %d %zu %zu\n", row->sizes.first, row->algorithm,
                row->values.fan, row->values.segment);
    }
}

bool tool_write_tuned(FILE *out, tunedx_arena_t *arena,
                      const tunedx_rules_t *rules)
{
    tool_tables_t all[TUNEDX_COLLECTIVES];
    int count;

    if (!export_all(arena, rules, TUNEDX_RULES_TUNED, all, &count)) {
        return false;
    }
    fprintf(out,
            "# Rows: message size, algorithm, fan in or out, segment size.\n"
            "%d # collectives\n",
            count);
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;

        if (all[i].count == 0) {
            continue;
        }
        fprintf(out, "\n%d # %s\n%zu # numbers of ranks\n",
                tunedx_tuned_number(collective),
                tunedx_collective_name(collective), all[i].count);
        for (size_t k = 0; k < all[i].count; k++) {
            write_table(out, &all[i].tables[k]);
        }
    }
    return true;
}

/* ---- JSON ---- */

static void write_number(FILE *out, const char *key, size_t number)
{
    if (number == SIZE_MAX) {
        fprintf(out, "\"%s\": \"inf\"", key);
    } else {
        fprintf(out, "\"%s\": %zu", key, number);
    }
}

static void write_json_row(FILE *out, tunedx_collective_t collective,
                           const tool_table_row_t *row)
{
    const tunedx_tuned_algorithm_t *algorithm =
        tunedx_tuned_find(collective, (size_t)row->algorithm);

    fputs("          { ", out);
    write_number(out, "msg_size_min", row->sizes.first);
    fputs(", ", out);
    write_number(out, "msg_size_max", row->sizes.last);
    fprintf(out, ", \"alg\": \"%s\"",
            algorithm == NULL ? "ignore" : algorithm->name);
    if (row->values.fan > 0) {
        fprintf(out, ", \"faninout\": %zu", row->values.fan);
    }
    if (row->values.segment > 0) {
        fprintf(out, ", \"seg_size\": %zu", row->values.segment);
    }
    if (row->values.requests > 0) {
        fprintf(out, ", \"reqs\": %zu", row->values.requests);
    }
    fputs(" }", out);
}

static void write_json_table(FILE *out, tunedx_collective_t collective,
                             const tool_table_t *table)
{
    static const char *const spreads[] = {
        [TOOL_SPREAD_ANY] = "any",
        [TOOL_SPREAD_ONE_NODE] = "single-node",
        [TOOL_SPREAD_ONE_PER_NODE] = "one-per-node",
    };

    fputs("      {\n        ", out);
    write_number(out, "comm_size_min",
                 table->ranks.first == 1 ? 0 : table->ranks.first);
    fputs(", ", out);
    write_number(out, "comm_size_max", table->ranks.last);
    fprintf(out, ",\n        \"comm_rank_distribution\": \"%s\",\n",
            spreads[table->spread]);
    fputs("        \"rules\": [\n", out);
    for (size_t i = 0; i < table->count; i++) {
        write_json_row(out, collective, &table->rows[i]);
        fputs(i + 1 < table->count ? ",\n" : "\n", out);
    }
    fputs("        ]\n      }", out);
}

bool tool_write_json(FILE *out, tunedx_arena_t *arena,
                     const tunedx_rules_t *rules)
{
    tool_tables_t all[TUNEDX_COLLECTIVES];
    int count;

    if (!export_all(arena, rules, TUNEDX_RULES_TUNED_JSON, all, &count)) {
        return false;
    }
    fputs("{\n  \"rule_file_version\": 3,\n  \"module\": \"tuned\",\n"
          "  \"collectives\": {\n",
          out);
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;

        if (all[i].count == 0) {
            continue;
        }
        fprintf(out, "    \"%s\": [\n", tunedx_collective_name(collective));
        for (size_t k = 0; k < all[i].count; k++) {
            write_json_table(out, collective, &all[i].tables[k]);
            fputs(k + 1 < all[i].count ? ",\n" : "\n", out);
        }
        fputs(--count > 0 ? "    ],\n" : "    ]\n", out);
    }
    fputs("  }\n}\n", out);
    return true;
}
