/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Inside checked.h: the two kinds of calls with data.  `create` writes a call's
 * arguments and makes its buffers, `fill` puts in the input and says what is
 * expected, of values that depend on the seed.
 */
#ifndef TUNEDX_TEST_CHECKED_PARTS_H
#define TUNEDX_TEST_CHECKED_PARTS_H

#include "checked.h"

void checked_move_create(flight_t *flight);
void checked_move_fill(flight_t *flight, uint32_t seed);

void checked_reduce_create(flight_t *flight);
void checked_reduce_fill(flight_t *flight, uint32_t seed);

/* After a reduction: let be what MPI leaves open. */
void checked_reduce_forgive(flight_t *flight);

/* The elements that a user function may get, at most. */
size_t checked_reduce_elements(const flight_t *flight);

/*
 * Units in the block from one rank to another; of reduce_scatter, in the part
 * of the result that goes there.
 */
size_t checked_units(const flight_t *flight, int from, int to);

/* Put something else for a buffer that is not significant here. */
void checked_neglect_buffer(const flight_t *flight, side_t *side);

#endif
