/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parser of coll/tuned's classic files: how their numbers nest.
 *
 * A count that does not fit cannot be told from a number that is missing, so
 * everything after it may be read askew: then the whole file is refused.
 */
#include "decision/tuned_reader.h"

#include <limits.h>
#include <string.h>

static const char version_word[] = "rule-file-version-";
static const char byte_order_mark[] = "\xEF\xBB\xBF";

/* ---- communicator sizes ---- */

/* A count; false when the file is refused. */
static bool take_count(tunedx_tuned_reader_t *tuned, const char *what,
                       size_t most, size_t *count)
{
    tunedx_tuned_number_t number = {
        .what = what,
        .then = TUNEDX_TUNED_REFUSAL,
        .most = most,
        .is_count = true,
    };
    const tunedx_tuned_outcome_t outcome = tunedx_tuned_take(tuned, &number);

    tuned->reader.is_refused |= outcome != TUNEDX_TUNED_TAKEN;
    *count = number.value;
    return outcome == TUNEDX_TUNED_TAKEN;
}

static bool add_block(tunedx_tuned_reader_t *tuned,
                      const tunedx_tuned_block_t *block)
{
    tunedx_tuned_block_t *larger = tunedx_arena_grow(
        tuned->reader.arena, tuned->blocks, tuned->block_count,
        &tuned->block_capacity, sizeof *larger);

    if (larger == NULL) {
        return false;
    }
    tuned->blocks = larger;
    tuned->blocks[tuned->block_count++] = *block;
    return true;
}

static bool read_block(tunedx_tuned_reader_t *tuned, size_t *largest)
{
    tunedx_tuned_number_t size = {
        .what = "a communicator size",
        .then = "; it and its rows are ignored",
        .most = INT_MAX,
    };
    tunedx_tuned_block_t block = {.first_row = tuned->row_count};
    size_t count, largest_size = 0;
    const tunedx_tuned_outcome_t outcome = tunedx_tuned_take(tuned, &size);
    const bool is_kept =
        outcome == TUNEDX_TUNED_TAKEN && !tuned->is_passed_over;

    block.line = tuned->reader.line;
    block.size = size.value;
    if (outcome == TUNEDX_TUNED_ENDED ||
        !take_count(tuned, "a number of message sizes", INT_MAX, &count)) {
        return false;
    }
    if (is_kept && tuned->block_count > 0) {
        tunedx_tuned_check_order(tuned, "communicator size", block.line,
                                 size.word.at, block.size, *largest);
    }
    for (size_t i = 0; i < count; i++) {
        if (!tunedx_tuned_take_row(tuned, &block, is_kept, &largest_size)) {
            return false;
        }
    }
    if (!is_kept) {
        return true;
    }
    *largest = block.size > *largest ? block.size : *largest;
    return add_block(tuned, &block);
}

/* ---- collectives ---- */

/* Which one it is, and whether its rows are passed over, which is told. */
static void begin_collective(tunedx_tuned_reader_t *tuned,
                             const tunedx_tuned_number_t *number)
{
    const int line = tuned->reader.line;
    const char *name;
    int *first;

    tuned->is_passed_over = true;
    if (!tunedx_tuned_collective(number->value, tuned->ids, &tuned->collective,
                                 &name)) {
        tunedx_tuned_report(
            tuned, line, number->word.at,
            name == NULL
                ? "no collective has the number %zu%s; expected 0 to 21 (Open "
                  "MPI 4.1 ignores the whole file); its rows are passed over"
                : "%zu is %s, which tunedx does not decide; expected 0 to 16; "
                  "its rows are passed over",
            number->value, name == NULL ? "" : name);
        return;
    }
    if (tunedx_tuned_size(tuned->collective) == TUNEDX_TUNED_NEVER) {
        tunedx_tuned_report(tuned, line, number->word.at,
                            "%zu is %s, whose rows Open MPI never uses; "
                            "expected a collective that it decides; the rows "
                            "are passed over",
                            number->value, name);
        return;
    }
    first = &tuned->first_line[tuned->collective];
    if (*first > 0) {
        tunedx_tuned_report(tuned, line, number->word.at,
                            "%s stands in line %d already; expected each "
                            "collective once; as in Open MPI 4.1, what follows "
                            "here replaces all of that",
                            name, *first);
    }
    *first = line;
    tuned->is_passed_over = false;
}

/* Drops the rows and entries of a collective that comes again. */
static void forget_collective(tunedx_tuned_reader_t *tuned)
{
    tunedx_rows_t *rows = &tuned->reader.rows;
    size_t kept = 0, kept_entries = 0;

    for (size_t i = 0; i < rows->count; i++) {
        if (rows->rows[i].collective != tuned->collective) {
            rows->rows[kept++] = rows->rows[i];
        }
    }
    for (size_t i = 0; i < tuned->entry_count; i++) {
        if (tuned->entries[i].collective != tuned->collective) {
            tuned->entries[kept_entries++] = tuned->entries[i];
        }
    }
    rows->count = kept;
    tuned->entry_count = kept_entries;
}

