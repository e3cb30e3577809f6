/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * User buffers that notice every byte written by mistake.
 *
 * A buffer holds blocks, each of elements of one layout.  All bytes, also in
 * holes, between blocks and in the canaries around the data, start as a
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
    ptrdiff_t at; /* bytes from the buffer's address */
    size_t elements;
} block_t;

typedef struct {
    block_t *blocks;
    int count;           /* of blocks */
    ptrdiff_t first;     /* where the data begin, from base */
    ptrdiff_t end;       /* and end */
    unsigned char *base; /* what MPI gets */
    unsigned char *memory;
    unsigned char *image;
    size_t bytes;  /* of memory and of image */
    size_t canary; /* bytes before and after the data */
} buffer_t;

/* Where a block's data begin and end, from the buffer's address. */
ptrdiff_t block_first(const block_t *block);
ptrdiff_t block_end(const block_t *block);

/* Room for some blocks, which are copied, or for one. */
void buffer_create_blocks(buffer_t *buffer, const block_t *blocks, int count,
                          unsigned salt);
void buffer_create(buffer_t *buffer, const layout_t *layout, size_t elements,
                   unsigned salt);
void buffer_destroy(buffer_t *buffer);

/* Begin anew, in the same memory. */
void buffer_reset(buffer_t *buffer, unsigned salt);

/*
 * Put atoms into the memory, from the beginning of a block or from an element
 * of the only one; they must be there after the call, too.
 */
void buffer_input_block(buffer_t *buffer, int block, const long *values,
                        size_t atoms);
void buffer_input(buffer_t *buffer, size_t element, const long *values,
                  size_t atoms);

/* Put atoms only into the image: the call has to write them. */
void buffer_expect_block(buffer_t *buffer, int block, const long *values,
                         size_t atoms);
void buffer_expect(buffer_t *buffer, size_t element, const long *values,
                   size_t atoms);

/*
 * After the call: let the values from an element of the only block on be
 * whatever they are.  The holes between them still count.
 */
void buffer_forgive(buffer_t *buffer, size_t element);

/* Compare; report the first difference as a failure of what is named. */
void buffer_check(buffer_t *buffer, const char *what);

/* Elements in all blocks; a buffer of zeros has none. */
size_t buffer_elements(const buffer_t *buffer);

#endif
