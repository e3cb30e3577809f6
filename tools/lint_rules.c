/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See lint_rules.h.
 */
#include "tools/lint_rules.h"

#include "decision/reproducible.h"
#include "tools/cell_text.h"
#include "tools/command.h"

#include <string.h>

/* What is known of a row once all cells were visited. */
typedef struct finding {
    bool matches;      /* some call */
    bool is_first;     /* the first to match some call */
    bool serves;       /* some call that it matches */
    bool decides;      /* is the first to serve some call */
    const char *needs; /* why it does not */
    const tunedx_rule_t
        *over; /* the row before it that has some of its calls */
} finding_t;

enum { MOST_GAPS = 64, LONG_MESSAGE = 1 << 28 };

typedef struct lint {
    const tunedx_rules_t *rules;
    finding_t *findings;         /* of every row */
    tool_cell_t gaps[MOST_GAPS]; /* calls without a row */
    size_t gap_count;            /* all; the first MOST_GAPS are kept */
} lint_t;

/* ---- cells ---- */

/* Whether the row's method may serve the call where reductions are to be
 * reproducible: other rows than usual may be the first that do. */
static bool reproduces(const tunedx_rule_t *rule, const tunedx_key_t *key)
{
    const tunedx_reproducible_t mode = TUNEDX_REPRODUCIBLE_RANKS;

    return tunedx_reproducible_commutes(mode, key->collective,
                                        key->commutative) == key->commutative &&
           (rule->method == NULL ||
            tunedx_reproducible_needs(mode, key->collective, key->size,
                                      rule->method) == NULL);
}

/* One call of a cell. */
static void note_rows(lint_t *lint, const tool_cell_t *cell,
                      const tunedx_key_t *key)
{
    const tunedx_rule_t *first = cell->rows[0];
    bool is_served = false, is_reproduced = false;

    for (size_t i = 0; i < cell->others_count; i++) {
        const tunedx_rule_t *rule = cell->others[i];
        finding_t *finding = &lint->findings[rule - lint->rules->rows];
        const tunedx_algorithm_t *refuses;

        if (!tunedx_rule_matches(rule, key)) {
            continue;
        }
        finding->matches = true;
        finding->is_first |= rule == first;
        if (rule != first && finding->over == NULL) {
            finding->over = first;
        }
        if (rule->method != NULL &&
            !tunedx_method_applies(rule->method, key, &refuses)) {
            finding->needs = refuses->needs;
            continue;
        }
        const bool is_fit = reproduces(rule, key);

        finding->serves = true;
        finding->decides |= !is_served || (is_fit && !is_reproduced);
        is_served = true;
        is_reproduced |= is_fit;
    }
}

static bool is_next(const tool_cell_t *a, const tool_cell_t *b)
{
    return a->bytes.last + 1 == b->bytes.first && a->key.size == b->key.size &&
           a->key.nodes == b->key.nodes && a->key.ppn == b->key.ppn &&
           a->key.unit_bytes == b->key.unit_bytes && a->other == b->other;
}

static void note_gap(lint_t *lint, const tool_cell_t *cell)
{
    if (cell->ranks.last <= 1) { /* one rank alone */
        return;
    }
    if (lint->gap_count > 0 && lint->gap_count <= MOST_GAPS) {
        tool_cell_t *last = &lint->gaps[lint->gap_count - 1];

        if (is_next(last, cell)) {
            last->bytes.last = cell->bytes.last;
            return;
        }
    }
    if (lint->gap_count < MOST_GAPS) {
        lint->gaps[lint->gap_count] = *cell;
    }
    lint->gap_count++;
}

/* Algorithms may need a number of bytes: the shortest message of the cell is
 * looked at, and a long one. */
static void look(void *context, const tool_cell_t *cell)
{
    lint_t *lint = context;
    tunedx_key_t key = cell->key;

    if (cell->rows[0] == NULL) {
        note_gap(lint, cell);
        return;
    }
    note_rows(lint, cell, &key);
    key.bytes = cell->bytes.last < LONG_MESSAGE    ? cell->bytes.last
                : cell->bytes.first < LONG_MESSAGE ? LONG_MESSAGE
                                                   : cell->bytes.first;
    key.units = key.unit_bytes > 0 ? key.bytes / key.unit_bytes : 1;
    note_rows(lint, cell, &key);
}

/* ---- lines ---- */

/* Whether examples of ranks show all that there is to the row. */
static bool is_shown(const tunedx_rule_t *rule)
{
    return rule->measure == TUNEDX_MEASURE_BYTES;
}

