/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A machine that executes compiled programs on numbers, as unkindly as MPI
 * allows: ranks advance in random order, a send may or may not wait for its
 * receive, and data move at any moment between start and wait.
 */
#ifndef TEST_UNIT_MACHINE_H
#define TEST_UNIT_MACHINE_H

#include "random.h"
#include "schedule/program.h"

enum { MACHINE_RANKS = 5, MACHINE_UNITS = 24 };

/* When data move. */
typedef enum machine_pace {
    MACHINE_EARLY, /* as soon as both sides have started */
    MACHINE_LATE,  /* when a wait cannot return before */
    MACHINE_RANDOM,
    MACHINE_PACES
} machine_pace_t;

typedef struct machine {
    int size;
    const tunedx_program_t *programs[MACHINE_RANKS];
    tunedx_window_t windows[MACHINE_RANKS]; /* that must not be exceeded */
    uint64_t buffers[MACHINE_RANKS][2][MACHINE_UNITS];
    bool commutative; /* which of the operations of text.h */
    machine_pace_t pace;
    int rendezvous;  /* percent of the sends */
    bool is_lenient; /* looks only at data: not at slots left in use */
    random_t random;
} machine_t;

/* Runs the programs to their end.  Returns NULL, or what went wrong. */
const char *machine_run(machine_t *machine);

#endif
