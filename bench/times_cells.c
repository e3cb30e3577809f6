/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cells that the arguments of the program times name.
 */
#include <stdio.h>
#include <string.h>

#include "bench/times.h"
#include "model/limit.h"

static const size_t shortest = 8;
static const size_t longest = (size_t)1 << 30; /* of transfers */

static bool refuse(char complaint[TIMES_COMPLAINT], const char *word,
                   const char *expected)
{
    snprintf(complaint, TIMES_COMPLAINT, "%.100s: expected %s", word, expected);
    return false;
}

/* ---- the list of cells ---- */

static bool is_same(const times_cell_t *a, const times_cell_t *b)
{
    return a->kind == b->kind && a->bytes == b->bytes && a->piece == b->piece &&
           (a->kind != TIMES_COLLECTIVE ||
            (a->collective == b->collective && a->reduction == b->reduction &&
             a->root == b->root));
}

/* Nothing happens if there is one like it. */
static bool add(times_job_t *job, times_cell_t cell,
                char complaint[TIMES_COMPLAINT])
{
    for (int i = 0; i < job->count; i++) {
        if (is_same(&job->cells[i], &cell)) {
            return true;
        }
    }
    if (job->count == TIMES_MOST_CELLS) {
        snprintf(complaint, TIMES_COMPLAINT, "more than %d cells",
                 TIMES_MOST_CELLS);
        return false;
    }
    job->cells[job->count++] = cell;
    return true;
}

static bool add_transfer(times_job_t *job, size_t bytes,
                         char complaint[TIMES_COMPLAINT])
{
    const times_cell_t cell = {
        .kind = TIMES_TRANSFER, .bytes = bytes, .piece = bytes};

    return bytes < shortest || bytes > longest || add(job, cell, complaint);
}

tunedx_collective_t times_limited(bench_collective_t collective)
{
    const char *name = bench_collective_name(collective);
    tunedx_collective_t found = TUNEDX_BARRIER;

    tunedx_collective_find(name, strlen(name), &found);
    return found;
}

/* With each root, and with the transfer that it is compared with: all that the
 * busiest host has to send or to receive.  A shorter one would not do: a link
 * that has been idle may pass the first packets at once. */
static bool add_collective(times_job_t *job, times_cell_t cell,
                           char complaint[TIMES_COMPLAINT])
{
    const bool has_root = bench_collective_is_rooted(cell.collective);
    const bool all = has_root && job->options.roots == TIMES_ROOTS_ALL;
    const size_t unit =
        bench_operation_unit(cell.collective, cell.reduction, job->size);
    const bool is_barrier = cell.collective == BENCH_BARRIER;

    if (!is_barrier) {
        cell.bytes -= cell.bytes % unit;
        cell.bytes = cell.bytes == 0 ? unit : cell.bytes;
    }
    cell.piece = cell.bytes;
    const double busiest = tunedx_busiest_bytes(
        times_limited(cell.collective), job->size, job->hosts, cell.bytes);

    if (!add_transfer(job, (size_t)busiest, complaint)) {
        return false;
    }
    for (int root = 0; root < (all ? job->size : 1); root++) {
        cell.root = has_root && job->options.roots == TIMES_ROOTS_ROTATING
                        ? TIMES_ROTATING
                        : root;
        if (!add(job, cell, complaint)) {
            return false;
        }
    }
    return true;
}

/* ---- words ---- */

static bool take_kind(const char *word, size_t length, times_cell_t *cell)
{
    static const char *const kinds[] = {"transfer", "exchange"};

    for (int kind = TIMES_TRANSFER; kind <= TIMES_EXCHANGE; kind++) {
        if (strlen(kinds[kind]) == length &&
            strncmp(kinds[kind], word, length) == 0) {
            cell->kind = (times_kind_t)kind;
            return true;
        }
    }
    cell->kind = TIMES_COLLECTIVE;
    return bench_collective_find(word, length, &cell->collective);
}

static bool take_reduction(const char *word, times_cell_t *cell)
{
    for (int i = 0; i < BENCH_REDUCTIONS; i++) {
        if (strcmp(word, bench_reduction_word((bench_reduction_t)i)) == 0) {
            cell->reduction = (bench_reduction_t)i;
            return true;
        }
    }
    return false;
}

/* BYTES or BYTES/PIECE; *end is what follows. */
static bool take_size(const char *text, times_cell_t *cell, const char **end)
{
    if (!times_take_bytes(text, &cell->bytes, end)) {
        return false;
    }
    cell->piece = cell->bytes;
    if (**end == '/' && cell->kind == TIMES_EXCHANGE) {
        return times_take_bytes(*end + 1, &cell->piece, end) && cell->piece > 0;
    }
    return cell->bytes > 0;
}

static bool add_one(times_job_t *job, const times_cell_t *cell,
                    char complaint[TIMES_COMPLAINT])
{
    return cell->kind == TIMES_COLLECTIVE
               ? add_collective(job, *cell, complaint)
           : cell->kind == TIMES_EXCHANGE
               ? add_transfer(job, cell->bytes, complaint) &&
                     add(job, *cell, complaint)
               : add_transfer(job, cell->bytes, complaint);
}

/* BYTES[,BYTES]...: a cell for each; *end is what follows. */
static bool parse_sizes(times_job_t *job, const char *word, times_cell_t cell,
                        const char **end, char complaint[TIMES_COMPLAINT])
{
    const char *text = *end;

    do {
        if (!take_size(text, &cell, end) ||
            strchr(",:", **end) == NULL) { /* or at the end */
            return refuse(complaint, word,
                          "bytes up to 256M after the colon, as 8,64k");
        }
        if (!add_one(job, &cell, complaint)) {
            return false;
        }
        text = *end + 1;
    } while (**end == ',');
    return true;
}

static bool parse_cell(times_job_t *job, const char *word,
                       char complaint[TIMES_COMPLAINT])
{
    const size_t length = strcspn(word, ":");
    const char *operation = strrchr(word, ':'), *end = word + length + 1;
    times_cell_t cell = {.kind = TIMES_COLLECTIVE};

    if (!take_kind(word, length, &cell)) {
        return refuse(complaint, word,
                      "a collective, transfer or exchange, as bcast:8,64k");
    }
    if (cell.kind == TIMES_COLLECTIVE && cell.collective == BENCH_BARRIER) {
        return word[length] == '\0' ? add_collective(job, cell, complaint)
                                    : refuse(complaint, word, "barrier alone");
    }
    if (word[length] != ':') {
        return refuse(complaint, word, "bytes behind it, as bcast:8,64k");
    }
    if (operation != word + length &&
        (cell.kind != TIMES_COLLECTIVE ||
         !bench_collective_is_reduction(cell.collective) ||
         !take_reduction(operation + 1, &cell))) {
        return refuse(complaint, word,
                      "after the bytes of a reduction sum, maxloc, user or "
                      "user_ordered, of others nothing");
    }
    if (!parse_sizes(job, word, cell, &end, complaint)) {
        return false;
    }
    return *end == '\0' || end == operation ||
           refuse(complaint, word, "one operation");
}

bool times_cells_parse(times_job_t *job, char complaint[TIMES_COMPLAINT])
{
    job->count = 0;
    if (!add_transfer(job, shortest, complaint)) {
        return false;
    }
    for (int i = 0; i < job->options.cells_count; i++) {
        if (!parse_cell(job, job->options.cells[i], complaint)) {
            return false;
        }
    }
    return true;
}
