/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state of the parser of rules, line by line, and its complaints.
 *
 * Private to decision/read_*.c.
 */
#ifndef TUNEDX_READER_H
#define TUNEDX_READER_H

#include "decision/rules.h"
#include "decision/text.h"
#include "decision/tree_text.h"

/* The method that leaves a call to the next source. */
#define TUNEDX_NEXT_SOURCE "default"

typedef enum tunedx_section {
    TUNEDX_SECTION_NONE,   /* lines here are faults */
    TUNEDX_SECTION_FAULTY, /* reported already; its lines are passed over */
    TUNEDX_SECTION_ROWS,   /* rows of reader.collective */
    TUNEDX_SECTION_META,
    TUNEDX_SECTION_MATCH
} tunedx_section_t;

/* Grows in the arena; what it held before stays there. */
typedef struct tunedx_rows {
    tunedx_rule_t *rows;
    size_t count, capacity;
} tunedx_rows_t;

typedef struct tunedx_pair_list {
    tunedx_pair_t *pairs;
    size_t count, capacity;
} tunedx_pair_list_t;

typedef struct tunedx_reader {
    tunedx_arena_t *arena;
    const char *name;
    tunedx_rules_report_t *report;
    void *context;
    bool is_faultless, is_refused;

    tunedx_rows_t rows, defaults;
    tunedx_pair_list_t meta, match;

    tunedx_cursor_t cursor; /* over one line, without its comment */
    int line;               /* from 1 */
    tunedx_section_t section;
    tunedx_collective_t collective;
    tunedx_tree_text_t tree; /* while is_in_tree, of use if is_tree_good */
    bool is_in_tree, is_tree_good;
    int first_line[TUNEDX_COLLECTIVES + 2]; /* of each section, 0: none */
} tunedx_reader_t;

/* ---- complaints: each is reported at once ---- */

void tunedx_reader_report(tunedx_reader_t *reader,
                          const tunedx_complaint_t *complaint);

/* Something else was expected where `word` stands; `expected` says what, and
 * what happens next. */
void tunedx_reader_report_word(tunedx_reader_t *reader, tunedx_word_t word,
                               const char *expected);

/* Memory is short. */
void tunedx_reader_report_memory(tunedx_reader_t *reader);

/* ---- lines ---- */

/* A row of reader->collective. */
void tunedx_reader_take_row(tunedx_reader_t *reader);

/* Lines of a tree: the first one, behind "tree"; each that follows, with the
 * end of the tree; and the end of section or file. */
void tunedx_reader_begin_tree(tunedx_reader_t *reader);
void tunedx_reader_take_tree(tunedx_reader_t *reader);
void tunedx_reader_drop_tree(tunedx_reader_t *reader);

/* Pairs  name = value  of [meta] or [match]. */
void tunedx_reader_take_pairs(tunedx_reader_t *reader);

/* A row of this line and section for every call, without a method. */
tunedx_rule_t tunedx_reader_row(const tunedx_reader_t *reader);

/* Adds a row; false, and reported, when memory is short. */
bool tunedx_reader_add_row(tunedx_reader_t *reader, const tunedx_rule_t *rule);

#endif
