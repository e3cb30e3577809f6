/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parser of coll/tuned's classic files: a row.
 */
#include "decision/tuned_reader.h"

#include <limits.h>

#define AND_IGNORED "; this row is ignored"
#define AND_LEFT "; what it is for is left to the next source of decisions"

void tunedx_tuned_check_order(tunedx_tuned_reader_t *tuned, const char *what,
                              int line, size_t at, size_t size, size_t largest)
{
    if (size == largest) {
        tunedx_tuned_report(
            tuned, line, at,
            "%s %zu stands twice; expected ascending sizes; as "
            "in Open MPI 4.1, this one holds and the one before "
            "is never used",
            what, size);
    } else if (size < largest) {
        tunedx_tuned_report(tuned, line, at,
                            "%s %zu comes after %zu; expected ascending sizes; "
                            "as in Open MPI 4.1, it holds from %zu on, and one "
                            "before it is never used",
                            what, size, largest, largest);
    }
}

/* What is wrong with values that are numbers is told; false when the row's
 * calls are left to the next source. */
static bool check_values(tunedx_tuned_reader_t *tuned,
                         const tunedx_tuned_algorithm_t *algorithm,
                         tunedx_word_t word,
                         const tunedx_tuned_values_t *values)
{
    const int line = tuned->reader.line;

    if (algorithm->ours == NULL) {
        tunedx_tuned_report(tuned, line, word.at,
                            "%s has no algorithm like coll/tuned's %d, %s; "
                            "expected one that it has" AND_LEFT,
                            "tunedx", algorithm->number, algorithm->name);
        return false;
    }
    if (algorithm->fan == TUNEDX_TUNED_CHAINS &&
        values->fan > TUNEDX_TUNED_MOST_CHAINS) {
        tunedx_tuned_report(tuned, line, word.at,
                            "%zu chains are too many; expected up to %d, which "
                            "is what Open MPI and this file's row then have",
                            values->fan, TUNEDX_TUNED_MOST_CHAINS);
    }
    if (algorithm->takes_requests &&
        values->requests > TUNEDX_TUNED_MOST_WINDOW) {
        tunedx_tuned_report(tuned, line, word.at,
                            "%zu requests are too many; expected up to %d, "
                            "which is what this row then has",
                            values->requests, TUNEDX_TUNED_MOST_WINDOW);
    }
    return true;
}

static bool refuse_algorithm(tunedx_tuned_reader_t *tuned, tunedx_word_t word,
                             size_t number)
{
    tunedx_tuned_report(
        tuned, tuned->reader.line, word.at,
        "%s has no algorithm %zu; expected 0 to %d, where 0 leaves the choice "
        "open; with Open MPI 4.1 such calls fail" AND_LEFT,
        tunedx_collective_name(tuned->collective), number,
        tunedx_tuned_last(tuned->collective, INT_MAX));
    return true;
}

/* Sets the row's method.  False when memory is short. */
static bool set_method(tunedx_tuned_reader_t *tuned, tunedx_word_t word,
                       size_t number, const tunedx_tuned_values_t *values,
                       tunedx_tuned_row_t *row)
{
    const int series = tuned->version == 1 ? 4 : 5;
    const tunedx_tuned_algorithm_t *algorithm =
        tunedx_tuned_find(tuned->collective, number);

    if (number == 0) {
        return true;
    }
    if (algorithm == NULL) {
        return refuse_algorithm(tuned, word, number);
    }
    if (!check_values(tuned, algorithm, word, values)) {
        return true;
    }
    row->is_for_pairs = algorithm->is_for_pairs;
    row->method =
        tunedx_tuned_method(tuned->reader.arena, algorithm, values, series);
    return row->method != NULL;
}

static bool add_row(tunedx_tuned_reader_t *tuned, tunedx_tuned_block_t *block,
                    const tunedx_tuned_row_t *row)
{
    tunedx_tuned_row_t *larger =
        tunedx_arena_grow(tuned->reader.arena, tuned->rows, tuned->row_count,
                          &tuned->row_capacity, sizeof *larger);

    if (larger == NULL) {
        return false;
    }
    tuned->rows = larger;
    tuned->rows[tuned->row_count++] = *row;
    block->row_count++;
    return true;
}

static void check_size(tunedx_tuned_reader_t *tuned,
                       const tunedx_tuned_block_t *block,
                       const tunedx_tuned_row_t *row, size_t largest)
{
    if (block->row_count == 0 && row->size != 0) {
        tunedx_tuned_report(
            tuned, row->line, row->at,
            "the first message size is %zu; expected 0 (Open MPI 4.1 ignores "
            "the whole file); smaller messages are left to the next source of "
            "decisions",
            row->size);
    } else if (block->row_count > 0) {
        tunedx_tuned_check_order(tuned, "message size", row->line, row->at,
                                 row->size, largest);
    }
}

bool tunedx_tuned_take_row(tunedx_tuned_reader_t *tuned,
                           tunedx_tuned_block_t *block, bool is_kept,
                           size_t *largest)
{
    tunedx_tuned_number_t numbers[] = {
        {.what = "a message size", .then = AND_IGNORED, .most = LONG_MAX},
        {.what = "an algorithm", .then = AND_LEFT, .most = INT_MAX},
        {.what = "a fan in or out", .then = AND_LEFT, .most = INT_MAX},
        {.what = "a segment size", .then = AND_LEFT, .most = INT_MAX},
        {.what = "a number of requests", .then = AND_LEFT, .most = INT_MAX},
    };
    tunedx_tuned_outcome_t outcomes[5] = {TUNEDX_TUNED_TAKEN};
    bool is_good = true;
    tunedx_tuned_row_t row = {.line = 0};

    for (int i = 0; i < 5; i++) {
        if (i == 4 &&
            (tuned->version == 1 || !tunedx_tuned_line_goes_on(tuned))) {
            break;
        }
        outcomes[i] = tunedx_tuned_take(tuned, &numbers[i]);
        if (outcomes[i] == TUNEDX_TUNED_ENDED) {
            return false;
        }
        if (i == 0) {
            row.line = tuned->reader.line;
            row.at = numbers[0].word.at;
        }
        is_good &= outcomes[i] == TUNEDX_TUNED_TAKEN;
    }
    if (tuned->is_passed_over || !is_kept ||
        outcomes[0] != TUNEDX_TUNED_TAKEN) {
        return true;
    }
    row.size = numbers[0].value;
    check_size(tuned, block, &row, *largest);
    *largest = row.size > *largest ? row.size : *largest;

    const tunedx_tuned_values_t values = {
        .fan = numbers[2].value,
        .segment = numbers[3].value,
        .requests = numbers[4].value,
    };
    return (!is_good || set_method(tuned, numbers[1].word, numbers[1].value,
                                   &values, &row)) &&
           add_row(tuned, block, &row);
}
