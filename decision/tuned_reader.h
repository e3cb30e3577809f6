/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state of the parser of coll/tuned's classic files, its words and numbers.
 *
 * Private to decision/read_tuned.c and decision/tuned_*.c.
 */
#ifndef TUNEDX_TUNED_READER_H
#define TUNEDX_TUNED_READER_H

#include "decision/read_tuned.h"
#include "decision/reader.h"

/* A row as it stands, once its size is known. */
typedef struct tunedx_tuned_row {
    size_t size;
    int line;
    size_t at;                     /* of the size, in its line */
    const tunedx_method_t *method; /* NULL: left to the next source */
    bool is_for_pairs;
} tunedx_tuned_row_t;

/* A communicator size as it stands; its rows are rows[first_row] and on. */
typedef struct tunedx_tuned_block {
    size_t size;
    int line;
    size_t first_row, row_count;
} tunedx_tuned_block_t;

typedef struct tunedx_tuned_reader {
    tunedx_reader_t reader; /* its cursor is over one line, as ever */
    const char *text;       /* the whole; `at` is where the next line begins */
    size_t length, at;
    int version;
    tunedx_tuned_ids_t ids;

    /* the collective that is being read */
    tunedx_collective_t collective;
    bool is_passed_over;
    tunedx_tuned_block_t *blocks;
    size_t block_count, block_capacity;
    tunedx_tuned_row_t *rows;
    size_t row_count, row_capacity;
    int first_line[TUNEDX_COLLECTIVES]; /* of each collective, 0: none */

    tunedx_tuned_entry_t *entries;
    size_t entry_count, entry_capacity;
} tunedx_tuned_reader_t;

/* Takes the next word, wherever it stands; false at the end of the file.
 * reader.line is then its line. */
bool tunedx_tuned_take_word(tunedx_tuned_reader_t *tuned, tunedx_word_t *word);

/* Whether another word follows on this line. */
bool tunedx_tuned_line_goes_on(tunedx_tuned_reader_t *tuned);

/* A number of the file. */
typedef struct tunedx_tuned_number {
    const char *what; /* "a message size" */
    const char *then; /* what happens when it is none */
    size_t most;
    bool is_count; /* checked even where the rest is passed over */
    tunedx_word_t word;
    size_t value;
} tunedx_tuned_number_t;

typedef enum tunedx_tuned_outcome {
    TUNEDX_TUNED_TAKEN,
    TUNEDX_TUNED_FAULTY, /* reported */
    TUNEDX_TUNED_ENDED   /* the file ends, or memory: the file is refused */
} tunedx_tuned_outcome_t;

/* Takes the next word as a number.  What stands there and is none is
 * reported; where nothing stands, the file is refused. */
tunedx_tuned_outcome_t tunedx_tuned_take(tunedx_tuned_reader_t *tuned,
                                         tunedx_tuned_number_t *number);

/* Reports about the character with index `at` of line `line`. */
void tunedx_tuned_report(tunedx_tuned_reader_t *tuned, int line, size_t at,
                         const char *format, ...);

/* How the report of a file that is refused ends. */
#define TUNEDX_TUNED_REFUSAL "; nothing of this file is used"

/* Reports a size that is out of order; `largest` is that of those before. */
void tunedx_tuned_check_order(tunedx_tuned_reader_t *tuned, const char *what,
                              int line, size_t at, size_t size, size_t largest);

/* Takes a row of `block`, whose largest size is *largest so far.  False when
 * the file is refused or memory is short. */
bool tunedx_tuned_take_row(tunedx_tuned_reader_t *tuned,
                           tunedx_tuned_block_t *block, bool is_kept,
                           size_t *largest);

/* Makes rows and entries of the blocks of the collective that was read.  False
 * when memory is short. */
bool tunedx_tuned_add_rules(tunedx_tuned_reader_t *tuned);

#endif
