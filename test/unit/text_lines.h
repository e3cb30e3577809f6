/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Single lines of random texts: each is written to the schedule and executed
 * on the values at once.
 *
 * Private to text.c.
 */
#ifndef TEST_UNIT_TEXT_LINES_H
#define TEST_UNIT_TEXT_LINES_H

#include "text.h"

typedef struct text_message {
    tunedx_span_t from;
    uint64_t values[TEXT_LONGEST];
} text_message_t;

/* ---- spans ---- */

tunedx_span_t text_in_buffer(text_t *text, tunedx_buffer_t buffer,
                             size_t units);

/* Some units in the middle of a fresh piece of scratch. */
tunedx_span_t text_new_piece(text_t *text, text_rank_t *rank, size_t units);

/* ---- lines ---- */

void text_copy_to(text_rank_t *rank, tunedx_span_t from, tunedx_span_t to);

/* A copy and a reduction of anything. */
void text_copy(text_t *text, text_rank_t *rank);
void text_reduce(text_t *text, text_rank_t *rank);

/* Sends anything; a packed message is copied to scratch first. */
text_message_t text_send(text_t *text, int from, int to, bool packed);

void text_receive(text_rank_t *rank, int from, const text_message_t *message,
                  tunedx_span_t into);

/* Receives the message, or receives and reduces it.  What the rank sends
 * itself, `sent`, is left alone. */
void text_arrive(text_t *text, int from, int to, const text_message_t *message,
                 tunedx_span_t sent);

#endif
