/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Single lines of random texts, written and executed.
 */
#include "text_lines.h"

#include <assert.h>

uint64_t text_operation(bool commutative, uint64_t left, uint64_t right)
{
    return commutative ? left + right
                       : random_mix(left ^ random_mix(right + 1));
}

/* ---- values ---- */

static uint64_t *value_of(text_rank_t *rank, tunedx_span_t span, size_t unit)
{
    return span.buffer == TUNEDX_SCRATCH_BUFFER
               ? &rank->pieces[span.block].values[span.first + unit]
               : &rank->after[span.buffer][span.first + unit];
}

static void read_values(text_rank_t *rank, tunedx_span_t span,
                        uint64_t values[TEXT_LONGEST])
{
    for (size_t i = 0; i < span.units; i++) {
        values[i] = *value_of(rank, span, i);
    }
}

static void write_values(text_rank_t *rank, tunedx_span_t span,
                         const uint64_t values[TEXT_LONGEST])
{
    for (size_t i = 0; i < span.units; i++) {
        *value_of(rank, span, i) = values[i];
        if (span.buffer == TUNEDX_SCRATCH_BUFFER) {
            rank->pieces[span.block].written[span.first + i] = true;
        }
    }
}

/* The line being written names this span. */
static void mention(text_rank_t *rank, tunedx_span_t span)
{
    if (span.buffer == TUNEDX_SCRATCH_BUFFER) {
        text_piece_t *piece = &rank->pieces[span.block];

        piece->first_line =
            piece->last_line == 0 ? rank->lines : piece->first_line;
        piece->last_line = rank->lines;
    }
}

/* ---- spans ---- */

static size_t random_units(text_t *text)
{
    return 1 + (size_t)random_below(&text->random, TEXT_LONGEST);
}

tunedx_span_t text_in_buffer(text_t *text, tunedx_buffer_t buffer, size_t units)
{
    return (tunedx_span_t){
        .buffer = buffer,
        .first =
            (size_t)random_below(&text->random, TEXT_UNITS - (int)units + 1),
        .units = units,
    };
}

/* A part of one of the last pieces; no units when the piece is too short. */
static tunedx_span_t in_piece(text_t *text, text_rank_t *rank, size_t units)
{
    const int number = rank->recent[random_below(&text->random, TEXT_RECENT)];
    const tunedx_span_t piece = rank->pieces[number].span;

    if (piece.units < units) {
        return (tunedx_span_t){.units = 0};
    }
    return tunedx_part(
        piece,
        (size_t)random_below(&text->random, (int)(piece.units - units) + 1),
        units);
}

static bool is_written(const text_rank_t *rank, tunedx_span_t span)
{
    for (size_t i = 0; i < span.units; i++) {
        if (!rank->pieces[span.block].written[span.first + i]) {
            return false;
        }
    }
    return span.units > 0;
}

/* A span that holds values. */
static tunedx_span_t readable(text_t *text, text_rank_t *rank, size_t units)
{
    const int choice = random_below(&text->random, 8);

    if (choice < 4) {
        const tunedx_span_t span = in_piece(text, rank, units);

        if (is_written(rank, span)) {
            return span;
        }
    }
    return text_in_buffer(
        text, choice == 7 ? TUNEDX_SEND_BUFFER : TUNEDX_RECV_BUFFER, units);
}

tunedx_span_t text_new_piece(text_t *text, text_rank_t *rank, size_t units)
{
    const size_t more = (size_t)random_below(&text->random, TEXT_LONGEST);
    const tunedx_span_t span = tunedx_scratch(rank->schedule, units + more);

    assert(span.block < TEXT_PIECES);
    rank->pieces[span.block].span = span;
    rank->recent[rank->piece_count++ % TEXT_RECENT] = span.block;
    return tunedx_part(span, more / 2, units);
}

static tunedx_span_t writable(text_t *text, text_rank_t *rank, size_t units)
{
    const int choice = random_below(&text->random, 8);

    if (choice < 2) {
        const tunedx_span_t span = in_piece(text, rank, units);

        if (span.units > 0) {
            return span;
        }
    }
    return choice < 5 ? text_new_piece(text, rank, units)
                      : text_in_buffer(text, TUNEDX_RECV_BUFFER, units);
}

