/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * User buffers that notice every byte written by mistake.
 *
 * All bytes, also in holes and in the canaries around the data, start as a
 * pattern that depends on the place and on a salt.  Beside the memory that MPI
 * gets, a buffer keeps an image of what must be in it after the call; the
 * check compares everything.  Without canaries (TUNEDX_TEST_CANARY=0) memory
 * is exactly as large as MPI may touch, for tools that find overruns.
 */
#ifndef TUNEDX_TEST_BUFFER_H
#define TUNEDX_TEST_BUFFER_H

#include "layout.h"

typedef struct {
    const layout_t *layout;
    size_t elements;
    unsigned char *base; /* what MPI gets */
    unsigned char *memory;
    unsigned char *image;
    size_t bytes;  /* of memory and of image */
    size_t canary; /* bytes before and after the data */
} buffer_t;

/* Room for elements 0 ... elements - 1 of a layout. */
void buffer_create(buffer_t *buffer, const layout_t *layout, size_t elements,
                   unsigned salt);
void buffer_destroy(buffer_t *buffer);

/* Put atoms into the memory; they must be there after the call, too. */
void buffer_input(buffer_t *buffer, size_t element, const long *values,
                  size_t atoms);

/* Put atoms only into the image: the call has to write them. */
void buffer_expect(buffer_t *buffer, size_t element, const long *values,
                   size_t atoms);

/* Compare; report the first difference as a failure of what is named. */
void buffer_check(buffer_t *buffer, const char *what);

#endif
