/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the sizes of coll/tuned's classic files mean.
 *
 * Open MPI 4.1 goes through a list of sizes as long as they are not above the
 * one it looks for, and takes the last that it passed.  So each holds from the
 * largest up to it to just below the next one, however they are ordered, and
 * ranges say the same as the list.
 */
#include "decision/tuned_reader.h"

#include <string.h>

/* Where size number i holds, with the largest of those up to it and the next
 * one.  False: nowhere. */
static bool find_range(size_t largest, bool has_next, size_t next,
                       tunedx_range_t *range)
{
    *range = (tunedx_range_t){.first = largest, .last = SIZE_MAX};
    if (has_next && next <= largest) {
        return false;
    }
    if (has_next) {
        range->last = next - 1;
    }
    return true;
}

static bool add_entry(tunedx_tuned_reader_t *tuned,
                      const tunedx_tuned_block_t *block, tunedx_range_t ranks)
{
    tunedx_tuned_entry_t *larger = tunedx_arena_grow(
        tuned->reader.arena, tuned->entries, tuned->entry_count,
        &tuned->entry_capacity, sizeof *larger);

    if (larger == NULL) {
        return false;
    }
    tuned->entries = larger;
    tuned->entries[tuned->entry_count++] = (tunedx_tuned_entry_t){
        .collective = tuned->collective,
        .size = block->size,
        .line = block->line,
        .ranks = ranks,
    };
    return true;
}

/* Only the row for 0 bytes is ever looked up; false when it is not this one. */
static bool holds_zero(tunedx_tuned_reader_t *tuned,
                       const tunedx_tuned_row_t *row, tunedx_range_t *bytes)
{
    if (bytes->first > 0) {
        tunedx_tuned_report(
            tuned, row->line, row->at,
            "message size %zu of %s; expected 0 alone, which is what Open MPI "
            "looks up for it; this row is never used",
            row->size, tunedx_collective_name(tuned->collective));
        return false;
    }
    *bytes = tunedx_range_any();
    return true;
}

/* An algorithm for two ranks serves no others, and that is told.  False: the
 * row is not for two ranks at all. */
static bool holds_pairs(tunedx_tuned_reader_t *tuned,
                        const tunedx_tuned_row_t *row,
                        const tunedx_range_t *ranks)
{
    if (ranks->last != 2) {
        tunedx_tuned_report(
            tuned, row->line, row->at,
            "the row is for other numbers of ranks than 2, but its algorithm "
            "is "
            "not; expected the next communicator size to be 3 (with Open MPI "
            "4.1 such calls fail); they are left to the next source of "
            "decisions");
    }
    return tunedx_range_holds(*ranks, 2);
}

static bool add_row(tunedx_tuned_reader_t *tuned, const tunedx_tuned_row_t *row,
                    const tunedx_range_t *ranks, tunedx_range_t bytes)
{
    static const tunedx_range_t pair = {.first = 2, .last = 2};
    tunedx_rule_t rule = {
        .collective = tuned->collective,
        .line = row->line,
        .ranks = {.ranges = ranks, .count = 1},
        .nodes = tunedx_range_any(),
        .ppn = tunedx_range_any(),
        .bytes = bytes,
        .expo_gap = tunedx_range_any(),
        .measure = tunedx_tuned_measure(tuned->collective),
        .method = row->method,
    };

    if (tunedx_tuned_size(tuned->collective) == TUNEDX_TUNED_ZERO &&
        !holds_zero(tuned, row, &rule.bytes)) {
        return true;
    }
    if (row->is_for_pairs) {
        if (holds_pairs(tuned, row, ranks)) {
            rule.ranks.ranges = &pair;
        } else {
            rule.method = NULL;
        }
    }
    return tunedx_reader_add_row(&tuned->reader, &rule);
}

static bool add_rows(tunedx_tuned_reader_t *tuned,
                     const tunedx_tuned_block_t *block, tunedx_range_t ranks)
{
    tunedx_range_t *shared =
        tunedx_arena_take(tuned->reader.arena, sizeof *shared);
    size_t largest = 0;

    if (shared == NULL) {
        return false;
    }
    *shared = ranks;
    for (size_t i = 0; i < block->row_count; i++) {
        const tunedx_tuned_row_t *row = &tuned->rows[block->first_row + i];
        const bool has_next = i + 1 < block->row_count;
        tunedx_range_t bytes;

        largest = row->size > largest ? row->size : largest;
        if (find_range(largest, has_next, has_next ? row[1].size : 0, &bytes) &&
            !add_row(tuned, row, shared, bytes)) {
            return false;
        }
    }
    return true;
}

bool tunedx_tuned_add_rules(tunedx_tuned_reader_t *tuned)
{
    size_t largest = 0;

    for (size_t i = 0; i < tuned->block_count; i++) {
        const tunedx_tuned_block_t *block = &tuned->blocks[i];
        const bool has_next = i + 1 < tuned->block_count;
        tunedx_range_t ranks;

        largest = block->size > largest ? block->size : largest;
        if (!find_range(largest, has_next,
                        has_next ? tuned->blocks[i + 1].size : 0, &ranks)) {
            /* The first is also for all that are smaller than itself. */
            if (i > 0 || block->size == 0) {
                continue;
            }
            ranks = (tunedx_range_t){.first = 0, .last = block->size - 1};
        }
        if (i == 0) {
            ranks.first = 0;
        }
        if (!add_entry(tuned, block, ranks) || !add_rows(tuned, block, ranks)) {
            return false;
        }
    }
    return true;
}
