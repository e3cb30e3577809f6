/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random texts of several ranks, with the values that their buffers hold when
 * the texts have been executed one line at a time.
 */
#ifndef TEST_UNIT_TEXT_H
#define TEST_UNIT_TEXT_H

#include "random.h"
#include "schedule/schedule.h"

enum {
    TEXT_RANKS = 5,                /* at most */
    TEXT_EVENTS = 60,              /* at most */
    TEXT_UNITS = 24,               /* of the send and the receive buffer */
    TEXT_LONGEST = 8,              /* units of a message */
    TEXT_PIECES = 4 * TEXT_EVENTS, /* of a rank */
    TEXT_RECENT = 4                /* pieces that are named again */
};

/* A piece of scratch, with the first and the last line that names it.  Those
 * that tunedx_recv_reduce takes for itself have no units here. */
typedef struct text_piece {
    tunedx_span_t span;
    uint64_t values[2 * TEXT_LONGEST];
    bool written[2 * TEXT_LONGEST];
    int first_line, last_line;
} text_piece_t;

typedef struct text_rank {
    tunedx_schedule_t *schedule;
    uint64_t before[2][TEXT_UNITS]; /* by send and receive buffer */
    uint64_t after[2][TEXT_UNITS];
    text_piece_t pieces[TEXT_PIECES]; /* by number */
    int recent[TEXT_RECENT], piece_count;
    int lines;
} text_rank_t;

typedef struct text {
    int size;
    bool commutative;
    random_t random;
    text_rank_t ranks[TEXT_RANKS];
} text_t;

/* The operation of the reductions. */
uint64_t text_operation(bool commutative, uint64_t left, uint64_t right);

/* Writes texts of 2 to TEXT_RANKS ranks; the same ones for the same seed.
 * False when memory is short. */
bool text_write(text_t *text, uint64_t seed);

/* Writes texts of two ranks that exchange messages from scratch to scratch, as
 * Bruck's alltoall does, while `live` other pieces are in use. */
bool text_write_exchanges(text_t *text, int live);

/* Destroys the schedules that were not finished. */
void text_destroy(text_t *text);

/* The most pieces of a rank that are in use at the same time. */
int text_most_live(const text_rank_t *rank);

#endif
