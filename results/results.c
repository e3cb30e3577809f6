/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See results.h.
 */
#include "results/results.h"

#include "maps/measurements.h"

#include <stdlib.h>
#include <string.h>

enum { DOUBLINGS = 2 /* of which a limit set by links is as long */ };

/* ---- adding ---- */

static const char *copy(tunedx_results_t *results, const char *text)
{
    return tunedx_arena_copy_text(&results->arena, text, strlen(text));
}

static bool is_same_system(const tunedx_system_t *a, const tunedx_system_t *b)
{
    return strcmp(a->machine, b->machine) == 0 &&
           strcmp(a->network, b->network) == 0 &&
           strcmp(a->order, b->order) == 0 && strcmp(a->start, b->start) == 0;
}

/* The index of the system, which is added if it is new. */
static bool find_system(tunedx_results_t *results,
                        const tunedx_system_t *system, size_t *index)
{
    for (size_t i = 0; i < results->systems_count; i++) {
        if (is_same_system(&results->systems[i], system)) {
            *index = i;
            return true;
        }
    }
    tunedx_system_t *systems = tunedx_arena_grow(
        &results->arena, results->systems, results->systems_count,
        &results->systems_room, sizeof *systems);
    const tunedx_system_t mine = {
        .machine = copy(results, system->machine),
        .network = copy(results, system->network),
        .order = copy(results, system->order),
        .start = copy(results, system->start),
    };

    if (systems == NULL || mine.machine == NULL || mine.network == NULL ||
        mine.order == NULL || mine.start == NULL) {
        return false;
    }
    results->systems = systems;
    *index = results->systems_count++;
    systems[*index] = mine;
    return true;
}

bool tunedx_results_add_launch(tunedx_results_t *results,
                               const tunedx_launch_t *launch,
                               const tunedx_system_t *system)
{
    tunedx_launch_t *launches = tunedx_arena_grow(
        &results->arena, results->launches, results->launches_count,
        &results->launches_room, sizeof *launches);
    tunedx_launch_t mine = *launch;

    mine.time = copy(results, launch->time);
    mine.library = copy(results, launch->library);
    mine.version = copy(results, launch->version);
    mine.path = copy(results, launch->path);
    if (launches == NULL || mine.time == NULL || mine.library == NULL ||
        mine.version == NULL || mine.path == NULL ||
        !find_system(results, system, &mine.system)) {
        return false;
    }
    mine.transfers = NULL;
    mine.transfers_count = mine.transfers_room = 0;
    results->launches = launches;
    launches[results->launches_count++] = mine;
    return true;
}

bool tunedx_results_have_launch(const tunedx_results_t *results,
                                const tunedx_launch_t *launch)
{
    for (size_t i = 0; i < results->launches_count; i++) {
        const tunedx_launch_t *other = &results->launches[i];

        if (strcmp(other->time, launch->time) == 0 &&
            strcmp(other->library, launch->library) == 0 &&
            other->ranks == launch->ranks && other->nodes == launch->nodes &&
            other->seed == launch->seed) {
            return true;
        }
    }
    return false;
}

bool tunedx_results_add_transfer(tunedx_results_t *results,
                                 tunedx_transfer_t transfer)
{
    tunedx_launch_t *launch = &results->launches[results->launches_count - 1];
    size_t at = 0;

    while (at < launch->transfers_count &&
           launch->transfers[at].bytes < transfer.bytes) {
        at++;
    }
    if (at < launch->transfers_count &&
        launch->transfers[at].bytes == transfer.bytes) {
        launch->transfers[at] = transfer;
        return true;
    }
    tunedx_transfer_t *transfers = tunedx_arena_grow(
        &results->arena, launch->transfers, launch->transfers_count,
        &launch->transfers_room, sizeof *transfers);
    if (transfers == NULL) {
        return false;
    }
    memmove(transfers + at + 1, transfers + at,
            (launch->transfers_count - at) * sizeof *transfers);
    transfers[at] = transfer;
    launch->transfers = transfers;
    launch->transfers_count++;
    return true;
}

