/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program: one rank's schedule, compiled into starts and waits.
 *
 * It has no addresses and no communicator in it, so one program serves every
 * call of the same shape.  Whoever runs it walks `code` from front to back.
 */
#ifndef TUNEDX_PROGRAM_H
#define TUNEDX_PROGRAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tunedx_buffer {
    TUNEDX_SEND_BUFFER,
    TUNEDX_RECV_BUFFER, /* also the one buffer of bcast and barrier */
    TUNEDX_SCRATCH_BUFFER,
    TUNEDX_BUFFERS
} tunedx_buffer_t;

/* Units of a block whose length comes with the call. */
#define TUNEDX_WHOLE SIZE_MAX

/* A symbolic piece of a buffer.  Regular buffers are one block 0; irregular
 * ones have a block for each rank; in scratch the block is the number of a
 * piece (in a text) or of a slot (in a program). */
typedef struct tunedx_span {
    tunedx_buffer_t buffer;
    int block;
    size_t first, units;
} tunedx_span_t;

static inline bool tunedx_spans_overlap(const tunedx_span_t *a,
                                        const tunedx_span_t *b)
{
    return a->buffer == b->buffer && a->block == b->block &&
           (a->first < b->first ? b->first - a->first < a->units
                                : a->first - b->first < b->units);
}

typedef enum tunedx_opcode {
    TUNEDX_CODE_START_SEND,
    TUNEDX_CODE_START_RECV,
    TUNEDX_CODE_WAIT,    /* for what was started in `request` */
    TUNEDX_CODE_SEND,    /* start and wait in one */
    TUNEDX_CODE_RECV,    /* start and wait in one */
    TUNEDX_CODE_COPY,    /* operand = span */
    TUNEDX_CODE_REDUCE,  /* operand = span op operand, as MPI_Reduce_local */
    TUNEDX_CODE_OPERAND, /* holds the second span of the one before it */
} tunedx_opcode_t;

typedef struct tunedx_instruction {
    uint8_t opcode;   /* tunedx_opcode_t */
    bool synchronous; /* this send completes only when it is being received */
    uint16_t request; /* the slot that holds the transfer until its wait */
    int32_t peer;
    tunedx_span_t span;
} tunedx_instruction_t;

typedef struct tunedx_program {
    atomic_int owners;
    atomic_ullong calls, nanoseconds; /* counted by who runs it, if anyone */
    size_t memory;       /* bytes of this program, all in one allocation */
    size_t instructions; /* length of code */
    int requests;        /* request slots used: 0..requests-1 */
    int slots;           /* scratch slots used: 0..slots-1 */
    bool flow_control;   /* its sends need it */
    /* Every span's first and units in the send and receive buffer are a
     * multiple of this; 0 when whole blocks only are touched. */
    size_t granule[2];
    size_t largest; /* units of the largest transfer, whole blocks aside */
    size_t piece;   /* bytes of one message at most of a block whose length
                     * comes with the call, at least 1; SIZE_MAX: any */
    const size_t *slot_units; /* units of each scratch slot */
    const tunedx_instruction_t *code;
} tunedx_program_t;

/* How far transfers overlap, and in what pieces they go; but for the piece,
 * each value is at least 1. */
typedef struct tunedx_window {
    int sends, receives; /* in flight at most, up to TUNEDX_MAX_WINDOW */
    int look_ahead;      /* steps over which a receive is posted early */
    size_t piece;        /* units of one message at most; 0: any */
} tunedx_window_t;

enum { TUNEDX_MAX_WINDOW = 64 };

/* The window `width` transfers wide, each way, which go whole. */
static inline tunedx_window_t tunedx_window_of(int width)
{
    return (tunedx_window_t){
        .sends = width,
        .receives = width,
        .look_ahead = 4 * width,
    };
}

/* A program of these instructions and scratch slots, which are copied, with
 * their granule and largest transfer, all else zero, and one owner; NULL when
 * memory is short. */
tunedx_program_t *tunedx_program_create(const tunedx_instruction_t *code,
                                        size_t instructions,
                                        const size_t *slot_units, int slots);

/* For one more owner. */
void tunedx_program_retain(tunedx_program_t *program);

/* Gives back one owner's part; the last one destroys.  Accepts NULL. */
void tunedx_program_release(tunedx_program_t *program);

#endif
