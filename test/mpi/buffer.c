/* SPDX-License-Identifier: BSD-3-Clause */
/* See buffer.h. */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { CANARY = 64, PATTERN = 4096, SALTS = 251 };

static bool is_empty(const block_t *block)
{
    return block->elements == 0 || block->layout->atoms == 0;
}

ptrdiff_t block_first(const block_t *block)
{
    return block->at + (is_empty(block) ? 0 : block->layout->lowest);
}

ptrdiff_t block_end(const block_t *block)
{
    const layout_t *layout = block->layout;

    if (is_empty(block)) {
        return block->at;
    }
    return block->at + (ptrdiff_t)(block->elements - 1) * layout->extent +
           layout->highest;
}

static void fill(unsigned char *memory, size_t bytes, unsigned salt)
{
    static unsigned char pattern[PATTERN + SALTS];

    if (pattern[1] == 0) {
        for (size_t i = 0; i < sizeof pattern; i++) {
            pattern[i] = (unsigned char)(check_hash(1, 2, (uint32_t)i) | 1);
        }
    }
    for (size_t done = 0; done < bytes; done += PATTERN) {
        const size_t left = bytes - done;

        memcpy(memory + done, pattern + salt % SALTS,
               left < PATTERN ? left : PATTERN);
    }
}

/* Where the data begin and end; at 0 if there are none. */
static void measure(buffer_t *buffer)
{
    bool has_data = false;

    for (int i = 0; i < buffer->count; i++) {
        const block_t *block = &buffer->blocks[i];

        if (is_empty(block)) {
            continue;
        }
        if (!has_data || block_first(block) < buffer->first) {
            buffer->first = block_first(block);
        }
        if (!has_data || block_end(block) > buffer->end) {
            buffer->end = block_end(block);
        }
        has_data = true;
    }
}

void buffer_create_blocks(buffer_t *buffer, const block_t *blocks, int count,
                          unsigned salt)
{
    *buffer = (buffer_t){.count = count};
    buffer->blocks = calloc((size_t)count + 1, sizeof *blocks);
    memcpy(buffer->blocks, blocks, (size_t)count * sizeof *blocks);
    measure(buffer);
    buffer->canary = (size_t)check_environment("TUNEDX_TEST_CANARY", CANARY);
    buffer->bytes = 2 * buffer->canary + (size_t)(buffer->end - buffer->first);
    buffer->memory = malloc(buffer->bytes);
    buffer->image = malloc(buffer->bytes);
    buffer->base = buffer->memory + buffer->canary - buffer->first;
    buffer_reset(buffer, salt);
}

void buffer_create(buffer_t *buffer, const layout_t *layout, size_t elements,
                   unsigned salt)
{
    const block_t block = {.layout = layout, .elements = elements};

    buffer_create_blocks(buffer, &block, 1, salt);
}

void buffer_reset(buffer_t *buffer, unsigned salt)
{
    fill(buffer->memory, buffer->bytes, salt);
    fill(buffer->image, buffer->bytes, salt);
}

void buffer_destroy(buffer_t *buffer)
{
    free(buffer->blocks);
    free(buffer->memory);
    free(buffer->image);
    *buffer = (buffer_t){0};
}

/* The place in the image that stands for a block's address. */
static unsigned char *in_image(const buffer_t *buffer, const block_t *block)
{
    return buffer->image + buffer->canary - buffer->first + block->at;
}

static void expect(buffer_t *buffer, int which, size_t element,
                   const long *values, size_t atoms)
{
    const block_t *block = &buffer->blocks[which];

    layout_store(block->layout, in_image(buffer, block), element, values,
                 atoms);
}

static void input(buffer_t *buffer, int which, size_t element,
                  const long *values, size_t atoms)
{
    const block_t *block = &buffer->blocks[which];

    layout_store(block->layout, buffer->base + block->at, element, values,
                 atoms);
    expect(buffer, which, element, values, atoms);
}

void buffer_expect_block(buffer_t *buffer, int block, const long *values,
                         size_t atoms)
{
    expect(buffer, block, 0, values, atoms);
}

void buffer_expect(buffer_t *buffer, size_t element, const long *values,
                   size_t atoms)
{
    expect(buffer, 0, element, values, atoms);
}