/* The index of the side, which is added if it is new. */
static bool add_side(tunedx_results_t *results, const char *side, size_t *index)
{
    *index = tunedx_results_side(results, side);
    if (*index != TUNEDX_NOT_THERE) {
        return true;
    }
    const char **sides =
        tunedx_arena_grow(&results->arena, results->sides, results->sides_count,
                          &results->sides_room, sizeof *sides);
    const char *mine = copy(results, side);
    if (sides == NULL || mine == NULL) {
        return false;
    }
    results->sides = sides;
    *index = results->sides_count++;
    sides[*index] = mine;
    return true;
}

bool tunedx_results_add_run(tunedx_results_t *results,
                            const tunedx_cell_t *cell, const char *side,
                            const tunedx_run_t *run)
{
    tunedx_arena_t *arena = &results->arena;
    tunedx_run_t *runs =
        tunedx_arena_grow(arena, results->runs, results->runs_count,
                          &results->runs_room, sizeof *runs);
    tunedx_cell_t *call = tunedx_arena_take(arena, sizeof *call);
    const char *operation = copy(results, cell->operation);
    double *usec = tunedx_arena_take_array(arena, run->count, sizeof *usec);
    tunedx_run_t mine = *run;

    mine.method = copy(results, run->method);
    if (runs == NULL || call == NULL || operation == NULL || usec == NULL ||
        mine.method == NULL || !add_side(results, side, &mine.side)) {
        return false;
    }
    *call = *cell;
    call->operation = operation;
    mine.launch = results->launches_count - 1;
    call->system = results->launches[mine.launch].system;
    memcpy(usec, run->usec, run->count * sizeof *usec);
    mine.call = call;
    mine.usec = usec;
    mine.median = tunedx_median(usec, run->count);
    results->runs = runs;
    runs[results->runs_count++] = mine;
    return true;
}

/* ---- order ---- */

