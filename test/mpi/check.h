/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What every MPI test program needs: start and end, a watchdog, failures that
 * say where they happened, numbers that look random and are reproducible.
 *
 * Nothing here uses a collective: the programs test collectives, so what the
 * ranks tell each other about the result goes through point-to-point.
 */
#ifndef TUNEDX_TEST_CHECK_H
#define TUNEDX_TEST_CHECK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Start MPI at the given thread level, with MPI_ERRORS_RETURN on
 * MPI_COMM_WORLD, and arm the watchdog.
 */
void check_start(int *argc, char ***argv, int thread_level,
                 const char *program);

/*
 * Add up the failures of all ranks on rank 0, say the total there, end MPI.
 * Returns the exit status of the program: 0 without a failure.
 */
int check_finish(void);

/* Rank and number of ranks in MPI_COMM_WORLD. */
int check_rank(void);
int check_ranks(void);

/*
 * Describe what this thread does now: every failure and the watchdog print
 * it.  Also restarts the watchdog, so call it at least once a minute.
 */
void check_context(const char *format, ...);

/* Report one failure, as one line.  Only the first few are printed. */
void check_fail(const char *format, ...);

/* Fail unless an MPI function returned MPI_SUCCESS. */
void check_mpi(int code, const char *function);

/* Failures of this rank so far. */
long check_failures(void);

/* Value of an environment variable as a number, or a default. */
long check_environment(const char *name, long absent);

/* One line of /proc/self/status in KiB: "VmHWM" (peak) or "VmRSS" (now). */
long check_memory(const char *field);

/* Fails if memory grew by more KiB than are allowed.  With the address
 * sanitizer, which keeps what was freed for a while, that is not known and
 * passes. */
void check_growth(long growth, long allowed);

/* Next number of a sequence (splitmix64). */
uint64_t check_random(uint64_t *state);

/* A number that depends on all three arguments, the same on every rank. */
static inline uint32_t check_hash(uint32_t seed, uint32_t rank, uint32_t place)
{
    uint32_t x = seed * 0x9E3779B1u + rank * 0x85EBCA77u + place * 0xC2B2AE3Du;

    x ^= x >> 15;
    x *= 0x2C1B3C6Du;
    x ^= x >> 12;
    return x ^ (x >> 7);
}

/* Seconds on a clock that all processes of a machine share. */
double check_clock(void);

/* Sleep, without progress of MPI. */
void check_sleep(double seconds);

#endif