static tunedx_span_t writable_beside(text_t *text, text_rank_t *rank,
                                     size_t units, tunedx_span_t other)
{
    const tunedx_span_t span = writable(text, rank, units);

    return tunedx_spans_overlap(&span, &other)
               ? text_new_piece(text, rank, units)
               : span;
}

/* ---- lines ---- */

void text_copy_to(text_rank_t *rank, tunedx_span_t from, tunedx_span_t to)
{
    uint64_t values[TEXT_LONGEST];

    rank->lines++;
    mention(rank, from);
    mention(rank, to);
    tunedx_copy(rank->schedule, from, to);
    read_values(rank, from, values);
    write_values(rank, to, values);
}

void text_copy(text_t *text, text_rank_t *rank)
{
    const size_t units = random_units(text);
    const tunedx_span_t from = readable(text, rank, units);

    text_copy_to(rank, from, writable_beside(text, rank, units, from));
}

static void combine(const text_t *text, size_t units, const uint64_t *left,
                    const uint64_t *right, uint64_t *result)
{
    for (size_t i = 0; i < units; i++) {
        result[i] = text_operation(text->commutative, left[i], right[i]);
    }
}

void text_reduce(text_t *text, text_rank_t *rank)
{
    const size_t units = random_units(text);
    const tunedx_span_t from = readable(text, rank, units);
    const tunedx_span_t into = readable(text, rank, units);
    uint64_t left[TEXT_LONGEST] = {0}, right[TEXT_LONGEST] = {0};
    uint64_t result[TEXT_LONGEST];

    if (tunedx_spans_overlap(&from, &into) ||
        into.buffer == TUNEDX_SEND_BUFFER) {
        return;
    }
    rank->lines++;
    mention(rank, from);
    mention(rank, into);
    tunedx_reduce(rank->schedule, from, into);
    read_values(rank, from, left);
    read_values(rank, into, right);
    combine(text, units, left, right, result);
    write_values(rank, into, result);
}

text_message_t text_send(text_t *text, int from, int to, bool packed)
{
    text_rank_t *rank = &text->ranks[from];
    text_message_t message = {.from = readable(text, rank, random_units(text))};

    if (packed) {
        const tunedx_span_t pack =
            text_new_piece(text, rank, message.from.units);

        text_copy_to(rank, message.from, pack);
        message.from = pack;
    }
    rank->lines++;
    mention(rank, message.from);
    tunedx_send(rank->schedule, to, message.from);
    read_values(rank, message.from, message.values);
    return message;
}

void text_receive(text_rank_t *rank, int from, const text_message_t *message,
                  tunedx_span_t into)
{
    rank->lines++;
    mention(rank, into);
    tunedx_recv(rank->schedule, from, into);
    write_values(rank, into, message->values);
}

/* The result goes where own stands, or elsewhere. */
static void receive_reduce(text_t *text, int from, int to,
                           const text_message_t *message, tunedx_span_t sent)
{
    text_rank_t *rank = &text->ranks[to];
    const size_t units = message->from.units;
    const bool lower = random_chance(&text->random, 50);
    const tunedx_span_t own = readable(text, rank, units);
    tunedx_span_t into = own;
    uint64_t values[TEXT_LONGEST] = {0}, result[TEXT_LONGEST];

    if (own.buffer == TUNEDX_SEND_BUFFER || random_chance(&text->random, 60)) {
        into = writable_beside(text, rank, units, own);
        if (tunedx_spans_overlap(&into, &sent)) {
            into = text_new_piece(text, rank, units);
        }
    }
    rank->lines++;
    mention(rank, own);
    mention(rank, into);
    tunedx_recv_reduce(rank->schedule, from, own, into,
                       lower ? TUNEDX_FROM_LOWER : TUNEDX_FROM_HIGHER);
    read_values(rank, own, values);
    combine(text, units, lower ? message->values : values,
            lower ? values : message->values, result);
    write_values(rank, into, result);
}

void text_arrive(text_t *text, int from, int to, const text_message_t *message,
                 tunedx_span_t sent)
{
    text_rank_t *rank = &text->ranks[to];

    if (random_chance(&text->random, 40)) {
        receive_reduce(text, from, to, message, sent);
    } else {
        text_receive(rank, from, message,
                     writable_beside(text, rank, message->from.units, sent));
    }
}
