/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See guidelines.h.
 */
#include "results/guidelines.h"

#include "decision/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TERMS = 2 };

static const double of_others = 0.05, of_sizes = 0.10, of_ranks = 0.03;

/* How many bytes, by the definition of the collective itself, a collective on
 * the right has for those of the one on the left. */
typedef enum conversion { SAME, A_BLOCK, ALL_BLOCKS } conversion_t;

typedef struct term {
    tunedx_collective_t collective;
    conversion_t conversion;
} term_t;

typedef struct rule {
    tunedx_collective_t left;
    int count;
    term_t terms[MOST_TERMS];
} rule_t;

/* A scan is an exscan and one more reduction, which a reduce has as well; an
 * exscan is a scan and a message, which a bcast has as well. */
static const rule_t rules[] = {
    {TUNEDX_REDUCE, 1, {{TUNEDX_ALLREDUCE, SAME}}},
    {TUNEDX_BCAST, 2, {{TUNEDX_SCATTER, A_BLOCK}, {TUNEDX_ALLGATHER, A_BLOCK}}},
    {TUNEDX_ALLREDUCE, 2, {{TUNEDX_REDUCE, SAME}, {TUNEDX_BCAST, SAME}}},
    {TUNEDX_ALLREDUCE,
     2,
     {{TUNEDX_REDUCE_SCATTER, SAME}, {TUNEDX_ALLGATHER, A_BLOCK}}},
    {TUNEDX_ALLREDUCE,
     2,
     {{TUNEDX_REDUCE_SCATTER_BLOCK, SAME}, {TUNEDX_ALLGATHER, A_BLOCK}}},
    {TUNEDX_ALLGATHER, 2, {{TUNEDX_GATHER, SAME}, {TUNEDX_BCAST, ALL_BLOCKS}}},
    {TUNEDX_ALLGATHER, 1, {{TUNEDX_ALLTOALL, SAME}}},
    {TUNEDX_ALLGATHER, 1, {{TUNEDX_ALLGATHERV, SAME}}},
    {TUNEDX_GATHER, 1, {{TUNEDX_ALLGATHER, SAME}}},
    {TUNEDX_SCATTER, 1, {{TUNEDX_BCAST, ALL_BLOCKS}}},
    {TUNEDX_REDUCE_SCATTER, 1, {{TUNEDX_ALLREDUCE, SAME}}},
    {TUNEDX_REDUCE_SCATTER_BLOCK, 1, {{TUNEDX_ALLREDUCE, SAME}}},
    {TUNEDX_REDUCE_SCATTER_BLOCK, 1, {{TUNEDX_REDUCE_SCATTER, SAME}}},
    {TUNEDX_REDUCE_SCATTER_BLOCK,
     2,
     {{TUNEDX_REDUCE, SAME}, {TUNEDX_SCATTER, A_BLOCK}}},
    {TUNEDX_SCAN, 2, {{TUNEDX_EXSCAN, SAME}, {TUNEDX_REDUCE, SAME}}},
    {TUNEDX_EXSCAN, 2, {{TUNEDX_SCAN, SAME}, {TUNEDX_BCAST, SAME}}},
};

enum { RULES = sizeof rules / sizeof rules[0] };

typedef struct check {
    const tunedx_comparison_t *comparison;
    size_t side;
    tunedx_guidelines_t *guidelines;
} check_t;

/* ---- times ---- */

/* The first of the cells that differ from this one in their bytes alone, and
 * the end of them. */
