/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communicators with and without tunedx, and which component serves them.
 */
#ifndef TUNEDX_BENCH_SERVED_H
#define TUNEDX_BENCH_SERVED_H

#include "bench/calls.h"

enum { BENCH_COMPONENT_LENGTH = 64 };

/* A duplicate of MPI_COMM_WORLD that a component, such as "tunedx", keeps away
 * from. */
MPI_Comm bench_without(const char *component);

/* Writes the name of the component that serves this form of a collective, such
 * as "tuned"; if it cannot be told, the name of the file that its function is
 * in. */
void bench_served_by(bench_collective_t collective, bench_form_t form,
                     MPI_Comm communicator,
                     char component[BENCH_COMPONENT_LENGTH]);

/* The same, and whether that is tunedx or, if it should not be, another; if it
 * is not as it should be, says so in the name of `program`. */
bool bench_is_served(const bench_operation_t *operation, bool by_tunedx,
                     const char *program,
                     char component[BENCH_COMPONENT_LENGTH]);

#endif
