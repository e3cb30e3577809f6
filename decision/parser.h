/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state of the parser of methods, and its complaints, each of which names
 * the place, what stands there and what was expected.
 *
 * Private to decision/parse_*.c.
 */
#ifndef TUNEDX_PARSER_H
#define TUNEDX_PARSER_H

#include "decision/text.h"

typedef struct parser {
    tunedx_arena_t *arena;
    tunedx_cursor_t cursor;
    tunedx_complaint_t *complaint;
} tunedx_parser_t;

void tunedx_parser_refuse_memory(const tunedx_parser_t *parser);

/* Names what stands at the cursor: the end of the text or a character. */
void tunedx_parser_write_here(tunedx_writer_t *writer,
                              const tunedx_parser_t *parser);

bool tunedx_parser_is_number(tunedx_word_t word);

void tunedx_parser_refuse_name(const tunedx_parser_t *parser,
                               tunedx_collective_t collective,
                               tunedx_word_t name);

void tunedx_parser_refuse_parameter(const tunedx_parser_t *parser,
                                    const tunedx_algorithm_t *algorithm,
                                    tunedx_word_t name);

void tunedx_parser_refuse_number(const tunedx_parser_t *parser,
                                 const tunedx_parameter_t *parameter,
                                 tunedx_word_t word);

void tunedx_parser_refuse_words(const tunedx_parser_t *parser,
                                const tunedx_parameter_t *parameter,
                                tunedx_word_t word, bool too_many);

#endif