static void find_row(const tunedx_results_t *results, const tunedx_cell_t *cell,
                     size_t *first, size_t *end)
{
    size_t low = 0, high = results->cells_count;
    tunedx_cell_t least = *cell;

    least.bytes = 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (tunedx_cell_compare(&results->cells[middle], &least) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *first = *end = low;
    while (*end < results->cells_count &&
           tunedx_cell_is_beside(&results->cells[*end], cell)) {
        ++*end;
    }
}

/* The side's time of such a call with so many bytes, if these or some above and
 * below were measured; 0 if not. */
static double time_at(const check_t *check, const tunedx_cell_t *cell,
                      double bytes, bool *is_interpolated)
{
    const tunedx_results_t *results = check->comparison->results;
    double below = 0, below_bytes = 0;
    size_t first, end;

    find_row(results, cell, &first, &end);
    for (size_t i = first; i < end; i++) {
        const tunedx_compared_t *item =
            tunedx_comparison_find(check->comparison, i, check->side);
        const double here = (double)results->cells[i].bytes;

        if (item == NULL) {
            continue;
        }
        if (here == bytes) {
            return item->time;
        }
        if (here > bytes) {
            *is_interpolated = true;
            return below == 0
                       ? 0
                       : below + (item->time - below) * (bytes - below_bytes) /
                                     (here - below_bytes);
        }
        below = item->time;
        below_bytes = here;
    }
    return 0;
}

/* ---- what is broken ---- */

static bool add(check_t *check, const tunedx_violation_t *violation)
{
    tunedx_guidelines_t *guidelines = check->guidelines;

    guidelines->checked++;
    if (violation->item->time <=
        violation->bound * (1 + violation->tolerance)) {
        return true;
    }
    if (guidelines->count == guidelines->room) {
        const size_t room = 2 * guidelines->room + 16;
        tunedx_violation_t *larger =
            realloc(guidelines->violations, room * sizeof *larger);

        if (larger == NULL) {
            return false;
        }
        guidelines->violations = larger;
        guidelines->room = room;
    }
    guidelines->violations[guidelines->count++] = *violation;
    return true;
}

/* ---- collectives in place of others ---- */

static double convert(const tunedx_cell_t *cell, conversion_t conversion)
{
    const double bytes = (double)cell->bytes;

    return conversion == A_BLOCK      ? bytes / cell->ranks
           : conversion == ALL_BLOCKS ? bytes * cell->ranks
                                      : bytes;
}

/* The call on the right: with the same root if both have one, and the same
 * operation if both reduce. */
static tunedx_cell_t call_of(const tunedx_cell_t *cell,
                             tunedx_collective_t collective)
{
    tunedx_cell_t call = *cell;

    call.collective = collective;
    if (!tunedx_collective_is_reduction(collective)) {
        call.operation = "";
    }
    if (!tunedx_collective_is_rooted(collective)) {
        call.root = TUNEDX_ROOT_NONE;
    } else if (call.root == TUNEDX_ROOT_NONE) {
        call.root = TUNEDX_ROOT_FIRST;
    }
    return call;
}

static void write_call(tunedx_writer_t *writer, tunedx_collective_t collective,
                       double bytes)
{
    tunedx_write(writer, "%s ", tunedx_collective_name(collective));
    tunedx_write_number(writer, (size_t)(bytes + 0.5));
}

static bool check_rule(check_t *check, const tunedx_compared_t *item,
                       const rule_t *rule)
{
    const tunedx_cell_t *cell = &check->comparison->results->cells[item->cell];
    tunedx_violation_t violation = {.item = item, .tolerance = of_others};
    tunedx_writer_t writer =
        tunedx_writer(violation.text, sizeof violation.text);

    write_call(&writer, rule->left, (double)cell->bytes);
    for (int i = 0; i < rule->count; i++) {
        const term_t *term = &rule->terms[i];
        const tunedx_cell_t call = call_of(cell, term->collective);
        const double bytes = convert(cell, term->conversion);
        const double time =
            time_at(check, &call, bytes, &violation.is_interpolated);

        if (time == 0) {
            return true; /* nothing to compare with */
        }
        violation.bound += time;
        tunedx_write(&writer, i == 0 ? " <= " : " + ");
        write_call(&writer, term->collective, bytes);
    }
    return add(check, &violation);
}

/* ---- less against more ---- */

/* The shortest time of any larger size. */
static bool check_sizes(check_t *check, const tunedx_compared_t *item)
{
    const tunedx_results_t *results = check->comparison->results;
    const tunedx_cell_t *cell = &results->cells[item->cell];
    const tunedx_compared_t *least = NULL;
    tunedx_violation_t violation = {.item = item, .tolerance = of_sizes};
    tunedx_writer_t writer =
        tunedx_writer(violation.text, sizeof violation.text);

    for (size_t i = item->cell + 1;
         i < results->cells_count &&
         tunedx_cell_is_beside(&results->cells[i], cell);
         i++) {
        const tunedx_compared_t *other =
            tunedx_comparison_find(check->comparison, i, check->side);

        if (other != NULL && (least == NULL || other->time < least->time)) {
            least = other;
        }
    }
    if (least == NULL) {
        return true;
    }
    violation.bound = least->time;
    write_call(&writer, cell->collective, (double)cell->bytes);
    tunedx_write(&writer, " <= ");
    write_call(&writer, cell->collective,
               (double)results->cells[least->cell].bytes);
    return add(check, &violation);
}

/* One rank more, on a host of its own or on the same one. */
static bool check_ranks(check_t *check, const tunedx_compared_t *item)
{
    const tunedx_results_t *results = check->comparison->results;
    tunedx_cell_t more = results->cells[item->cell];
    tunedx_violation_t violation = {.item = item, .tolerance = of_ranks};
    tunedx_writer_t writer =
        tunedx_writer(violation.text, sizeof violation.text);

    if (more.nodes == more.ranks && more.ranks > 1) {
        more.nodes++;
    } else if (more.nodes == 1) {
        more.ppn++;
    } else {
        return true;
    }
    more.ranks++;
    const size_t cell = tunedx_results_find(results, &more);
    const tunedx_compared_t *other =
        cell == TUNEDX_NOT_THERE
            ? NULL
            : tunedx_comparison_find(check->comparison, cell, check->side);

    if (other == NULL) {
        return true;
    }
    violation.bound = other->time;
    write_call(&writer, more.collective, (double)more.bytes);
    tunedx_write(&writer, ": %d ranks <= %d ranks", more.ranks - 1, more.ranks);
    return add(check, &violation);
}

/* ---- all of them ---- */

static bool check_item(check_t *check, const tunedx_compared_t *item)
{
    const tunedx_cell_t *cell = &check->comparison->results->cells[item->cell];
    bool enough = check_sizes(check, item) && check_ranks(check, item);

    for (int i = 0; i < RULES && enough; i++) {
        if (rules[i].left == cell->collective) {
            enough = check_rule(check, item, &rules[i]);
        }
    }
    return enough;
}

bool tunedx_guidelines_check(const tunedx_comparison_t *comparison, size_t side,
                             tunedx_guidelines_t *guidelines)
{
    check_t check = {
        .comparison = comparison,
        .side = side,
        .guidelines = guidelines,
    };
    bool enough = true;

    *guidelines = (tunedx_guidelines_t){.count = 0};
    for (size_t i = 0; i < comparison->count && enough; i++) {
        const tunedx_compared_t *item = &comparison->items[i];

        if (item->side == side && !item->is_wrong) {
            enough = check_item(&check, item);
        }
    }
    return enough;
}

void tunedx_guidelines_free(tunedx_guidelines_t *guidelines)
{
    free(guidelines->violations);
    *guidelines = (tunedx_guidelines_t){.count = 0};
}
