/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See text.h.
 *
 * A text is made of events.  Most concern one or two ranks and happen one
 * after the other.  In a round every rank sends one message, then receives
 * one, as in most collectives; there a rank does not receive into what it is
 * sending, which would be a deadlock in the text itself.
 */
#include "text_lines.h"

#include <string.h>

/* ---- events ---- */

static void round_of_messages(text_t *text)
{
    const int distance = 1 + random_below(&text->random, text->size - 1);
    const bool packed = random_chance(&text->random, 60);
    text_message_t messages[TEXT_RANKS];

    for (int i = 0; i < text->size; i++) {
        messages[i] = text_send(text, i, (i + distance) % text->size, packed);
    }
    for (int i = 0; i < text->size; i++) {
        const int to = (i + distance) % text->size;

        text_arrive(text, i, to, &messages[i], messages[to].from);
    }
}

static void event(text_t *text)
{
    const int from = random_below(&text->random, text->size);
    const int distance = 1 + random_below(&text->random, text->size - 1);
    const int to = (from + distance) % text->size;
    const int choice = random_below(&text->random, 10);

    if (choice < 2) {
        text_copy(text, &text->ranks[from]);
    } else if (choice < 3) {
        text_reduce(text, &text->ranks[from]);
    } else if (choice < 5) {
        round_of_messages(text);
    } else {
        const text_message_t message = text_send(text, from, to, false);

        text_arrive(text, from, to, &message, (tunedx_span_t){.units = 0});
    }
}

/* A shape that lets the texts be written; nothing looks at its units. */
static bool prepare(text_t *text)
{
    const bool one_way = random_chance(&text->random, 30);

    for (int i = 0; i < text->size; i++) {
        text_rank_t *rank = &text->ranks[i];
        const tunedx_shape_t shape = {
            .collective = one_way ? TUNEDX_REDUCE : TUNEDX_ALLREDUCE,
            .size = text->size,
            .units = TEXT_UNITS,
            .unit_bytes = sizeof rank->before[0][0],
            .commutative = text->commutative,
            .rank = i,
        };

        rank->schedule = tunedx_schedule_create(&shape);
        if (rank->schedule == NULL) {
            return false;
        }
        for (int k = 0; k < TEXT_UNITS; k++) {
            rank->before[TUNEDX_SEND_BUFFER][k] = random_bits(&text->random);
            rank->before[TUNEDX_RECV_BUFFER][k] = random_bits(&text->random);
        }
        memcpy(rank->after, rank->before, sizeof rank->after);
    }
    return true;
}

bool text_write(text_t *text, uint64_t seed)
{
    memset(text, 0, sizeof *text);
    text->random.state = seed;
    text->size =
        2 + random_below(&text->random,
                         1 + random_below(&text->random, TEXT_RANKS - 1));
    text->commutative = random_chance(&text->random, 30);
    const int events = random_below(&text->random, TEXT_EVENTS);

    if (!prepare(text)) {
        text_destroy(text);
        return false;
    }
    for (int i = 0; i < events; i++) {
        event(text);
    }
    return true;
}

static const tunedx_span_t first_unit = {
    .buffer = TUNEDX_RECV_BUFFER,
    .units = 1,
};

bool text_write_exchanges(text_t *text, int live)
{
    enum { ROUNDS = 5 };
    tunedx_span_t pieces[2][TEXT_EVENTS];

    memset(text, 0, sizeof *text);
    text->size = 2;
    if (!prepare(text)) {
        text_destroy(text);
        return false;
    }
    for (int i = 0; i < 2 * live; i++) {
        text_rank_t *rank = &text->ranks[i % 2];

        pieces[i % 2][i / 2] = text_new_piece(text, rank, 1);
        text_copy_to(rank, first_unit, pieces[i % 2][i / 2]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        const text_message_t messages[2] = {text_send(text, 0, 1, true),
                                            text_send(text, 1, 0, true)};

        for (int k = 0; k < 2; k++) {
            const text_message_t *message = &messages[1 - k];
            const size_t units = message->from.units;
            text_rank_t *rank = &text->ranks[k];
            const tunedx_span_t in = text_new_piece(text, rank, units);

            text_receive(rank, 1 - k, message, in);
            text_copy_to(rank, in,
                         text_in_buffer(text, TUNEDX_RECV_BUFFER, units));
        }
    }
    for (int i = 0; i < 2 * live; i++) {
        text_copy_to(&text->ranks[i % 2], pieces[i % 2][i / 2], first_unit);
    }
    return true;
}

void text_destroy(text_t *text)
{
    for (int i = 0; i < text->size; i++) {
        tunedx_schedule_destroy(text->ranks[i].schedule);
        text->ranks[i].schedule = NULL;
    }
}

int text_most_live(const text_rank_t *rank)
{
    int change[3 * TEXT_EVENTS + 2] = {0}; /* at the beginning of a line */
    int live = 1;                          /* tunedx_recv_reduce may have one */
    int most = live;

    for (int i = 0; i < TEXT_PIECES; i++) {
        const text_piece_t *piece = &rank->pieces[i];

        if (piece->last_line > 0) {
            change[piece->first_line]++;
            change[piece->last_line + 1]--;
        }
    }
    for (int line = 1; line <= rank->lines; line++) {
        live += change[line];
        most = live > most ? live : most;
    }
    return most;
}
