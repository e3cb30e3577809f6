/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reading words and writing messages: what the parsers share, and what writes
 * messages elsewhere.
 */
#ifndef TUNEDX_TEXT_H
#define TUNEDX_TEXT_H

#include "decision/parse_method.h"

/* ---- reading ---- */

/* A text that is being read, and how far.  It may hold any bytes. */
typedef struct tunedx_cursor {
    const char *text;
    size_t length, at;
} tunedx_cursor_t;

/* A piece of such a text, where it stands. */
typedef struct tunedx_word {
    const char *text;
    size_t length;
    size_t at; /* index of its first character in the cursor's text */
} tunedx_word_t;

bool tunedx_is_blank(char c);

/* Moves to the next character that is not blank; false at the end. */
bool tunedx_skip_blanks(tunedx_cursor_t *cursor);

/* Skips blanks and takes what follows up to a blank, a character of `stops`
 * or the end; it may be empty. */
tunedx_word_t tunedx_take_word(tunedx_cursor_t *cursor, const char *stops);

/* Skips blanks and takes the character `c`; false when it is not there. */
bool tunedx_take_character(tunedx_cursor_t *cursor, char c);

bool tunedx_word_is(tunedx_word_t word, const char *text);

/* ---- writing ---- */

/* Writes text into a place that may be too small: what does not fit is left
 * out, and `length` says how long the whole is.  `size` is at least 1. */
typedef struct tunedx_writer {
    char *text;
    size_t size, length;
} tunedx_writer_t;

tunedx_writer_t tunedx_writer(char *text, size_t size);

/* Begins a complaint about the character with index `at` of its text. */
tunedx_writer_t tunedx_complain(tunedx_complaint_t *complaint, size_t at);

/* Appends as printf does. */
void tunedx_write(tunedx_writer_t *writer, const char *format, ...);

/* Appends a number in its shortest form: 65536 is 64k. */
void tunedx_write_number(tunedx_writer_t *writer, size_t number);

/* Appends the word in quotes: its first 40 characters or so, unprintable bytes
 * as \xNN.  Nothing of it can end a line or drive a terminal. */
void tunedx_write_quoted(tunedx_writer_t *writer, tunedx_word_t word);

/* A whole complaint: something else was expected where `word` stands, or behind
 * the line's last word when it is empty. */
void tunedx_complain_word(tunedx_complaint_t *complaint, tunedx_word_t word,
                          const char *expected);

/* Valid words, for a message and for finding the nearest. */
typedef struct tunedx_choices {
    const char *words[64]; /* what is more than that is not named */
    size_t count;
} tunedx_choices_t;

void tunedx_choices_add(tunedx_choices_t *choices, const char *word);

/* Appends "; expected one of: a, b, c" and, where one is near to `word`,
 * "; did you mean "b"?". */
void tunedx_write_choices(tunedx_writer_t *writer, tunedx_word_t word,
                          const tunedx_choices_t *choices);

#endif