static void print_rows(const lint_t *lint, tunedx_collective_t collective,
                       bool with_notes, size_t *faults)
{
    const char *of = tunedx_collective_name(collective);

    for (size_t i = 0; i < lint->rules->count; i++) {
        const tunedx_rule_t *rule = &lint->rules->rows[i];
        const finding_t *finding = &lint->findings[i];

        if (rule->collective != collective ||
            (!is_shown(rule) && !finding->decides)) {
            continue;
        }
        if (!finding->matches) {
            printf("%s:%d: no call of %s is like this row; it is never used\n",
                   lint->rules->name, rule->line, of);
            ++*faults;
        } else if (!finding->serves) {
            printf("%s:%d: the method needs %s, which no call of this row has; "
                   "it is never used\n",
                   lint->rules->name, rule->line, finding->needs);
            ++*faults;
        } else if (!finding->decides) {
            printf("%s:%d: rows before it, from line %d on, serve all calls of "
                   "this row of %s; it is never used\n",
                   lint->rules->name, rule->line, finding->over->line, of);
            ++*faults;
        } else if (finding->over != NULL && with_notes && !rule->is_default) {
            printf("%s:%d: note: line %d comes first for %s calls of this row "
                   "of %s\n",
                   lint->rules->name, rule->line, finding->over->line,
                   finding->is_first ? "some" : "all", of);
        }
    }
}

static bool is_range(tunedx_range_t a, tunedx_range_t b)
{
    return a.first == b.first && a.last == b.last;
}

/* Whether the gap is told of already, with another number of ranks as the
 * example; then neither is needed. */
static bool is_told(lint_t *lint, size_t gap)
{
    const tool_cell_t *cell = &lint->gaps[gap];

    for (size_t i = 0; i < gap; i++) {
        tool_cell_t *before = &lint->gaps[i];

        if (is_range(before->ranks, cell->ranks) &&
            is_range(before->nodes, cell->nodes) &&
            is_range(before->ppn, cell->ppn) &&
            is_range(before->bytes, cell->bytes) &&
            before->other == cell->other &&
            before->key.unit_bytes == cell->key.unit_bytes) {
            before->shows_ranks = false;
            return true;
        }
    }
    return false;
}

/* Leaves one of gaps that are the same but for the example. */
static size_t join_gaps(lint_t *lint)
{
    const size_t count =
        lint->gap_count < MOST_GAPS ? lint->gap_count : MOST_GAPS;
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        lint->gaps[kept] = lint->gaps[i];
        kept += !is_told(lint, kept);
    }
    return kept;
}

static void print_gaps(lint_t *lint, tunedx_collective_t collective)
{
    const size_t shown = join_gaps(lint);
    char ranks[TOOL_CELL_TEXT], bytes[TOOL_CELL_TEXT], others[TOOL_CELL_TEXT];

    for (size_t i = 0; i < shown; i++) {
        const tool_cell_t *cell = &lint->gaps[i];

        tool_print_ranks(cell, ranks, sizeof ranks);
        tool_print_range(cell->bytes, bytes, sizeof bytes);
        tool_print_others(cell, others, sizeof others);
        printf("%s: note: no row for %s on %s ranks with %s bytes%s%s\n",
               lint->rules->name, tunedx_collective_name(collective), ranks,
               bytes, *others == '-' ? "" : ", ", *others == '-' ? "" : others);
    }
    if (lint->gap_count > MOST_GAPS) {
        printf("%s: note: %zu more ranges without a row\n", lint->rules->name,
               lint->gap_count - MOST_GAPS);
    }
}

static void print_bound(const tunedx_rules_t *rules,
                        tunedx_collective_t collective)
{
    if (!tool_grid_is_exact(rules, collective)) {
        printf("%s: note: sizes of %s depend on ranks (size=total): a few "
               "numbers of ranks were looked at, and of such rows none is said "
               "to be never used\n",
               rules->name, tunedx_collective_name(collective));
    }
}

/* Collectives of which there is no row at all. */
static void print_missing(const tunedx_rules_t *rules)
{
    bool has[TUNEDX_COLLECTIVES] = {false};
    const char *between = "";

    for (size_t i = 0; i < rules->count; i++) {
        has[rules->rows[i].collective] = true;
    }
    printf("%s: note: no row for ", rules->name);
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if (!has[i]) {
            printf("%s%s", between,
                   tunedx_collective_name((tunedx_collective_t)i));
            between = ", ";
        }
    }
    printf("%s\n", *between == '\0' ? "nothing that there is" : "");
}

static bool has_rows(const tunedx_rules_t *rules,
                     tunedx_collective_t collective)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (rules->rows[i].collective == collective) {
            return true;
        }
    }
    return false;
}

int tool_lint_rules(const char *name, const tunedx_rules_t *rules,
                    bool with_notes, size_t *faults)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    lint_t lint = {
        .rules = rules,
        .findings = tunedx_arena_take_array(&arena, rules->count + 1,
                                            sizeof(finding_t)),
    };
    bool is_done = lint.findings != NULL, too_many = false;

    for (int i = 0; is_done && i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;

        if (!has_rows(rules, collective)) {
            continue;
        }
        lint.gap_count = 0;
        is_done = tool_grid_visit(&rules, 1, collective, true, look, &lint,
                                  &too_many);
        if (is_done) {
            print_rows(&lint, collective, with_notes, faults);
        }
        if (is_done && with_notes) {
            print_gaps(&lint, collective);
            print_bound(rules, collective);
        }
    }
    tunedx_arena_free(&arena);
    if (!is_done) {
        return tool_fail(name, "%s: %s", rules->name,
                         too_many ? "too many ranges" : "not enough memory");
    }
    if (with_notes) {
        print_missing(rules);
    }
    return TOOL_SUCCESS;
}