void buffer_input_block(buffer_t *buffer, int block, const long *values,
                        size_t atoms)
{
    input(buffer, block, 0, values, atoms);
}

void buffer_input(buffer_t *buffer, size_t element, const long *values,
                  size_t atoms)
{
    input(buffer, 0, element, values, atoms);
}

void buffer_forgive(buffer_t *buffer, size_t element)
{
    const block_t *block = &buffer->blocks[0];
    const layout_t *layout = block->layout;

    for (size_t e = element; e < block->elements; e++) {
        for (size_t i = 0; i < layout->atoms; i++) {
            const ptrdiff_t at = (ptrdiff_t)e * layout->extent + layout->at[i];

            memcpy(in_image(buffer, block) + at, buffer->base + block->at + at,
                   atom_bytes(layout->kind[i]));
        }
    }
}

/* Make bytes equal that carry no value: the end of a long double. */
static void clear_unused(buffer_t *buffer, const block_t *block)
{
    const layout_t *layout = block->layout;

    if (layout->atoms == 0 || layout->kind[0] != ATOM_LONG_DOUBLE) {
        return;
    }
    for (size_t e = 0; e < block->elements; e++) {
        const size_t used = atom_value_bytes(ATOM_LONG_DOUBLE);
        const size_t unused = atom_bytes(ATOM_LONG_DOUBLE) - used;
        const ptrdiff_t at = (ptrdiff_t)e * layout->extent + layout->at[0];
        unsigned char *actual = buffer->base + block->at + at + used;

        memset(actual, 0, unused);
        memset(buffer->image + (actual - buffer->memory), 0, unused);
    }
}

/* If the byte at an offset belongs to a block, say how its value is wrong. */
static bool explain_in(const buffer_t *buffer, const char *what, int which,
                       ptrdiff_t offset)
{
    const block_t *block = &buffer->blocks[which];
    const layout_t *layout = block->layout;

    for (size_t e = 0; e < block->elements; e++) {
        for (size_t i = 0; i < layout->atoms; i++) {
            const atom_t kind = layout->kind[i];
            const ptrdiff_t at =
                block->at + (ptrdiff_t)e * layout->extent + layout->at[i];
            const unsigned char *actual = buffer->base + at;
            const unsigned char *wanted =
                buffer->image + (actual - buffer->memory);

            if (offset < at || offset >= at + (ptrdiff_t)atom_bytes(kind)) {
                continue;
            }
            check_fail("%s: block %d, element %zu, value %zu: expected %ld, "
                       "got %ld (byte %td: 0x%02x, 0x%02x)",
                       what, which, e, i, atom_load(kind, wanted),
                       atom_load(kind, actual), offset - at,
                       wanted[offset - at], actual[offset - at]);
            return true;
        }
    }
    return false;
}

/* Say what the byte at a place belongs to, and how it is wrong. */
static void explain(const buffer_t *buffer, const char *what, size_t place)
{
    const ptrdiff_t in_data = (ptrdiff_t)place - (ptrdiff_t)buffer->canary;
    const ptrdiff_t offset = in_data + buffer->first;

    for (int i = 0; i < buffer->count; i++) {
        if (explain_in(buffer, what, i, offset)) {
            return;
        }
    }
    check_fail("%s: %s at byte %td: expected 0x%02x, got 0x%02x", what,
               in_data < 0             ? "before the data"
               : offset >= buffer->end ? "after the data"
                                       : "hole",
               offset, buffer->image[place], buffer->memory[place]);
}

void buffer_check(buffer_t *buffer, const char *what)
{
    size_t place = 0;

    for (int i = 0; i < buffer->count; i++) {
        clear_unused(buffer, &buffer->blocks[i]);
    }
    if (memcmp(buffer->memory, buffer->image, buffer->bytes) == 0) {
        return;
    }
    while (buffer->memory[place] == buffer->image[place]) {
        place++;
    }
    explain(buffer, what, place);
}

size_t buffer_elements(const buffer_t *buffer)
{
    size_t elements = 0;

    for (int i = 0; i < buffer->count; i++) {
        elements += buffer->blocks[i].elements;
    }
    return elements;
}