static bool read_collective(tunedx_tuned_reader_t *tuned)
{
    tunedx_tuned_number_t number = {
        .what = "the number of a collective",
        .then = "; its rows are passed over",
        .most = INT_MAX,
    };
    size_t count, largest = 0;

    tuned->is_passed_over = false;
    tuned->row_count = tuned->block_count = 0;
    switch (tunedx_tuned_take(tuned, &number)) {
    case TUNEDX_TUNED_ENDED:
        return false;
    case TUNEDX_TUNED_FAULTY:
        tuned->is_passed_over = true;
        break;
    case TUNEDX_TUNED_TAKEN:
        begin_collective(tuned, &number);
        break;
    }
    if (!take_count(tuned, "a number of communicator sizes", INT_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!read_block(tuned, &largest)) {
            return false;
        }
    }
    if (tuned->is_passed_over) {
        return true;
    }
    forget_collective(tuned);
    return tunedx_tuned_add_rules(tuned);
}

/* ---- the file ---- */

static bool begins_like_version(tunedx_word_t word)
{
    const size_t length = sizeof version_word - 1;

    return word.length >= length &&
           memcmp(word.text, version_word, length) == 0;
}

/* Passes over the first word if it says the version; false when that is
 * unknown. */
static bool read_version(tunedx_tuned_reader_t *tuned)
{
    const size_t head = sizeof version_word - 1;
    const tunedx_tuned_reader_t before = *tuned;
    tunedx_word_t word;

    if (!tunedx_tuned_take_word(tuned, &word) || !begins_like_version(word)) {
        *tuned = before;
        return true;
    }
    if (word.length == head + 1 && word.text[head] == '1') {
        return true;
    }
    if (word.length != head + 1 || word.text[head] != '2') {
        tunedx_tuned_report(tuned, tuned->reader.line, word.at + head,
                            "this version of the format is not known; expected "
                            "%s1 or %s2" TUNEDX_TUNED_REFUSAL,
                            version_word, version_word);
        tuned->reader.is_refused = true;
        return false;
    }
    tuned->version = 2;
    return true;
}

/* Nothing should follow.  A number means that counts were too small. */
static void check_end(tunedx_tuned_reader_t *tuned)
{
    tunedx_word_t word;

    if (!tunedx_tuned_take_word(tuned, &word)) {
        return;
    }
    const bool is_number = word.text[0] >= '0' && word.text[0] <= '9';

    tuned->reader.is_refused |= is_number;
    tunedx_tuned_report(
        tuned, tuned->reader.line, word.at,
        "something follows what the counts announce; expected the end of the "
        "file%s",
        is_number ? ", so one of the counts is too small (Open MPI 4.1 does "
                    "not notice)" TUNEDX_TUNED_REFUSAL
                  : "; as in Open MPI 4.1, it is ignored");
}

static void read_file(tunedx_tuned_reader_t *tuned)
{
    const size_t mark = sizeof byte_order_mark - 1;
    size_t count;

    if (tuned->length >= mark &&
        memcmp(tuned->text, byte_order_mark, mark) == 0) {
        tunedx_tuned_report(tuned, 1, 0,
                            "the file begins with a byte order mark; expected "
                            "plain text; the mark is passed over");
        tuned->at = mark;
    }
    if (!read_version(tuned) || !take_count(tuned, "a number of collectives",
                                            TUNEDX_TUNED_COLLECTIVES, &count)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!read_collective(tuned)) {
            if (!tuned->reader.is_refused) {
                tunedx_reader_report_memory(&tuned->reader);
            }
            return;
        }
    }
    check_end(tuned);
}

bool tunedx_tuned_read(tunedx_arena_t *arena, const char *name,
                       const char *text, size_t length, tunedx_tuned_ids_t ids,
                       tunedx_rules_report_t *report, void *context,
                       tunedx_tuned_t *tuned)
{
    tunedx_tuned_reader_t state = {
        .reader =
            {
                .arena = arena,
                .name = name,
                .report = report,
                .context = context,
                .is_faultless = true,
            },
        .text = text,
        .length = length,
        .version = 1,
        .ids = ids,
    };

    read_file(&state);
    *tuned = (tunedx_tuned_t){
        .version = state.version,
        .rules = {.name = name},
    };
    if (!state.reader.is_refused) {
        tuned->rules.rows = state.reader.rows.rows;
        tuned->rules.count = state.reader.rows.count;
        tuned->entries = state.entries;
        tuned->entry_count = state.entry_count;
    }
    return state.reader.is_faultless;
}

bool tunedx_tuned_parse(tunedx_arena_t *arena, const char *name,
                        const char *text, size_t length,
                        tunedx_rules_report_t *report, void *context,
                        tunedx_rules_t *rules)
{
    tunedx_tuned_t tuned;
    const bool is_faultless = tunedx_tuned_read(
        arena, name, text, length, TUNEDX_TUNED_IDS, report, context, &tuned);

    *rules = tuned.rules;
    return is_faultless;
}
