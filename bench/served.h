/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which component serves a collective of a communicator.
 */
#ifndef TUNEDX_BENCH_SERVED_H
#define TUNEDX_BENCH_SERVED_H

#include "bench/calls.h"

enum { BENCH_COMPONENT_LENGTH = 64 };

/* Writes the component's name, such as "tuned"; if it is no plugin of its own,
 * the name of the file that it is linked into. */
void bench_served_by(bench_collective_t collective, MPI_Comm communicator,
                     char component[BENCH_COMPONENT_LENGTH]);

#endif