static int by_size(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* By all but bytes and places. */
static int compare_kinds(const tunedx_cell_t *a, const tunedx_cell_t *b)
{
    const int operation = strcmp(a->operation, b->operation);

    return a->system != b->system ? by_size(a->system, b->system)
           : a->collective != b->collective
               ? by_size(a->collective, b->collective)
           : operation != 0 ? operation
                            : by_size(a->root, b->root);
}

/* By all but bytes. */
static int compare_rows(const tunedx_cell_t *a, const tunedx_cell_t *b)
{
    const int kind = compare_kinds(a, b);

    return kind != 0              ? kind
           : a->ranks != b->ranks ? a->ranks - b->ranks
           : a->nodes != b->nodes ? a->nodes - b->nodes
                                  : a->ppn - b->ppn;
}

int tunedx_cell_compare(const tunedx_cell_t *a, const tunedx_cell_t *b)
{
    const int row = compare_rows(a, b);

    return row != 0 ? row : by_size(a->bytes, b->bytes);
}

static int compare_cells(const void *left, const void *right)
{
    return tunedx_cell_compare(left, right);
}

bool tunedx_cell_is_beside(const tunedx_cell_t *a, const tunedx_cell_t *b)
{
    return compare_rows(a, b) == 0;
}

bool tunedx_cell_is_like(const tunedx_cell_t *a, const tunedx_cell_t *b)
{
    return compare_kinds(a, b) == 0;
}

/* Launches by their time, then as they were read. */
static int compare_launches(const void *left, const void *right)
{
    const tunedx_launch_t *a = *(const tunedx_launch_t *const *)left;
    const tunedx_launch_t *b = *(const tunedx_launch_t *const *)right;
    const int time = strcmp(a->time, b->time);

    return time != 0 ? time : (a > b) - (a < b);
}

static int compare_runs(const void *left, const void *right)
{
    const tunedx_run_t *a = left, *b = right;
    const int cell = tunedx_cell_compare(a->call, b->call);

    return cell != 0            ? cell
           : a->side != b->side ? by_size(a->side, b->side)
                                : by_size(a->launch, b->launch);
}

/* Launches in the order of time; runs keep theirs. */
static bool sort_launches(tunedx_results_t *results)
{
    const size_t count = results->launches_count;
    tunedx_launch_t *launches =
        tunedx_arena_take_array(&results->arena, count, sizeof *launches);
    const tunedx_launch_t **order =
        tunedx_arena_take_array(&results->arena, count, sizeof(void *));
    size_t *places =
        tunedx_arena_take_array(&results->arena, count, sizeof *places);

    if (launches == NULL || order == NULL || places == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        order[i] = &results->launches[i];
    }
    qsort(order, count, sizeof(void *), compare_launches);
    for (size_t i = 0; i < count; i++) {
        launches[i] = *order[i];
        places[order[i] - results->launches] = i;
    }
    for (size_t i = 0; i < results->runs_count; i++) {
        results->runs[i].launch = places[results->runs[i].launch];
    }
    results->launches = launches;
    results->launches_room = count;
    return true;
}

/* ---- runs of one launch ---- */

static bool merge(tunedx_results_t *results, tunedx_run_t *into,
                  const tunedx_run_t *run)
{
    const size_t count = into->count + run->count;
    double *usec =
        tunedx_arena_take_array(&results->arena, count, sizeof *usec);

    if (usec == NULL) {
        return false;
    }
    memcpy(usec, into->usec, into->count * sizeof *usec);
    memcpy(usec + into->count, run->usec, run->count * sizeof *usec);
    into->usec = usec;
    into->count = count;
    into->median = tunedx_median(usec, count);
    into->slowest = into->slowest > run->slowest ? into->slowest : run->slowest;
    into->is_wrong = into->is_wrong || run->is_wrong;
    return true;
}

bool tunedx_results_sort(tunedx_results_t *results)
{
    size_t kept = 0;

    results->cells = tunedx_arena_take_array(
        &results->arena, results->runs_count, sizeof *results->cells);
    if (results->cells == NULL || !sort_launches(results)) {
        return false;
    }
    if (results->runs_count > 0) {
        qsort(results->runs, results->runs_count, sizeof *results->runs,
              compare_runs);
    }
    for (size_t i = 0; i < results->runs_count; i++) {
        tunedx_run_t *run = &results->runs[i];

        if (kept > 0 && compare_runs(&results->runs[kept - 1], run) == 0) {
            if (!merge(results, &results->runs[kept - 1], run)) {
                return false;
            }
            continue;
        }
        if (kept == 0 ||
            tunedx_cell_compare(results->runs[kept - 1].call, run->call) != 0) {
            results->cells[results->cells_count++] = *run->call;
        }
        results->runs[kept] = *run;
        results->runs[kept++].cell = results->cells_count - 1;
    }
    results->runs_count = kept;
    return true;
}

/* ---- finding ---- */

size_t tunedx_results_side(const tunedx_results_t *results, const char *side)
{
    for (size_t i = 0; i < results->sides_count; i++) {
        if (strcmp(results->sides[i], side) == 0) {
            return i;
        }
    }
    return TUNEDX_NOT_THERE;
}

size_t tunedx_results_find(const tunedx_results_t *results,
                           const tunedx_cell_t *cell)
{
    const tunedx_cell_t *found =
        results->cells_count == 0
            ? NULL
            : bsearch(cell, results->cells, results->cells_count,
                      sizeof *results->cells, compare_cells);

    return found == NULL ? TUNEDX_NOT_THERE : (size_t)(found - results->cells);
}

bool tunedx_side_is_installed(const char *side)
{
    static const char *const words[] = {"default", "han", "adapt", "sm",
                                        "basic"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(side, words[i]) == 0) {
            return true;
        }
    }
    return strncmp(side, "tuned:", strlen("tuned:")) == 0;
}

/* ---- limits ---- */

double tunedx_launch_limit(const tunedx_launch_t *launch,
                           const tunedx_cell_t *cell)
{
    return tunedx_limit(cell->collective, cell->ranks, cell->nodes, cell->bytes,
                        launch->transfers, (int)launch->transfers_count);
}

bool tunedx_launch_is_bandwidth_bound(const tunedx_launch_t *launch,
                                      const tunedx_cell_t *cell)
{
    const double limit = tunedx_launch_limit(launch, cell);

    return limit > 0 &&
           limit >=
               DOUBLINGS * tunedx_doubling_time(cell->nodes, launch->transfers);
}

void tunedx_results_free(tunedx_results_t *results)
{
    tunedx_arena_free(&results->arena);
    *results = (tunedx_results_t){.runs_count = 0};
}
